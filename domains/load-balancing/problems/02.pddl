(define (problem load-balancing-02)
  (:domain load-balancing)
  (:objects
    b1 b2 b3 b4 b5 - bucket
    s1_us s2_us s3_us - server
    us_east - region
    search checkout - service)
  (:init
    (from-region b1 us_east) (needs-service b1 search) (assigned-to b1 s1_us)
    (from-region b2 us_east) (needs-service b2 search) (assigned-to b2 s1_us)
    (from-region b3 us_east) (needs-service b3 search) (assigned-to b3 s2_us)
    (from-region b4 us_east) (needs-service b4 checkout) (bucket-waiting b4)
    (from-region b5 us_east) (needs-service b5 checkout) (bucket-waiting b5)
    (stands-in s1_us us_east)
    (server-online s1_us) (runs-service s1_us search)
    (stands-in s2_us us_east)
    (server-online s2_us) (runs-service s2_us search)
    (stands-in s3_us us_east)
    (runs-service s3_us checkout)
    (= (load s1_us) 2) (= (capacity s1_us) 4)
    (= (load s2_us) 1) (= (capacity s2_us) 3)
    (= (load s3_us) 0) (= (capacity s3_us) 1)
    (= (total-cost) 0))
  (:goal (and
    (assigned-to b3 s1_us)
    (not (bucket-waiting b4))
    (not (bucket-waiting b5))
    (<= (load s2_us) 2)
    (runs-service s2_us checkout)
    (not (runs-service s2_us search))
    (not (server-online s3_us))))
  (:metric minimize (total-cost)))

(define (problem load-balancing-06)
  (:domain load-balancing)
  (:objects
    b1 b2 b3 b4 b5 - bucket
    s1_us s2_us s3_us - server
    us_west - region
    checkout search - service)
  (:init
    (from-region b1 us_west) (needs-service b1 checkout) (assigned-to b1 s1_us)
    (from-region b2 us_west) (needs-service b2 checkout) (assigned-to b2 s1_us)
    (from-region b3 us_west) (needs-service b3 search) (assigned-to b3 s2_us)
    (from-region b4 us_west) (needs-service b4 search) (assigned-to b4 s2_us)
    (from-region b5 us_west) (needs-service b5 search) (bucket-waiting b5)
    (stands-in s1_us us_west)
    (server-online s1_us) (runs-service s1_us checkout)
    (stands-in s2_us us_west)
    (server-online s2_us) (runs-service s2_us search)
    (stands-in s3_us us_west)
    (runs-service s3_us search)
    (= (load s1_us) 2) (= (capacity s1_us) 3)
    (= (load s2_us) 2) (= (capacity s2_us) 2)
    (= (load s3_us) 0) (= (capacity s3_us) 1)
    (= (total-cost) 0))
  (:goal (and
    (assigned-to b1 s2_us)
    (assigned-to b2 s2_us)
    (assigned-to b3 s1_us)
    (assigned-to b4 s1_us)
    (assigned-to b5 s1_us)
    (not (runs-service s1_us checkout))
    (not (runs-service s2_us search))
    (not (server-online s3_us))))
  (:metric minimize (total-cost)))

(define (problem load-balancing-05)
  (:domain load-balancing)
  (:objects
    b1 b2 b3 b4 b5 b6 - bucket
    s1_eu s2_eu s3_eu - server
    eu_north - region
    search media - service)
  (:init
    (from-region b1 eu_north) (needs-service b1 search) (assigned-to b1 s1_eu)
    (from-region b2 eu_north) (needs-service b2 search) (assigned-to b2 s1_eu)
    (from-region b3 eu_north) (needs-service b3 search) (assigned-to b3 s3_eu)
    (from-region b4 eu_north) (needs-service b4 media) (assigned-to b4 s2_eu)
    (from-region b5 eu_north) (needs-service b5 media) (assigned-to b5 s2_eu)
    (from-region b6 eu_north) (needs-service b6 media) (bucket-waiting b6)
    (stands-in s1_eu eu_north) (server-online s1_eu) (runs-service s1_eu search)
    (stands-in s2_eu eu_north) (server-online s2_eu) (runs-service s2_eu media)
    (stands-in s3_eu eu_north) (server-online s3_eu) (runs-service s3_eu search)
    (= (load s1_eu) 2) (= (capacity s1_eu) 2)
    (= (load s2_eu) 2) (= (capacity s2_eu) 3)
    (= (load s3_eu) 1) (= (capacity s3_eu) 2)
    (= (total-cost) 0))
  (:goal (and
    (not (server-online s3_eu))
    (not (bucket-waiting b1))
    (not (bucket-waiting b2))
    (not (bucket-waiting b3))
    (not (bucket-waiting b4))
    (not (bucket-waiting b5))
    (not (bucket-waiting b6))))
  (:metric minimize (total-cost)))

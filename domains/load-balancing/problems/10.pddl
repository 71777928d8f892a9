(define (problem load-balancing-10)
  (:domain load-balancing)
  (:objects
    b1 b2 b3 b4 b5 b6 - bucket
    s1_eu s2_eu s3_eu s4_eu - server
    eu_west - region
    search login - service)
  (:init
    (from-region b1 eu_west) (needs-service b1 search) (assigned-to b1 s1_eu)
    (from-region b2 eu_west) (needs-service b2 search) (assigned-to b2 s1_eu)
    (from-region b3 eu_west) (needs-service b3 search) (assigned-to b3 s1_eu)
    (from-region b4 eu_west) (needs-service b4 login) (assigned-to b4 s2_eu)
    (from-region b5 eu_west) (needs-service b5 login) (assigned-to b5 s3_eu)
    (from-region b6 eu_west) (needs-service b6 login) (assigned-to b6 s3_eu)
    (stands-in s1_eu eu_west) (server-online s1_eu) (runs-service s1_eu search)
    (stands-in s2_eu eu_west) (server-online s2_eu) (runs-service s2_eu login)
    (stands-in s3_eu eu_west) (server-online s3_eu) (runs-service s3_eu login)
    (stands-in s4_eu eu_west) (runs-service s4_eu login)
    (= (load s1_eu) 3) (= (capacity s1_eu) 4)
    (= (load s2_eu) 1) (= (capacity s2_eu) 3)
    (= (load s3_eu) 2) (= (capacity s3_eu) 2)
    (= (load s4_eu) 0) (= (capacity s4_eu) 4)
    (= (total-cost) 0))
  (:goal (and
    (assigned-to b1 s3_eu)
    (assigned-to b2 s3_eu)
    (not (bucket-waiting b3))
    (not (bucket-waiting b4))
    (not (bucket-waiting b5))
    (not (bucket-waiting b6))
    (not (runs-service s3_eu login))
    (not (server-online s1_eu))
    (= (load s2_eu) 0)))
  (:metric minimize (total-cost)))

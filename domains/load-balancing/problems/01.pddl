(define (problem load-balancing-01)
  (:domain load-balancing)
  (:objects
    b1 b2 b3 - bucket
    s1_eu s2_eu - server
    eu_west - region
    search - service)
  (:init
    (from-region b1 eu_west) (needs-service b1 search) (assigned-to b1 s1_eu)
    (from-region b2 eu_west) (needs-service b2 search) (assigned-to b2 s2_eu)
    (from-region b3 eu_west) (needs-service b3 search) (bucket-waiting b3)
    (stands-in s1_eu eu_west)
    (server-online s1_eu) (runs-service s1_eu search)
    (stands-in s2_eu eu_west)
    (server-online s2_eu) (runs-service s2_eu search)
    (= (load s1_eu) 1) (= (capacity s1_eu) 3)
    (= (load s2_eu) 1) (= (capacity s2_eu) 2)
    (= (total-cost) 0))
  (:goal (and
    (assigned-to b1 s1_eu)
    (assigned-to b2 s1_eu)
    (assigned-to b3 s1_eu)
    (not (server-online s2_eu))))
  (:metric minimize (total-cost)))

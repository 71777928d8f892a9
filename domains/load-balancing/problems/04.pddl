(define (problem load-balancing-04)
  (:domain load-balancing)
  (:objects
    b1 b2 b3 b4 b5 b6 - bucket
    s1_ap s2_ap s3_ap - server
    ap_south - region
    login reporting - service)
  (:init
    (from-region b1 ap_south) (needs-service b1 login) (assigned-to b1 s1_ap)
    (from-region b2 ap_south) (needs-service b2 login) (assigned-to b2 s1_ap)
    (from-region b3 ap_south) (needs-service b3 login) (assigned-to b3 s1_ap)
    (from-region b4 ap_south) (needs-service b4 login) (assigned-to b4 s1_ap)
    (from-region b5 ap_south) (needs-service b5 login) (bucket-waiting b5)
    (from-region b6 ap_south) (needs-service b6 reporting) (assigned-to b6 s3_ap)
    (stands-in s1_ap ap_south)
    (server-online s1_ap) (runs-service s1_ap login)
    (stands-in s2_ap ap_south)
    (server-online s2_ap)
    (stands-in s3_ap ap_south)
    (server-online s3_ap) (runs-service s3_ap reporting)
    (= (load s1_ap) 4) (= (capacity s1_ap) 4)
    (= (load s2_ap) 0) (= (capacity s2_ap) 3)
    (= (load s3_ap) 1) (= (capacity s3_ap) 2)
    (= (total-cost) 0))
  (:goal (and
    (<= (load s1_ap) 2)
    (= (load s3_ap) 2)
    (not (bucket-waiting b1))
    (not (bucket-waiting b2))
    (not (bucket-waiting b3))
    (not (bucket-waiting b4))
    (not (bucket-waiting b5))
    (not (bucket-waiting b6))))
  (:metric minimize (total-cost)))

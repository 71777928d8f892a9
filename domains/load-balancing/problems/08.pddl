(define (problem load-balancing-08)
  (:domain load-balancing)
  (:objects
    b1 b2 b3 b4 b5 - bucket
    s1_ap s2_ap s3_ap - server
    ap_east - region
    reporting mail - service)
  (:init
    (from-region b1 ap_east) (needs-service b1 reporting) (assigned-to b1 s1_ap)
    (from-region b2 ap_east) (needs-service b2 reporting) (assigned-to b2 s1_ap)
    (from-region b3 ap_east) (needs-service b3 reporting) (assigned-to b3 s3_ap)
    (from-region b4 ap_east) (needs-service b4 mail) (assigned-to b4 s2_ap)
    (from-region b5 ap_east) (needs-service b5 mail) (bucket-waiting b5)
    (stands-in s1_ap ap_east) (server-online s1_ap) (runs-service s1_ap reporting)
    (stands-in s2_ap ap_east) (server-online s2_ap) (runs-service s2_ap mail)
    (stands-in s3_ap ap_east) (server-online s3_ap) (runs-service s3_ap reporting)
    (= (load s1_ap) 2) (= (capacity s1_ap) 3)
    (= (load s2_ap) 1) (= (capacity s2_ap) 3)
    (= (load s3_ap) 1) (= (capacity s3_ap) 2)
    (= (total-cost) 0))
  (:goal (and
    (not (bucket-waiting b1))
    (not (bucket-waiting b2))
    (not (bucket-waiting b3))
    (not (bucket-waiting b4))
    (not (bucket-waiting b5))
    (= (load s1_ap) (load s2_ap))
    (not (server-online s3_ap))))
  (:metric minimize (total-cost)))

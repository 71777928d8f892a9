(define (problem hospital-04)
  (:domain hospital)
  (:objects
    p1 p2 p3 - patient
    b1 b2 b3 b4 - bed
    w_surg - ward)
  (:init
    (lies-in p1 b1) (needs-ward p1 w_surg)
    (lies-in p2 b2) (needs-ward p2 w_surg)
    (lies-in p3 b3) (needs-ward p3 w_surg)
    (belongs-to b1 w_surg)
    (belongs-to b2 w_surg)
    (belongs-to b3 w_surg)
    (belongs-to b4 w_surg) (bed-free b4) (bed-blocked b4)
    (= (total-cost) 0))
  (:goal (and
    (lies-in p1 b2)
    (lies-in p2 b3)
    (lies-in p3 b1)
    (bed-blocked b4)))
  (:metric minimize (total-cost)))

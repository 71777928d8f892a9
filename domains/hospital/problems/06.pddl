(define (problem hospital-06)
  (:domain hospital)
  (:objects
    p1 p2 p3 p4 - patient
    b1 b2 b3 b4 iso_1 - bed
    w_surg - ward)
  (:init
    (lies-in p1 b1) (needs-ward p1 w_surg)
    (lies-in p2 b2) (needs-ward p2 w_surg) (needs-isolation p2)
    (lies-in p3 iso_1) (needs-ward p3 w_surg)
    (patient-waiting p4) (needs-ward p4 w_surg)
    (belongs-to b1 w_surg)
    (belongs-to b2 w_surg)
    (belongs-to b3 w_surg) (bed-free b3) (bed-blocked b3)
    (belongs-to b4 w_surg) (bed-dirty b4)
    (belongs-to iso_1 w_surg) (can-isolate iso_1)
    (= (total-cost) 0))
  (:goal (and
    (bed-blocked b1)
    (lies-in p2 iso_1)
    (lies-in p3 b2)
    (not (patient-waiting p4))
    (not (gone-home p1))))
  (:metric minimize (total-cost)))

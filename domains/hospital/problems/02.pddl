(define (problem hospital-02)
  (:domain hospital)
  (:objects
    p1 p2 p3 - patient
    iso_1 b1 b2 - bed
    w_med - ward)
  (:init
    (lies-in p1 iso_1) (needs-ward p1 w_med)
    (lies-in p2 b1) (needs-ward p2 w_med)
    (patient-waiting p3) (needs-ward p3 w_med) (needs-isolation p3)
    (belongs-to iso_1 w_med) (can-isolate iso_1)
    (belongs-to b1 w_med)
    (belongs-to b2 w_med) (bed-dirty b2)
    (= (total-cost) 0))
  (:goal (and
    (not (patient-waiting p3))
    (lies-in p1 b2)))
  (:metric minimize (total-cost)))

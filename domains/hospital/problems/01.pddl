(define (problem hospital-01)
  (:domain hospital)
  (:objects
    p1 p2 - patient
    b1 b2 - bed
    w_med - ward)
  (:init
    (patient-waiting p1) (needs-ward p1 w_med)
    (patient-waiting p2) (needs-ward p2 w_med)
    (belongs-to b1 w_med) (bed-free b1)
    (belongs-to b2 w_med) (bed-free b2)
    (= (total-cost) 0))
  (:goal (and
    (lies-in p1 b1)
    (lies-in p2 b2)))
  (:metric minimize (total-cost)))

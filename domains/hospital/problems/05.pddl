(define (problem hospital-05)
  (:domain hospital)
  (:objects
    p1 p2 p3 p4 p5 p6 - patient
    icu_1 icu_2 b1 b2 iso_1 - bed
    w_icu w_med - ward)
  (:init
    (lies-in p1 icu_1) (needs-ward p1 w_med)
    (lies-in p2 icu_2) (needs-ward p2 w_icu)
    (lies-in p3 b1) (needs-ward p3 w_med)
    (lies-in p4 b2) (needs-ward p4 w_med)
    (patient-waiting p5) (needs-ward p5 w_icu) (needs-isolation p5)
    (patient-waiting p6) (needs-ward p6 w_med) (needs-isolation p6)
    (belongs-to icu_1 w_icu)
    (belongs-to icu_2 w_icu) (can-isolate icu_2)
    (belongs-to b1 w_med)
    (belongs-to b2 w_med)
    (belongs-to iso_1 w_med) (can-isolate iso_1) (bed-free iso_1)
    (= (total-cost) 0))
  (:goal (and
    (not (patient-waiting p5))
    (not (patient-waiting p6))
    (not (gone-home p1))
    (not (gone-home p2))))
  (:metric minimize (total-cost)))

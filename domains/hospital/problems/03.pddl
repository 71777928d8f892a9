(define (problem hospital-03)
  (:domain hospital)
  (:objects
    p1 p2 p3 p4 p5 - patient
    iso_1 iso_2 b1 b2 icu_1 icu_2 - bed
    w_med w_icu - ward)
  (:init
    (lies-in p1 iso_1) (needs-ward p1 w_med) (needs-isolation p1)
    (lies-in p2 iso_2) (needs-ward p2 w_med) (needs-isolation p2)
    (lies-in p3 b1) (needs-ward p3 w_med)
    (patient-waiting p4) (needs-ward p4 w_icu) (needs-isolation p4)
    (patient-waiting p5) (needs-ward p5 w_med)
    (belongs-to iso_1 w_med) (can-isolate iso_1)
    (belongs-to iso_2 w_med) (can-isolate iso_2)
    (belongs-to b1 w_med)
    (belongs-to b2 w_med) (bed-dirty b2)
    (belongs-to icu_1 w_icu) (can-isolate icu_1) (bed-free icu_1)
    (belongs-to icu_2 w_icu) (bed-dirty icu_2)
    (= (total-cost) 0))
  (:goal (and
    (lies-in p1 iso_2)
    (lies-in p2 iso_1)
    (not (patient-waiting p4))
    (not (patient-waiting p5))))
  (:metric minimize (total-cost)))

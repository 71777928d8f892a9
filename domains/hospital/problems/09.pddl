(define (problem hospital-09)
  (:domain hospital)
  (:objects
    p1 p2 p3 p4 p5 p6 p7 p8 - patient
    m_1 m_2 s_1 s_2 s_3 s_4 icu_1 icu_2 - bed
    w_med w_surg w_icu - ward)
  (:init
    (lies-in p1 m_1) (needs-ward p1 w_icu)
    (lies-in p2 m_2) (needs-ward p2 w_surg) (needs-isolation p2)
    (lies-in p3 icu_1) (needs-ward p3 w_med)
    (lies-in p4 icu_2) (needs-ward p4 w_icu) (needs-isolation p4)
    (lies-in p5 s_1) (needs-ward p5 w_surg) (fit-to-leave p5)
    (lies-in p6 s_2) (needs-ward p6 w_surg) (needs-isolation p6)
    (patient-waiting p7) (needs-ward p7 w_med)
    (patient-waiting p8) (needs-ward p8 w_surg)
    (belongs-to m_1 w_med)
    (belongs-to m_2 w_med)
    (belongs-to s_1 w_surg)
    (belongs-to s_2 w_surg) (can-isolate s_2)
    (belongs-to s_3 w_surg) (bed-dirty s_3)
    (belongs-to s_4 w_surg) (bed-free s_4)
    (belongs-to icu_1 w_icu)
    (belongs-to icu_2 w_icu) (can-isolate icu_2)
    (= (total-cost) 0))
  (:goal (and
    (lies-in p1 icu_1)
    (not (patient-waiting p7))
    (not (patient-waiting p8))))
  (:metric minimize (total-cost)))

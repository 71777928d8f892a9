(define (problem hospital-08)
  (:domain hospital)
  (:objects
    p1 p2 p3 p4 p5 p6 p7 - patient
    m_1 m_2 s_1 s_2 s_3 icu_1 icu_2 - bed
    w_med w_surg w_icu - ward)
  (:init
    (lies-in p1 s_2) (needs-ward p1 w_icu) (needs-isolation p1)
    (lies-in p2 m_1) (needs-ward p2 w_surg)
    (lies-in p3 m_2) (needs-ward p3 w_med) (fit-to-leave p3)
    (lies-in p4 icu_1) (needs-ward p4 w_icu)
    (patient-waiting p5) (needs-ward p5 w_surg) (needs-isolation p5)
    (lies-in p6 s_1) (needs-ward p6 w_med)
    (patient-waiting p7) (needs-ward p7 w_med)
    (belongs-to m_1 w_med)
    (belongs-to m_2 w_med)
    (belongs-to s_1 w_surg)
    (belongs-to s_2 w_surg) (can-isolate s_2)
    (belongs-to s_3 w_surg) (bed-free s_3) (bed-blocked s_3)
    (belongs-to icu_1 w_icu) (can-isolate icu_1)
    (belongs-to icu_2 w_icu) (bed-free icu_2) (bed-blocked icu_2)
    (= (total-cost) 0))
  (:goal (and
    (not (patient-waiting p5))
    (not (patient-waiting p7))
    (bed-blocked s_1)))
  (:metric minimize (total-cost)))

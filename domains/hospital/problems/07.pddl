(define (problem hospital-07)
  (:domain hospital)
  (:objects
    p1 p2 p3 p4 p5 p6 p7 - patient
    m_1 m_2 m_iso s_1 s_2 s_iso - bed
    w_med w_surg - ward)
  (:init
    (lies-in p1 m_1) (needs-ward p1 w_surg) (needs-isolation p1)
    (lies-in p2 m_2) (needs-ward p2 w_med)
    (lies-in p3 m_iso) (needs-ward p3 w_med)
    (lies-in p4 s_1) (needs-ward p4 w_med) (needs-isolation p4)
    (lies-in p5 s_2) (needs-ward p5 w_surg)
    (lies-in p6 s_iso) (needs-ward p6 w_surg)
    (patient-waiting p7) (needs-ward p7 w_med)
    (belongs-to m_1 w_med)
    (belongs-to m_2 w_med)
    (belongs-to m_iso w_med) (can-isolate m_iso)
    (belongs-to s_1 w_surg)
    (belongs-to s_2 w_surg)
    (belongs-to s_iso w_surg) (can-isolate s_iso)
    (= (total-cost) 0))
  (:goal (and
    (lies-in p1 s_iso)
    (lies-in p4 m_iso)
    (not (patient-waiting p7))
    (not (gone-home p3))
    (not (gone-home p6))))
  (:metric minimize (total-cost)))

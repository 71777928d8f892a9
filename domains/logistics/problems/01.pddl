(define (problem logistics-01)
  (:domain logistics)

  (:objects
    city_6fc383 - city
    airport_d8f913 - airport
    loc_f42dfa loc_e86973 - location
    truck_ea8c58 - truck
    pkg_8fd7d4 pkg_fe64d8 - package)

  (:init
    (part-of-city airport_d8f913 city_6fc383)
    (part-of-city loc_f42dfa city_6fc383)
    (part-of-city loc_e86973 city_6fc383)
    (located-at truck_ea8c58 airport_d8f913)
    (located-at pkg_8fd7d4 loc_f42dfa)
    (inside-vehicle pkg_fe64d8 truck_ea8c58)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_8fd7d4 airport_d8f913)
      (located-at pkg_fe64d8 loc_f42dfa)))

  (:metric minimize (total-cost)))

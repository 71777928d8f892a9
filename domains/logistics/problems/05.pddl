(define (problem logistics-05)
  (:domain logistics)

  (:objects
    city_6adee0 city_b4bf7b city_5f76f7 - city
    airport_ca4de5 airport_a3a7af airport_fa8ff8 - airport
    loc_2059d2 loc_53b487 loc_027dcb loc_92d05e loc_8a0909 - location
    truck_49e5dc truck_2479ef - truck
    air_db63e1 - airplane
    pkg_14e341 pkg_1cdb8f pkg_3a8a44 pkg_844b8f - package)

  (:init
    (part-of-city airport_a3a7af city_6adee0)
    (part-of-city loc_2059d2 city_6adee0)
    (part-of-city loc_027dcb city_6adee0)
    (part-of-city airport_fa8ff8 city_b4bf7b)
    (part-of-city loc_92d05e city_b4bf7b)
    (part-of-city loc_8a0909 city_b4bf7b)
    (part-of-city airport_ca4de5 city_5f76f7)
    (part-of-city loc_53b487 city_5f76f7)
    (located-at truck_49e5dc loc_2059d2)
    (located-at truck_2479ef airport_ca4de5)
    (located-at air_db63e1 airport_ca4de5)
    (located-at pkg_3a8a44 loc_2059d2)
    (located-at pkg_1cdb8f loc_027dcb)
    (located-at pkg_844b8f airport_fa8ff8)
    (located-at pkg_14e341 loc_53b487)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_1cdb8f loc_53b487)
      (located-at pkg_14e341 loc_8a0909)
      (located-at pkg_844b8f loc_027dcb)
      (located-at pkg_3a8a44 airport_fa8ff8)))

  (:metric minimize (total-cost)))

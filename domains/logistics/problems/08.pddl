(define (problem logistics-08)
  (:domain logistics)

  (:objects
    city_665ed1 city_c8bb30 city_bfaca9 - city
    airport_d3b166 airport_b50cfa airport_859c8e - airport
    loc_3cef24 loc_9512e9 loc_27f6a7 - location
    truck_1f79b3 truck_f4c941 - truck
    air_a3a848 - airplane
    pkg_40f69f pkg_0a1cd6 pkg_6e2718 pkg_63f09c pkg_8335c2 pkg_7b3640 pkg_7495d6 - package)

  (:init
    (part-of-city airport_b50cfa city_c8bb30)
    (part-of-city loc_27f6a7 city_c8bb30)
    (part-of-city airport_d3b166 city_bfaca9)
    (part-of-city airport_859c8e city_665ed1)
    (part-of-city loc_3cef24 city_665ed1)
    (part-of-city loc_9512e9 city_665ed1)
    (located-at truck_1f79b3 airport_b50cfa)
    (located-at truck_f4c941 loc_3cef24)
    (located-at air_a3a848 airport_859c8e)
    (located-at pkg_8335c2 airport_d3b166)
    (located-at pkg_63f09c loc_3cef24)
    (located-at pkg_7495d6 airport_d3b166)
    (located-at pkg_6e2718 loc_3cef24)
    (located-at pkg_0a1cd6 loc_27f6a7)
    (located-at pkg_7b3640 loc_9512e9)
    (located-at pkg_40f69f loc_27f6a7)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_40f69f loc_9512e9)
      (located-at pkg_7495d6 loc_27f6a7)
      (located-at pkg_63f09c loc_9512e9)
      (located-at pkg_8335c2 loc_9512e9)
      (located-at pkg_6e2718 loc_27f6a7)
      (located-at pkg_0a1cd6 loc_9512e9)
      (located-at pkg_7b3640 loc_27f6a7)))

  (:metric minimize (total-cost)))

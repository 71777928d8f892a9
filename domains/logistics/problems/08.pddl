(define (problem logistics-08)
  (:domain logistics)

  (:objects
    city_665ed1 city_c8bb30 city_bfaca9 - city
    airport_d3b166 airport_b50cfa airport_859c8e - airport
    loc_9512e9 loc_f3488b loc_27f6a7 loc_3cef24 - location
    truck_a46c1e truck_0aed40 truck_f4c941 - truck
    air_0a1cd6 - airplane
    pkg_7b3640 pkg_63f09c pkg_7495d6 pkg_6e2718 - package)

  (:init
    (part-of-city airport_b50cfa city_c8bb30)
    (part-of-city loc_27f6a7 city_c8bb30)
    (part-of-city airport_d3b166 city_c8bb30)
    (part-of-city airport_859c8e city_bfaca9)
    (part-of-city loc_3cef24 city_bfaca9)
    (part-of-city loc_9512e9 city_665ed1)
    (part-of-city loc_f3488b city_665ed1)
    (located-at truck_f4c941 loc_27f6a7)
    (located-at truck_0aed40 airport_859c8e)
    (located-at truck_a46c1e loc_f3488b)
    (located-at air_0a1cd6 airport_859c8e)
    (located-at pkg_63f09c loc_27f6a7)
    (located-at pkg_7495d6 airport_859c8e)
    (located-at pkg_6e2718 loc_3cef24)
    (located-at pkg_7b3640 loc_9512e9)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_6e2718 loc_9512e9)
      (located-at pkg_7b3640 loc_f3488b)
      (located-at pkg_63f09c loc_3cef24)
      (located-at pkg_7495d6 airport_d3b166)))

  (:metric minimize (total-cost)))

(define (problem logistics-05)
  (:domain logistics)

  (:objects
    city_6adee0 city_b4bf7b - city
    airport_f2c247 airport_c02f5d - airport
    loc_ca4de5 loc_296c21 loc_211cf3 - location
    truck_8a0909 truck_53b487 - truck
    air_903aff - airplane
    pkg_0c299a pkg_2479ef pkg_49e5dc - package)

  (:init
    (part-of-city airport_c02f5d city_6adee0)
    (part-of-city loc_ca4de5 city_6adee0)
    (part-of-city loc_211cf3 city_6adee0)
    (part-of-city airport_f2c247 city_b4bf7b)
    (part-of-city loc_296c21 city_b4bf7b)
    (located-at truck_8a0909 loc_211cf3)
    (located-at truck_53b487 loc_296c21)
    (located-at air_903aff airport_c02f5d)
    (located-at pkg_2479ef loc_211cf3)
    (located-at pkg_0c299a loc_ca4de5)
    (located-at pkg_49e5dc loc_296c21)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_49e5dc loc_211cf3)
      (located-at pkg_0c299a loc_296c21)
      (located-at pkg_2479ef airport_f2c247)))

  (:metric minimize (total-cost)))

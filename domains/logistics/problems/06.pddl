(define (problem logistics-06)
  (:domain logistics)

  (:objects
    city_613dad city_904f60 city_ab49fe - city
    airport_8ca7f7 airport_5a895b airport_43b4fd - airport
    loc_48c7bf loc_e765b6 - location
    truck_56c877 truck_2cd3f4 - truck
    air_393bb6 air_5519f2 - airplane
    pkg_4c11e9 pkg_5df77f pkg_f7a05a pkg_cc6f36 - package)

  (:init
    (part-of-city airport_8ca7f7 city_904f60)
    (part-of-city loc_48c7bf city_904f60)
    (part-of-city airport_5a895b city_613dad)
    (part-of-city loc_e765b6 city_613dad)
    (part-of-city airport_43b4fd city_ab49fe)
    (located-at truck_2cd3f4 loc_48c7bf)
    (located-at truck_56c877 airport_5a895b)
    (located-at air_5519f2 airport_5a895b)
    (located-at air_393bb6 airport_43b4fd)
    (located-at pkg_cc6f36 loc_48c7bf)
    (inside-vehicle pkg_4c11e9 air_5519f2)
    (located-at pkg_f7a05a airport_43b4fd)
    (located-at pkg_5df77f loc_e765b6)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_cc6f36 airport_43b4fd)
      (located-at pkg_f7a05a loc_e765b6)
      (located-at pkg_4c11e9 loc_e765b6)
      (located-at pkg_5df77f loc_48c7bf)))

  (:metric minimize (total-cost)))

(define (problem logistics-09)
  (:domain logistics)

  (:objects
    city_172dbf city_7e7641 - city
    airport_ac029b airport_2ec370 - airport
    loc_0ae4a3 loc_9c6337 loc_e1f02c - location
    truck_61b08b truck_e85929 - truck
    air_9e4533 - airplane
    pkg_a1563e pkg_f57537 pkg_a1aaef pkg_59675e pkg_bfb239 pkg_35ddf6 pkg_b20744 pkg_50c675
    pkg_de87d0 - package)

  (:init
    (part-of-city airport_2ec370 city_172dbf)
    (part-of-city loc_9c6337 city_172dbf)
    (part-of-city loc_0ae4a3 city_172dbf)
    (part-of-city airport_ac029b city_7e7641)
    (part-of-city loc_e1f02c city_7e7641)
    (located-at truck_61b08b airport_2ec370)
    (located-at truck_e85929 airport_ac029b)
    (located-at air_9e4533 airport_2ec370)
    (located-at pkg_50c675 loc_9c6337)
    (located-at pkg_f57537 loc_9c6337)
    (located-at pkg_59675e loc_9c6337)
    (located-at pkg_bfb239 loc_9c6337)
    (located-at pkg_a1563e loc_0ae4a3)
    (located-at pkg_a1aaef loc_e1f02c)
    (located-at pkg_b20744 loc_e1f02c)
    (located-at pkg_de87d0 loc_0ae4a3)
    (located-at pkg_35ddf6 loc_0ae4a3)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_35ddf6 loc_e1f02c)
      (located-at pkg_a1aaef loc_0ae4a3)
      (located-at pkg_59675e loc_e1f02c)
      (located-at pkg_a1563e loc_e1f02c)
      (located-at pkg_bfb239 loc_e1f02c)
      (located-at pkg_de87d0 loc_e1f02c)
      (located-at pkg_50c675 loc_e1f02c)
      (located-at pkg_b20744 loc_9c6337)
      (located-at pkg_f57537 loc_e1f02c)))

  (:metric minimize (total-cost)))

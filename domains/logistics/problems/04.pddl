(define (problem logistics-04)
  (:domain logistics)

  (:objects
    city_6908b3 city_ab5d15 city_e1cd88 - city
    airport_4e7c65 airport_f647bc airport_8f1d98 - airport
    loc_b48290 loc_c1b08c loc_741b8f - location
    truck_1ae7a8 truck_9f4975 truck_06339a - truck
    air_a56c67 air_eebf8d - airplane
    pkg_3c06f0 pkg_815c3f pkg_a47ba7 pkg_78bd16 - package)

  (:init
    (part-of-city airport_4e7c65 city_6908b3)
    (part-of-city loc_c1b08c city_6908b3)
    (part-of-city airport_f647bc city_e1cd88)
    (part-of-city loc_b48290 city_e1cd88)
    (part-of-city airport_8f1d98 city_ab5d15)
    (part-of-city loc_741b8f city_ab5d15)
    (located-at truck_1ae7a8 loc_c1b08c)
    (located-at truck_06339a airport_f647bc)
    (located-at truck_9f4975 loc_741b8f)
    (located-at air_a56c67 airport_f647bc)
    (located-at air_eebf8d airport_8f1d98)
    (located-at pkg_78bd16 loc_b48290)
    (inside-vehicle pkg_a47ba7 air_a56c67)
    (located-at pkg_3c06f0 loc_c1b08c)
    (located-at pkg_815c3f loc_741b8f)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_815c3f loc_b48290)
      (located-at pkg_3c06f0 loc_741b8f)
      (located-at pkg_78bd16 airport_4e7c65)
      (located-at pkg_a47ba7 loc_c1b08c)))

  (:metric minimize (total-cost)))

(define (problem logistics-04)
  (:domain logistics)

  (:objects
    city_6908b3 city_ab5d15 city_e1cd88 - city
    airport_4e7c65 airport_f647bc airport_8f1d98 - airport
    loc_741b8f loc_c1b08c loc_971c03 loc_b48290 loc_6722e0 - location
    truck_a56c67 truck_74e089 - truck
    air_6d58dd - airplane
    pkg_a47ba7 pkg_815c3f pkg_0989ca pkg_78bd16 - package)

  (:init
    (part-of-city airport_4e7c65 city_6908b3)
    (part-of-city loc_c1b08c city_6908b3)
    (part-of-city loc_b48290 city_6908b3)
    (part-of-city airport_f647bc city_e1cd88)
    (part-of-city loc_741b8f city_e1cd88)
    (part-of-city loc_971c03 city_e1cd88)
    (part-of-city airport_8f1d98 city_ab5d15)
    (part-of-city loc_6722e0 city_ab5d15)
    (located-at truck_74e089 loc_c1b08c)
    (located-at truck_a56c67 airport_8f1d98)
    (located-at air_6d58dd airport_8f1d98)
    (located-at pkg_0989ca airport_f647bc)
    (located-at pkg_a47ba7 loc_6722e0)
    (located-at pkg_78bd16 loc_b48290)
    (located-at pkg_815c3f loc_c1b08c)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_78bd16 loc_6722e0)
      (located-at pkg_0989ca loc_b48290)
      (located-at pkg_a47ba7 loc_971c03)
      (located-at pkg_815c3f airport_f647bc)))

  (:metric minimize (total-cost)))

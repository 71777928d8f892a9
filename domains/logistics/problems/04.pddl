(define (problem logistics-04)
  (:domain logistics)

  (:objects
    city_6908b3 city_ab5d15 city_e1cd88 - city
    airport_4e7c65 airport_f647bc airport_8f1d98 - airport
    loc_c1b08c loc_b48290 - location
    truck_6722e0 truck_b8a74f - truck
    air_9f4975 air_1cc914 - airplane
    pkg_a56c67 pkg_eebf8d pkg_6d58dd pkg_6e96c1 - package)

  (:init
    (part-of-city airport_4e7c65 city_6908b3)
    (part-of-city loc_c1b08c city_6908b3)
    (part-of-city airport_f647bc city_e1cd88)
    (part-of-city loc_b48290 city_e1cd88)
    (part-of-city airport_8f1d98 city_ab5d15)
    (located-at truck_6722e0 loc_c1b08c)
    (located-at truck_b8a74f airport_f647bc)
    (located-at air_9f4975 airport_f647bc)
    (located-at air_1cc914 airport_8f1d98)
    (located-at pkg_6e96c1 loc_b48290)
    (inside-vehicle pkg_6d58dd air_9f4975)
    (located-at pkg_eebf8d airport_8f1d98)
    (located-at pkg_a56c67 loc_c1b08c)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_6d58dd loc_b48290)
      (located-at pkg_6e96c1 loc_c1b08c)
      (located-at pkg_a56c67 airport_8f1d98)
      (located-at pkg_eebf8d loc_b48290)))

  (:metric minimize (total-cost)))

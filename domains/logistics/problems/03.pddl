(define (problem logistics-03)
  (:domain logistics)

  (:objects
    city_076f6e city_00ddde - city
    airport_0ce63c airport_b47406 - airport
    loc_50d6f1 loc_de0752 loc_31df8c - location
    truck_553e37 truck_30e3cc - truck
    air_f785cb - airplane
    pkg_cfda11 pkg_5cd4a5 pkg_d2f311 - package)

  (:init
    (part-of-city airport_b47406 city_00ddde)
    (part-of-city loc_50d6f1 city_00ddde)
    (part-of-city loc_de0752 city_00ddde)
    (part-of-city airport_0ce63c city_076f6e)
    (part-of-city loc_31df8c city_076f6e)
    (located-at truck_30e3cc loc_de0752)
    (located-at truck_553e37 loc_31df8c)
    (located-at air_f785cb airport_b47406)
    (located-at pkg_5cd4a5 loc_50d6f1)
    (located-at pkg_cfda11 loc_de0752)
    (located-at pkg_d2f311 loc_31df8c)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_cfda11 airport_0ce63c)
      (located-at pkg_d2f311 loc_de0752)
      (located-at pkg_5cd4a5 loc_31df8c)))

  (:metric minimize (total-cost)))

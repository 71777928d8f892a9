(define (problem logistics-02)
  (:domain logistics)

  (:objects
    city_d4a710 city_10e0a5 - city
    airport_90d2d3 airport_e3991a - airport
    loc_acd97e loc_cd1f39 - location
    truck_52e731 truck_13a8aa - truck
    air_0fd8c3 - airplane
    pkg_df5991 - package)

  (:init
    (part-of-city airport_e3991a city_d4a710)
    (part-of-city loc_acd97e city_d4a710)
    (part-of-city airport_90d2d3 city_10e0a5)
    (part-of-city loc_cd1f39 city_10e0a5)
    (located-at truck_13a8aa loc_acd97e)
    (located-at truck_52e731 airport_90d2d3)
    (located-at air_0fd8c3 airport_90d2d3)
    (located-at pkg_df5991 loc_acd97e)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_df5991 loc_cd1f39)))

  (:metric minimize (total-cost)))

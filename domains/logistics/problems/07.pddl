(define (problem logistics-07)
  (:domain logistics)

  (:objects
    city_64108e city_557c02 city_e6ff58 - city
    airport_de925c airport_df3917 airport_49e3cf - airport
    loc_c15839 loc_4f9906 loc_da04d2 - location
    truck_9c5bda truck_ec4a28 truck_0bd26c - truck
    air_530ef4 - airplane
    pkg_bef780 pkg_5c0515 pkg_5985d0 pkg_a96408 pkg_428e50 - package)

  (:init
    (part-of-city airport_49e3cf city_557c02)
    (part-of-city loc_c15839 city_557c02)
    (part-of-city airport_de925c city_e6ff58)
    (part-of-city loc_da04d2 city_e6ff58)
    (part-of-city airport_df3917 city_64108e)
    (part-of-city loc_4f9906 city_64108e)
    (located-at truck_ec4a28 airport_49e3cf)
    (located-at truck_9c5bda loc_da04d2)
    (located-at truck_0bd26c airport_df3917)
    (located-at air_530ef4 airport_df3917)
    (located-at pkg_428e50 loc_c15839)
    (inside-vehicle pkg_5c0515 truck_9c5bda)
    (located-at pkg_a96408 loc_c15839)
    (located-at pkg_5985d0 loc_4f9906)
    (located-at pkg_bef780 loc_da04d2)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_bef780 loc_4f9906)
      (located-at pkg_5985d0 loc_c15839)
      (located-at pkg_5c0515 airport_49e3cf)
      (located-at pkg_a96408 loc_4f9906)
      (located-at pkg_428e50 loc_da04d2)))

  (:metric minimize (total-cost)))

(define (problem logistics-10)
  (:domain logistics)

  (:objects
    city_0bb159 city_0ec2af city_b33330 - city
    airport_ce3158 airport_3c7f7f airport_420d37 - airport
    loc_c952ae loc_af03e1 loc_09d6fa - location
    truck_a1f284 truck_067a99 - truck
    air_599a54 - airplane
    pkg_6ad2a3 pkg_e75c11 pkg_4f4bc1 pkg_d4298f pkg_0b8b0d pkg_68e280 pkg_7c2536 - package)

  (:init
    (part-of-city airport_420d37 city_0ec2af)
    (part-of-city loc_09d6fa city_0ec2af)
    (part-of-city airport_ce3158 city_0bb159)
    (part-of-city airport_3c7f7f city_b33330)
    (part-of-city loc_c952ae city_b33330)
    (part-of-city loc_af03e1 city_b33330)
    (located-at truck_a1f284 airport_420d37)
    (located-at truck_067a99 loc_c952ae)
    (located-at air_599a54 airport_3c7f7f)
    (located-at pkg_4f4bc1 loc_af03e1)
    (located-at pkg_7c2536 airport_ce3158)
    (located-at pkg_d4298f loc_c952ae)
    (located-at pkg_e75c11 loc_c952ae)
    (located-at pkg_0b8b0d loc_09d6fa)
    (located-at pkg_68e280 loc_09d6fa)
    (located-at pkg_6ad2a3 airport_ce3158)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_7c2536 loc_09d6fa)
      (located-at pkg_6ad2a3 loc_af03e1)
      (located-at pkg_e75c11 loc_af03e1)
      (located-at pkg_0b8b0d loc_af03e1)
      (located-at pkg_68e280 loc_af03e1)
      (located-at pkg_4f4bc1 loc_09d6fa)
      (located-at pkg_d4298f loc_09d6fa)))

  (:metric minimize (total-cost)))

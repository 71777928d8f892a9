(define (problem logistics-10)
  (:domain logistics)

  (:objects
    city_0bb159 city_0ec2af city_b33330 - city
    airport_ce3158 airport_3c7f7f airport_420d37 - airport
    loc_edc0e1 loc_09d6fa loc_c952ae loc_af03e1 - location
    truck_6bcb8b truck_20e37e truck_599a54 - truck
    air_e75c11 - airplane
    pkg_87410d pkg_7c2536 pkg_4f4bc1 pkg_6ad2a3 - package)

  (:init
    (part-of-city airport_420d37 city_0ec2af)
    (part-of-city loc_09d6fa city_0ec2af)
    (part-of-city airport_ce3158 city_0ec2af)
    (part-of-city airport_3c7f7f city_0bb159)
    (part-of-city loc_c952ae city_0bb159)
    (part-of-city loc_af03e1 city_b33330)
    (part-of-city loc_edc0e1 city_b33330)
    (located-at truck_20e37e loc_09d6fa)
    (located-at truck_6bcb8b airport_3c7f7f)
    (located-at truck_599a54 loc_edc0e1)
    (located-at air_e75c11 airport_3c7f7f)
    (located-at pkg_6ad2a3 loc_af03e1)
    (located-at pkg_7c2536 loc_c952ae)
    (located-at pkg_87410d airport_3c7f7f)
    (located-at pkg_4f4bc1 loc_09d6fa)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_6ad2a3 loc_edc0e1)
      (located-at pkg_4f4bc1 loc_c952ae)
      (located-at pkg_87410d airport_ce3158)
      (located-at pkg_7c2536 loc_af03e1)))

  (:metric minimize (total-cost)))

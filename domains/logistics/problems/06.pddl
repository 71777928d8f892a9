(define (problem logistics-06)
  (:domain logistics)

  (:objects
    city_904f60 - city
    airport_ab49fe - airport
    loc_45d698 loc_3a4627 loc_5a895b loc_8ca7f7 - location
    truck_48c7bf truck_e765b6 - truck
    pkg_5519f2 pkg_2cd3f4 pkg_bc5241 pkg_56c877 pkg_393bb6 - package)

  (:init
    (part-of-city airport_ab49fe city_904f60)
    (part-of-city loc_3a4627 city_904f60)
    (part-of-city loc_45d698 city_904f60)
    (part-of-city loc_8ca7f7 city_904f60)
    (part-of-city loc_5a895b city_904f60)
    (located-at truck_48c7bf airport_ab49fe)
    (located-at truck_e765b6 loc_5a895b)
    (located-at pkg_bc5241 loc_45d698)
    (located-at pkg_5519f2 loc_5a895b)
    (located-at pkg_2cd3f4 loc_3a4627)
    (located-at pkg_56c877 loc_8ca7f7)
    (located-at pkg_393bb6 airport_ab49fe)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_5519f2 loc_3a4627)
      (located-at pkg_56c877 loc_45d698)
      (located-at pkg_2cd3f4 loc_8ca7f7)
      (located-at pkg_bc5241 airport_ab49fe)
      (located-at pkg_393bb6 loc_5a895b)))

  (:metric minimize (total-cost)))

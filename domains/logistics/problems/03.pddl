(define (problem logistics-03)
  (:domain logistics)

  (:objects
    city_00ddde - city
    airport_87f31d - airport
    loc_0ce63c loc_86c973 loc_0df5b4 loc_b47406 - location
    truck_a2284c truck_238c44 - truck
    pkg_a4dfbc pkg_f785cb pkg_18de0c pkg_553e37 pkg_b0ac86 - package)

  (:init
    (part-of-city airport_87f31d city_00ddde)
    (part-of-city loc_b47406 city_00ddde)
    (part-of-city loc_0ce63c city_00ddde)
    (part-of-city loc_86c973 city_00ddde)
    (part-of-city loc_0df5b4 city_00ddde)
    (located-at truck_238c44 airport_87f31d)
    (located-at truck_a2284c loc_0df5b4)
    (located-at pkg_f785cb loc_0df5b4)
    (located-at pkg_a4dfbc loc_86c973)
    (located-at pkg_553e37 loc_b47406)
    (located-at pkg_18de0c airport_87f31d)
    (located-at pkg_b0ac86 loc_0ce63c)
    (= (total-cost) 0))

  (:goal
    (and
      (located-at pkg_b0ac86 airport_87f31d)
      (located-at pkg_553e37 loc_86c973)
      (located-at pkg_a4dfbc loc_0ce63c)
      (located-at pkg_18de0c loc_0df5b4)
      (located-at pkg_f785cb loc_b47406)))

  (:metric minimize (total-cost)))

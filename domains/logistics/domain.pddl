(define (domain logistics)
  (:requirements :strips :typing :action-costs)

  (:types
    city location movable - object
    airport - location
    package vehicle - movable
    truck airplane - vehicle)

  (:predicates
    (located-at ?what - movable ?place - location)
    (inside-vehicle ?package - package ?vehicle - vehicle)
    (part-of-city ?place - location ?city - city))

  (:functions (total-cost) - number)

  (:action load-truck
    :parameters (?package - package ?truck - truck ?place - location)
    :precondition (and (located-at ?truck ?place) (located-at ?package ?place))
    :effect (and
      (inside-vehicle ?package ?truck)
      (not (located-at ?package ?place))
      (increase (total-cost) 1)))

  (:action unload-truck
    :parameters (?package - package ?truck - truck ?place - location)
    :precondition (and (located-at ?truck ?place) (inside-vehicle ?package ?truck))
    :effect (and
      (located-at ?package ?place)
      (not (inside-vehicle ?package ?truck))
      (increase (total-cost) 1)))

  (:action load-airplane
    :parameters (?package - package ?airplane - airplane ?airport - airport)
    :precondition (and (located-at ?airplane ?airport) (located-at ?package ?airport))
    :effect (and
      (inside-vehicle ?package ?airplane)
      (not (located-at ?package ?airport))
      (increase (total-cost) 1)))

  (:action unload-airplane
    :parameters (?package - package ?airplane - airplane ?airport - airport)
    :precondition (and (located-at ?airplane ?airport) (inside-vehicle ?package ?airplane))
    :effect (and
      (located-at ?package ?airport)
      (not (inside-vehicle ?package ?airplane))
      (increase (total-cost) 1)))

  (:action drive-truck
    :parameters (?truck - truck ?origin - location ?destination - location ?city - city)
    :precondition (and (located-at ?truck ?origin) (part-of-city ?origin ?city) (part-of-city ?destination ?city))
    :effect (and
      (located-at ?truck ?destination)
      (not (located-at ?truck ?origin))
      (increase (total-cost) 1)))

  (:action fly-airplane
    :parameters (?airplane - airplane ?origin - airport ?destination - airport)
    :precondition (located-at ?airplane ?origin)
    :effect (and
      (located-at ?airplane ?destination)
      (not (located-at ?airplane ?origin))
      (increase (total-cost) 1))))

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
    :parameters (?truck - truck ?from - location ?to - location ?city - city)
    :precondition (and (located-at ?truck ?from) (part-of-city ?from ?city) (part-of-city ?to ?city))
    :effect (and
      (located-at ?truck ?to)
      (not (located-at ?truck ?from))
      (increase (total-cost) 1)))

  (:action fly-airplane
    :parameters (?airplane - airplane ?from - airport ?to - airport)
    :precondition (located-at ?airplane ?from)
    :effect (and
      (located-at ?airplane ?to)
      (not (located-at ?airplane ?from))
      (increase (total-cost) 1))))

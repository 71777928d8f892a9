(define (domain logistics)
  (:requirements :strips :typing)

  (:types
    city place thing - object
    airport - place
    package vehicle - thing
    truck airplane - vehicle)

  (:predicates
    (at ?thing - thing ?place - place)
    (in ?package - package ?vehicle - vehicle)
    (in-city ?place - place ?city - city))

  (:action load-truck
    :parameters (?package - package ?truck - truck ?place - place)
    :precondition (and (at ?truck ?place) (at ?package ?place))
    :effect (and (in ?package ?truck) (not (at ?package ?place))))

  (:action load-airplane
    :parameters (?package - package ?airplane - airplane ?place - place)
    :precondition (and (at ?airplane ?place) (at ?package ?place))
    :effect (and (in ?package ?airplane) (not (at ?package ?place))))

  (:action unload-truck
    :parameters (?package - package ?truck - truck ?place - place)
    :precondition (and (at ?truck ?place) (in ?package ?truck))
    :effect (and (at ?package ?place) (not (in ?package ?truck))))

  (:action unload-airplane
    :parameters (?package - package ?airplane - airplane ?place - place)
    :precondition (and (at ?airplane ?place) (in ?package ?airplane))
    :effect (and (at ?package ?place) (not (in ?package ?airplane))))

  (:action drive-truck
    :parameters (?truck - truck ?from - place ?to - place ?city - city)
    :precondition (and (at ?truck ?from) (in-city ?from ?city) (in-city ?to ?city))
    :effect (and (at ?truck ?to) (not (at ?truck ?from))))

  (:action fly-airplane
    :parameters (?airplane - airplane ?from - airport ?to - airport)
    :precondition (at ?airplane ?from)
    :effect (and (at ?airplane ?to) (not (at ?airplane ?from)))))

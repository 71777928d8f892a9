; What may happen unexpectedly: a loaded package vanishes from its vehicle and turns up at some place.
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

  (:action stray
    :parameters (?package - package ?vehicle - vehicle ?place - place)
    :precondition (in ?package ?vehicle)
    :effect (and (at ?package ?place) (not (in ?package ?vehicle)))))

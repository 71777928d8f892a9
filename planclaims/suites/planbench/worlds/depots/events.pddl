; What may happen unexpectedly: a hoist drops its crate onto some clear surface at its place, or a crate moves to another truck.
(define (domain depots)
  (:requirements :strips :typing)

  (:types
    place thing - object
    depot distributor - place
    truck hoist surface - thing
    pallet crate - surface)

  (:predicates
    (at ?thing - thing ?place - place)
    (on ?crate - crate ?surface - surface)
    (in ?crate - crate ?truck - truck)
    (lifting ?hoist - hoist ?crate - crate)
    (available ?hoist - hoist)
    (clear ?surface - surface))

  (:action slip
    :parameters (?hoist - hoist ?crate - crate ?surface - surface ?place - place)
    :precondition (and (at ?hoist ?place) (at ?surface ?place) (clear ?surface) (lifting ?hoist ?crate))
    :effect (and (available ?hoist) (at ?crate ?place) (clear ?crate) (on ?crate ?surface)
      (not (lifting ?hoist ?crate)) (not (clear ?surface))))

  (:action stray
    :parameters (?crate - crate ?truck - truck ?other - truck)
    :precondition (in ?crate ?truck)
    :effect (and (in ?crate ?other) (not (in ?crate ?truck)))))

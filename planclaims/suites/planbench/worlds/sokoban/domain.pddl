(define (domain sokoban)
  (:requirements :strips :typing)

  (:types cell direction box - object)

  (:predicates
    (at-worker ?cell - cell)
    (at ?box - box ?cell - cell)
    (next-to ?from - cell ?to - cell ?direction - direction)
    (free ?cell - cell))

  (:action move
    :parameters (?direction - direction ?from - cell ?to - cell)
    :precondition (and (at-worker ?from) (free ?to) (next-to ?from ?to ?direction))
    :effect (and (at-worker ?to) (not (at-worker ?from))))

  (:action push
    :parameters (?direction - direction ?from - cell ?by - cell ?to - cell ?box - box)
    :precondition (and (at-worker ?from) (at ?box ?by) (free ?to) (next-to ?from ?by ?direction)
      (next-to ?by ?to ?direction))
    :effect (and (at-worker ?by) (at ?box ?to) (free ?by) (not (at-worker ?from)) (not (at ?box ?by))
      (not (free ?to)))))

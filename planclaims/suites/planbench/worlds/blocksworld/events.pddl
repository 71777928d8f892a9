; What may happen unexpectedly: the held block slips out of the hand and lands on another block.
(define (domain blocksworld)
  (:requirements :strips)

  (:predicates
    (on ?upper ?lower)
    (ontable ?chosen)
    (clear ?chosen)
    (holding ?chosen)
    (handempty))

  (:action slip
    :parameters (?chosen ?lower)
    :precondition (and (holding ?chosen) (clear ?lower))
    :effect (and (on ?chosen ?lower) (clear ?chosen) (handempty) (not (holding ?chosen)) (not (clear ?lower)))))

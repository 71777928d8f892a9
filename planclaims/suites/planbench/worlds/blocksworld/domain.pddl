(define (domain blocksworld)
  (:requirements :strips)

  (:predicates
    (on ?upper ?lower)
    (ontable ?chosen)
    (clear ?chosen)
    (holding ?chosen)
    (handempty))

  (:action pick-up
    :parameters (?chosen)
    :precondition (and (clear ?chosen) (ontable ?chosen) (handempty))
    :effect (and (holding ?chosen) (not (ontable ?chosen)) (not (clear ?chosen)) (not (handempty))))

  (:action put-down
    :parameters (?chosen)
    :precondition (holding ?chosen)
    :effect (and (ontable ?chosen) (clear ?chosen) (handempty) (not (holding ?chosen))))

  (:action stack
    :parameters (?upper ?lower)
    :precondition (and (holding ?upper) (clear ?lower))
    :effect (and (on ?upper ?lower) (clear ?upper) (handempty) (not (holding ?upper)) (not (clear ?lower))))

  (:action unstack
    :parameters (?upper ?lower)
    :precondition (and (on ?upper ?lower) (clear ?upper) (handempty))
    :effect (and (holding ?upper) (clear ?lower) (not (on ?upper ?lower)) (not (clear ?upper)) (not (handempty)))))

(define (domain blocksworld)
  (:requirements :strips)

  (:predicates
    (on-block ?upper ?lower)
    (on-table ?block)
    (clear-top ?block)
    (arm-holds ?block)
    (arm-empty))

  (:action pick-up
    :parameters (?block)
    :precondition (and (arm-empty) (on-table ?block) (clear-top ?block))
    :effect (and
      (arm-holds ?block)
      (not (on-table ?block))
      (not (clear-top ?block))
      (not (arm-empty))))

  (:action put-down
    :parameters (?block)
    :precondition (arm-holds ?block)
    :effect (and
      (on-table ?block)
      (clear-top ?block)
      (arm-empty)
      (not (arm-holds ?block))))

  (:action stack
    :parameters (?upper ?lower)
    :precondition (and (arm-holds ?upper) (clear-top ?lower))
    :effect (and
      (on-block ?upper ?lower)
      (clear-top ?upper)
      (arm-empty)
      (not (arm-holds ?upper))
      (not (clear-top ?lower))))

  (:action unstack
    :parameters (?upper ?lower)
    :precondition (and (arm-empty) (on-block ?upper ?lower) (clear-top ?upper))
    :effect (and
      (arm-holds ?upper)
      (clear-top ?lower)
      (not (on-block ?upper ?lower))
      (not (clear-top ?upper))
      (not (arm-empty)))))

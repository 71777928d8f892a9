(define (domain gripper)
  (:requirements :strips :typing :negative-preconditions :action-costs)

  (:types room ball gripper)

  (:predicates
    (robot-in ?room - room)
    (ball-in ?ball - ball ?room - room)
    (gripper-free ?gripper - gripper)
    (gripper-holds ?gripper - gripper ?ball - ball)
    (room-locked ?room - room))

  (:functions (total-cost) - number)

  (:action move
    :parameters (?origin ?destination - room)
    :precondition (and (robot-in ?origin) (not (room-locked ?destination)))
    :effect (and
      (robot-in ?destination)
      (not (robot-in ?origin))
      (increase (total-cost) 1)))

  (:action pick
    :parameters (?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (robot-in ?room) (ball-in ?ball ?room) (gripper-free ?gripper))
    :effect (and
      (gripper-holds ?gripper ?ball)
      (not (ball-in ?ball ?room))
      (not (gripper-free ?gripper))
      (increase (total-cost) 1)))

  (:action drop
    :parameters (?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (robot-in ?room) (gripper-holds ?gripper ?ball))
    :effect (and
      (ball-in ?ball ?room)
      (gripper-free ?gripper)
      (not (gripper-holds ?gripper ?ball))
      (increase (total-cost) 1))))

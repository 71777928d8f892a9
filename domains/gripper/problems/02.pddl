(define (problem gripper-02)
  (:domain gripper)

  (:objects
    room_6dd190 room_b22d37 room_d42631 - room
    ball_74075c ball_67f283 - ball
    gripper_a59f14 gripper_f51ee7 - gripper)

  (:init
    (robot-in room_d42631)
    (gripper-holds gripper_a59f14 ball_74075c)
    (gripper-free gripper_f51ee7)
    (ball-in ball_67f283 room_6dd190)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_67f283 room_d42631)
      (ball-in ball_74075c room_b22d37)))

  (:metric minimize (total-cost)))

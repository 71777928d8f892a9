(define (problem gripper-02)
  (:domain gripper)

  (:objects
    room_6dd190 room_b22d37 room_d42631 - room
    ball_8f7b1e ball_67f283 ball_74075c - ball
    gripper_249bd9 gripper_050c2f - gripper)

  (:init
    (robot-in room_d42631)
    (gripper-holds gripper_249bd9 ball_74075c)
    (gripper-free gripper_050c2f)
    (ball-in ball_8f7b1e room_b22d37)
    (ball-in ball_67f283 room_6dd190)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_74075c room_6dd190)
      (ball-in ball_67f283 room_d42631)
      (ball-in ball_8f7b1e room_b22d37)))

  (:metric minimize (total-cost)))

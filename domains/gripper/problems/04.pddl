(define (problem gripper-04)
  (:domain gripper)

  (:objects
    room_9c8402 room_98da2c room_a83875 - room
    ball_a9da35 ball_f07d08 ball_12e4a6 ball_34c172 ball_79bf54 ball_17a836 - ball
    gripper_bd77e3 gripper_42e0c0 - gripper)

  (:init
    (robot-in room_a83875)
    (gripper-free gripper_42e0c0)
    (gripper-free gripper_bd77e3)
    (ball-in ball_a9da35 room_98da2c)
    (ball-in ball_f07d08 room_a83875)
    (ball-in ball_79bf54 room_9c8402)
    (ball-in ball_17a836 room_98da2c)
    (ball-in ball_12e4a6 room_a83875)
    (ball-in ball_34c172 room_9c8402)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_17a836 room_a83875)
      (ball-in ball_f07d08 room_9c8402)
      (ball-in ball_12e4a6 room_9c8402)
      (ball-in ball_a9da35 room_a83875)
      (ball-in ball_79bf54 room_98da2c)
      (ball-in ball_34c172 room_98da2c)))

  (:metric minimize (total-cost)))

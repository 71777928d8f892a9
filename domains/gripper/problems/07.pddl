(define (problem gripper-07)
  (:domain gripper)

  (:objects
    room_1e72d6 room_690f6d room_733d9d - room
    ball_167d24 ball_b10f68 ball_da37e6 ball_9d2654 - ball
    gripper_f4a418 gripper_eb422c - gripper)

  (:init
    (robot-in room_690f6d)
    (gripper-free gripper_eb422c)
    (ball-in ball_9d2654 room_733d9d)
    (ball-in ball_b10f68 room_1e72d6)
    (ball-in ball_da37e6 room_733d9d)
    (ball-in ball_167d24 room_690f6d)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_b10f68 room_733d9d)
      (ball-in ball_da37e6 room_690f6d)
      (ball-in ball_9d2654 room_1e72d6)
      (ball-in ball_167d24 room_1e72d6)))

  (:metric minimize (total-cost)))

(define (problem gripper-08)
  (:domain gripper)

  (:objects
    room_570ac3 room_9fc45e room_2ac06e room_72a510 room_4da8a4 - room
    ball_1a0090 ball_b0470e ball_ade925 ball_f34e42 ball_c5c8a3 ball_df43d7 ball_ff857b ball_0d5cfd - ball
    gripper_19f554 gripper_c86544 - gripper)

  (:init
    (robot-in room_2ac06e)
    (gripper-free gripper_c86544)
    (gripper-free gripper_19f554)
    (ball-in ball_c5c8a3 room_4da8a4)
    (ball-in ball_f34e42 room_9fc45e)
    (ball-in ball_1a0090 room_570ac3)
    (ball-in ball_ff857b room_72a510)
    (ball-in ball_ade925 room_72a510)
    (ball-in ball_0d5cfd room_72a510)
    (ball-in ball_df43d7 room_2ac06e)
    (ball-in ball_b0470e room_9fc45e)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_c5c8a3 room_9fc45e)
      (ball-in ball_0d5cfd room_4da8a4)
      (ball-in ball_ade925 room_570ac3)
      (ball-in ball_f34e42 room_2ac06e)
      (ball-in ball_ff857b room_570ac3)
      (ball-in ball_df43d7 room_72a510)
      (robot-in room_4da8a4)
      (ball-in ball_1a0090 room_9fc45e)
      (ball-in ball_b0470e room_2ac06e)))

  (:metric minimize (total-cost)))

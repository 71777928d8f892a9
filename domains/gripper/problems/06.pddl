(define (problem gripper-06)
  (:domain gripper)

  (:objects
    room_8cb53f room_f02e47 room_c8f882 room_4931f2 - room
    ball_375dbf ball_bc1b94 ball_3e65af ball_63a38d ball_d1149e ball_28d990 ball_73895c - ball
    gripper_501dd1 gripper_e0a992 - gripper)

  (:init
    (robot-in room_8cb53f)
    (gripper-free gripper_501dd1)
    (gripper-free gripper_e0a992)
    (ball-in ball_bc1b94 room_c8f882)
    (ball-in ball_73895c room_f02e47)
    (ball-in ball_28d990 room_f02e47)
    (ball-in ball_375dbf room_c8f882)
    (ball-in ball_3e65af room_8cb53f)
    (ball-in ball_d1149e room_4931f2)
    (ball-in ball_63a38d room_4931f2)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_63a38d room_c8f882)
      (ball-in ball_3e65af room_f02e47)
      (ball-in ball_d1149e room_f02e47)
      (ball-in ball_73895c room_c8f882)
      (ball-in ball_28d990 room_4931f2)
      (ball-in ball_375dbf room_f02e47)
      (ball-in ball_bc1b94 room_4931f2)))

  (:metric minimize (total-cost)))

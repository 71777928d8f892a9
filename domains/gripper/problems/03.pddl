(define (problem gripper-03)
  (:domain gripper)

  (:objects
    room_3704a7 room_229b08 - room
    ball_c43ca5 ball_164c44 ball_e738a8 ball_31f808 - ball
    gripper_05c313 gripper_49e7f5 - gripper)

  (:init
    (robot-in room_229b08)
    (gripper-free gripper_49e7f5)
    (gripper-free gripper_05c313)
    (ball-in ball_c43ca5 room_3704a7)
    (ball-in ball_31f808 room_3704a7)
    (ball-in ball_164c44 room_3704a7)
    (ball-in ball_e738a8 room_3704a7)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_c43ca5 room_229b08)
      (ball-in ball_31f808 room_229b08)
      (ball-in ball_164c44 room_229b08)
      (ball-in ball_e738a8 room_229b08)))

  (:metric minimize (total-cost)))

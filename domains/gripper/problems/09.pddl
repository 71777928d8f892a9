(define (problem gripper-09)
  (:domain gripper)

  (:objects
    room_18610d room_7fb110 room_4e5537 room_2c698d - room
    ball_e2b2a3 ball_60b49d ball_d73320 ball_19dc0d ball_3a7bdf ball_38bfaa ball_84edba - ball
    gripper_bb920b gripper_431f70 - gripper)

  (:init
    (robot-in room_2c698d)
    (room-locked room_2c698d)
    (room-locked room_7fb110)
    (gripper-free gripper_bb920b)
    (gripper-free gripper_431f70)
    (ball-in ball_19dc0d room_2c698d)
    (ball-in ball_84edba room_18610d)
    (ball-in ball_e2b2a3 room_2c698d)
    (ball-in ball_60b49d room_4e5537)
    (ball-in ball_38bfaa room_2c698d)
    (ball-in ball_3a7bdf room_2c698d)
    (ball-in ball_d73320 room_7fb110)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_38bfaa room_18610d)
      (ball-in ball_84edba room_4e5537)
      (ball-in ball_e2b2a3 room_4e5537)
      (ball-in ball_60b49d room_18610d)
      (ball-in ball_3a7bdf room_2c698d)
      (ball-in ball_d73320 room_7fb110)
      (ball-in ball_19dc0d room_18610d)))

  (:metric minimize (total-cost)))

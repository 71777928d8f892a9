(define (problem gripper-10)
  (:domain gripper)

  (:objects
    room_7a855e room_cc5956 room_34de94 - room
    ball_c4b791 ball_7e48dc ball_9e6a77 ball_ff5a32 ball_f694a1 ball_28e0a2 ball_bc74ec ball_d7cb9a
    ball_d01493 ball_29ea56 ball_4b5be5 ball_22afeb ball_18af67 - ball
    gripper_aa0e1c gripper_0a776b - gripper)

  (:init
    (robot-in room_7a855e)
    (gripper-free gripper_aa0e1c)
    (gripper-free gripper_0a776b)
    (ball-in ball_d01493 room_cc5956)
    (ball-in ball_28e0a2 room_cc5956)
    (ball-in ball_ff5a32 room_34de94)
    (ball-in ball_7e48dc room_7a855e)
    (ball-in ball_c4b791 room_7a855e)
    (ball-in ball_29ea56 room_cc5956)
    (ball-in ball_18af67 room_cc5956)
    (ball-in ball_f694a1 room_7a855e)
    (ball-in ball_bc74ec room_cc5956)
    (ball-in ball_22afeb room_34de94)
    (ball-in ball_9e6a77 room_34de94)
    (ball-in ball_4b5be5 room_cc5956)
    (ball-in ball_d7cb9a room_34de94)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_bc74ec room_34de94)
      (ball-in ball_28e0a2 room_34de94)
      (ball-in ball_18af67 room_34de94)
      (ball-in ball_22afeb room_7a855e)
      (ball-in ball_9e6a77 room_7a855e)
      (ball-in ball_d01493 room_34de94)
      (ball-in ball_c4b791 room_cc5956)
      (ball-in ball_7e48dc room_cc5956)
      (ball-in ball_d7cb9a room_7a855e)
      (ball-in ball_4b5be5 room_7a855e)
      (ball-in ball_f694a1 room_cc5956)
      (ball-in ball_ff5a32 room_7a855e)
      (ball-in ball_29ea56 room_34de94)))

  (:metric minimize (total-cost)))

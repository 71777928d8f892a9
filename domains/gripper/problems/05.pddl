(define (problem gripper-05)
  (:domain gripper)

  (:objects
    room_9d6148 room_7f4ac9 - room
    ball_cd93a6 ball_ec89d9 ball_f24d78 ball_d3b3d2 ball_2236a3 ball_fdb647 ball_155c01 - ball
    gripper_520dcb gripper_a5136c - gripper)

  (:init
    (robot-in room_9d6148)
    (gripper-holds gripper_520dcb ball_f24d78)
    (gripper-holds gripper_a5136c ball_ec89d9)
    (ball-in ball_d3b3d2 room_7f4ac9)
    (ball-in ball_155c01 room_7f4ac9)
    (ball-in ball_2236a3 room_9d6148)
    (ball-in ball_cd93a6 room_9d6148)
    (ball-in ball_fdb647 room_9d6148)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_2236a3 room_7f4ac9)
      (ball-in ball_f24d78 room_9d6148)
      (ball-in ball_d3b3d2 room_9d6148)
      (ball-in ball_ec89d9 room_7f4ac9)
      (ball-in ball_cd93a6 room_7f4ac9)
      (ball-in ball_155c01 room_9d6148)
      (ball-in ball_fdb647 room_7f4ac9)))

  (:metric minimize (total-cost)))

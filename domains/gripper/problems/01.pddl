(define (problem gripper-01)
  (:domain gripper)

  (:objects
    room_1d9ebe room_1ad909 room_87e147 - room
    ball_1b9fd2 ball_9f51a0 ball_83d831 - ball
    gripper_dac92b gripper_2aea54 - gripper)

  (:init
    (robot-in room_87e147)
    (ball-in ball_1b9fd2 room_87e147)
    (ball-in ball_9f51a0 room_87e147)
    (ball-in ball_83d831 room_1d9ebe)
    (= (total-cost) 0))

  (:goal
    (and
      (ball-in ball_83d831 room_1ad909)
      (ball-in ball_1b9fd2 room_1d9ebe)
      (ball-in ball_9f51a0 room_1ad909)))

  (:metric minimize (total-cost)))

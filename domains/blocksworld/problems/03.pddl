(define (problem blocksworld-03)
  (:domain blocksworld)

  (:objects
    block_06dac9 block_62dcaa block_9975f5 block_f7a2a2 block_1b9823 block_d8c17f)

  (:init
    (on-table block_1b9823)
    (on-block block_d8c17f block_1b9823)
    (clear-top block_d8c17f)
    (on-table block_62dcaa)
    (on-block block_f7a2a2 block_62dcaa)
    (on-block block_06dac9 block_f7a2a2)
    (clear-top block_06dac9)
    (on-table block_9975f5)
    (clear-top block_9975f5)
    (arm-empty))

  (:goal
    (and
      (on-block block_f7a2a2 block_9975f5)
      (on-block block_62dcaa block_d8c17f)
      (arm-holds block_06dac9)
      (on-block block_d8c17f block_06dac9))))

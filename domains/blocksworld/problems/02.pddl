(define (problem blocksworld-02)
  (:domain blocksworld)

  (:objects
    block_10eab7 block_a34e5d block_77d9d8 block_cc5ce0)

  (:init
    (on-table block_10eab7)
    (clear-top block_10eab7)
    (on-table block_77d9d8)
    (on-block block_cc5ce0 block_77d9d8)
    (on-block block_a34e5d block_cc5ce0)
    (clear-top block_a34e5d)
    (arm-empty))

  (:goal
    (and
      (on-block block_10eab7 block_a34e5d)
      (on-block block_cc5ce0 block_10eab7))))

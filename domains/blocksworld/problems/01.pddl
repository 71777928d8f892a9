(define (problem blocksworld-01)
  (:domain blocksworld)

  (:objects
    block_4bfac3 block_b632da block_b41fa8 block_4e6f2d)

  (:init
    (on-table block_b41fa8)
    (clear-top block_b41fa8)
    (on-table block_4bfac3)
    (clear-top block_4bfac3)
    (on-table block_4e6f2d)
    (on-block block_b632da block_4e6f2d)
    (clear-top block_b632da)
    (arm-empty))

  (:goal
    (and
      (on-block block_b632da block_b41fa8)
      (on-block block_b41fa8 block_4bfac3))))

(define (problem blocksworld-09)
  (:domain blocksworld)

  (:objects
    block_647d53 block_a2ad59 block_9fda04 block_bf9d20 block_556f7c block_c869e5 block_e8fecb
    block_4ec81f)

  (:init
    (on-table block_647d53)
    (on-block block_bf9d20 block_647d53)
    (on-block block_a2ad59 block_bf9d20)
    (on-block block_c869e5 block_a2ad59)
    (on-block block_9fda04 block_c869e5)
    (on-block block_4ec81f block_9fda04)
    (on-block block_e8fecb block_4ec81f)
    (on-block block_556f7c block_e8fecb)
    (clear-top block_556f7c)
    (arm-empty))

  (:goal
    (and
      (on-block block_c869e5 block_647d53)
      (on-block block_a2ad59 block_4ec81f)
      (on-block block_bf9d20 block_c869e5)
      (on-block block_4ec81f block_9fda04)
      (on-block block_e8fecb block_a2ad59)
      (on-block block_556f7c block_bf9d20)
      (on-block block_9fda04 block_556f7c))))

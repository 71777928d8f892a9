(define (problem blocksworld-06)
  (:domain blocksworld)

  (:objects
    block_d4431b block_eff335 block_53b466 block_3ddf8d block_2a4187 block_1c0fc2 block_389cde)

  (:init
    (on-table block_3ddf8d)
    (on-block block_53b466 block_3ddf8d)
    (on-block block_d4431b block_53b466)
    (clear-top block_d4431b)
    (on-table block_2a4187)
    (on-block block_1c0fc2 block_2a4187)
    (on-block block_eff335 block_1c0fc2)
    (on-block block_389cde block_eff335)
    (clear-top block_389cde)
    (arm-empty))

  (:goal
    (and
      (on-block block_1c0fc2 block_389cde)
      (on-block block_53b466 block_2a4187)
      (on-block block_2a4187 block_d4431b)
      (arm-holds block_3ddf8d)
      (on-block block_d4431b block_eff335))))

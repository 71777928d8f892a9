(define (problem blocksworld-08)
  (:domain blocksworld)

  (:objects
    block_67ccc9 block_327c37 block_0330d8 block_10a8e6 block_c6e06f block_d0250a block_d7f5a6
    block_33ebd4 block_41e8f6 block_40a43c block_992d5e)

  (:init
    (on-table block_c6e06f)
    (on-block block_d0250a block_c6e06f)
    (clear-top block_d0250a)
    (on-table block_d7f5a6)
    (clear-top block_d7f5a6)
    (on-table block_992d5e)
    (on-block block_0330d8 block_992d5e)
    (on-block block_10a8e6 block_0330d8)
    (on-block block_327c37 block_10a8e6)
    (on-block block_40a43c block_327c37)
    (on-block block_67ccc9 block_40a43c)
    (on-block block_33ebd4 block_67ccc9)
    (on-block block_41e8f6 block_33ebd4)
    (clear-top block_41e8f6)
    (arm-empty))

  (:goal
    (and
      (on-block block_10a8e6 block_0330d8)
      (on-block block_327c37 block_10a8e6)
      (on-block block_0330d8 block_992d5e)
      (on-block block_67ccc9 block_d7f5a6)
      (on-block block_c6e06f block_40a43c)
      (on-block block_41e8f6 block_d0250a)
      (on-block block_33ebd4 block_c6e06f)
      (on-block block_d7f5a6 block_327c37))))

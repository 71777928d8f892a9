(define (problem blocksworld-08)
  (:domain blocksworld)

  (:objects
    block_c6e06f block_d0250a block_0330d8 block_41e8f6 block_33ebd4 block_10a8e6 block_327c37
    block_40a43c block_992d5e block_67ccc9)

  (:init
    (on-table block_c6e06f)
    (clear-top block_c6e06f)
    (on-table block_992d5e)
    (on-block block_0330d8 block_992d5e)
    (on-block block_10a8e6 block_0330d8)
    (on-block block_327c37 block_10a8e6)
    (on-block block_40a43c block_327c37)
    (on-block block_67ccc9 block_40a43c)
    (on-block block_33ebd4 block_67ccc9)
    (on-block block_41e8f6 block_33ebd4)
    (clear-top block_41e8f6)
    (arm-holds block_d0250a))

  (:goal
    (and
      (on-block block_67ccc9 block_327c37)
      (on-block block_d0250a block_41e8f6)
      (on-block block_40a43c block_c6e06f)
      (on-block block_33ebd4 block_40a43c)
      (on-block block_41e8f6 block_67ccc9))))

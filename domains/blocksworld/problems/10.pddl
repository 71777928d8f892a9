(define (problem blocksworld-10)
  (:domain blocksworld)

  (:objects
    block_3f324d block_84a723 block_bc362e block_ed5028 block_b06c08 block_11871e block_22f746
    block_86dc42)

  (:init
    (on-table block_11871e)
    (on-block block_b06c08 block_11871e)
    (on-block block_bc362e block_b06c08)
    (on-block block_84a723 block_bc362e)
    (on-block block_22f746 block_84a723)
    (on-block block_3f324d block_22f746)
    (on-block block_86dc42 block_3f324d)
    (on-block block_ed5028 block_86dc42)
    (clear-top block_ed5028)
    (arm-empty))

  (:goal
    (and
      (on-block block_ed5028 block_22f746)
      (on-block block_22f746 block_11871e)
      (on-block block_86dc42 block_3f324d)
      (on-block block_11871e block_b06c08)
      (on-block block_b06c08 block_bc362e)
      (on-block block_3f324d block_ed5028)
      (on-block block_bc362e block_84a723))))

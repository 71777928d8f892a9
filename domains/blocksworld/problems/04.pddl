(define (problem blocksworld-04)
  (:domain blocksworld)

  (:objects
    block_df5dd9 block_5c2b92 block_e53a0b block_8a3f93 block_befa26)

  (:init
    (on-table block_e53a0b)
    (on-block block_df5dd9 block_e53a0b)
    (on-block block_5c2b92 block_df5dd9)
    (clear-top block_5c2b92)
    (on-table block_befa26)
    (on-block block_8a3f93 block_befa26)
    (clear-top block_8a3f93)
    (arm-empty))

  (:goal
    (and
      (on-block block_8a3f93 block_e53a0b)
      (on-block block_5c2b92 block_8a3f93)
      (on-block block_befa26 block_df5dd9))))

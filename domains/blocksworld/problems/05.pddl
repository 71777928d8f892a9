(define (problem blocksworld-05)
  (:domain blocksworld)

  (:objects
    block_9e7872 block_20b7da block_8e10af block_190eaa block_58a221 block_a27541)

  (:init
    (on-table block_a27541)
    (on-block block_8e10af block_a27541)
    (on-block block_9e7872 block_8e10af)
    (clear-top block_9e7872)
    (on-table block_58a221)
    (on-block block_190eaa block_58a221)
    (on-block block_20b7da block_190eaa)
    (clear-top block_20b7da)
    (arm-empty))

  (:goal
    (and
      (on-table block_a27541)
      (on-block block_9e7872 block_190eaa)
      (on-block block_8e10af block_58a221)
      (on-table block_58a221)
      (on-block block_20b7da block_8e10af)
      (on-block block_190eaa block_a27541))))

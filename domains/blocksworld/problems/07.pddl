(define (problem blocksworld-07)
  (:domain blocksworld)

  (:objects
    block_02537a block_5f8e18 block_e71976 block_de34ab block_51bd8f block_f24303 block_7c3dd0)

  (:init
    (on-table block_51bd8f)
    (on-block block_de34ab block_51bd8f)
    (clear-top block_de34ab)
    (on-table block_02537a)
    (on-block block_f24303 block_02537a)
    (clear-top block_f24303)
    (on-table block_7c3dd0)
    (on-block block_e71976 block_7c3dd0)
    (on-block block_5f8e18 block_e71976)
    (clear-top block_5f8e18)
    (arm-empty))

  (:goal
    (and
      (on-block block_51bd8f block_de34ab)
      (on-block block_f24303 block_51bd8f)
      (on-block block_e71976 block_7c3dd0)
      (on-block block_de34ab block_e71976)
      (on-block block_5f8e18 block_02537a)
      (on-block block_7c3dd0 block_f24303))))

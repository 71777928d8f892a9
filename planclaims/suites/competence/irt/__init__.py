"""Item response theory: what a matrix of right and wrong answers says about abilities, kinds and dimensions."""

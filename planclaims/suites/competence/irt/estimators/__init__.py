"""Response matrices, the models of them, and the estimators: marginal and joint."""

"""The paper's numbers, as printed, to stand beside ours; never mixed with them."""

from __future__ import annotations

from collections.abc import Mapping

FITS: Mapping[str, tuple[int, float, float, float, float]] = {
    "1d": (1089, 0.3571, 0.847, 21244.7, 21459.5),
    "sum-2": (2178, 0.3528, 0.847, 23032.8, 23462.3),
    "prod-2": (2178, 0.3249, 0.861, 20978.2, 21407.8),
    "sum-3": (3267, 0.3518, 0.846, 25070.6, 25714.9),
    "prod-3": (3267, 0.3208, 0.862, 22823.8, 23468.1),
    "sum-4": (4356, 0.3522, 0.846, 27170.9, 28030.0),
    "prod-4": (4356, 0.3194, 0.863, 24773.3, 25632.4),
}
"""Table 1: parameters, held-out nll per response, held-out accuracy, AIC, BIC."""

KINDS: Mapping[str, tuple[float, float]] = {
    "app": (1.74, 1.06),
    "val": (1.51, -1.64),
    "nexta": (0.64, -0.18),
    "prog": (0.31, -0.85),
    "land": (-0.71, 0.64),
    "just": (-0.81, -3.17),
    "areach": (-1.12, 3.63),
    "reach": (-1.57, 0.50),
}
"""Centred difficulties of the kinds in the product model of two dimensions."""

FORMATS: Mapping[str, tuple[float, float, float]] = {
    "val": (0.455, 0.037, 0.258),
    "prog": (0.460, 0.374, 0.393),
    "reach": (0.291, 0.430, 0.461),
    "land": (0.245, 0.524, 0.523),
    "app": (0.155, 0.633, 0.662),
    "areach": (0.029, 0.627, 0.596),
}
"""Table 2: generative accuracy, gap to multiple choice, gap to yes and no."""
FIRST_COMPONENT = 0.88
"""The share of variance of the first principal component."""
FEATURES: Mapping[str, float] = {
    "branching": 0.156,
    "predicates": 0.118,
    "actions": 0.020,
    "plan length": -0.279,
}
"""Correlations of item features with difficulty on the second dimension."""
ROUTING: Mapping[str, tuple[float, float]] = {
    "cte": (0.548, 6100),
    "always-cot": (0.613, 2400),
    "always-cte": (0.330, 14700),
}
"""Accuracy and generated tokens of routers."""

"""The rules that plans are judged by: 21 checks in eight dimensions, constraints, scores."""

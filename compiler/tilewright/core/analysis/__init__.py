"""Floor 3: what a function does: regions, dependences, cost."""

"""Floor 3: simplification, bounds and proofs over integer expressions."""

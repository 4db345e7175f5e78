"""Integer arithmetic: bounds, remainders, simplification, sets and proofs."""

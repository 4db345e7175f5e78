"""One file a feature: pure functions from an `Analysis` (and offsets) to answers."""

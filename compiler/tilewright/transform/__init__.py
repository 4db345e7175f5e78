"""Floor 4: passes."""

"""Floor 5: calling compiled code from Python."""

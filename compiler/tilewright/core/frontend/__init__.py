"""Floor 4: from text to IR, in one parser that never raises on the user's mistakes."""

"""Floor 5: code generation."""

"""On which device each tensor is."""

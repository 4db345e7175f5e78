"""Floor 6: `T` and `I` as users import them."""

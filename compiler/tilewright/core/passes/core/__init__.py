"""What a pass is, the context it runs in, and what watches it."""

"""Cost models and their features."""

"""From loops to vectors and register tiles."""

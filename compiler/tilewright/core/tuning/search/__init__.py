"""Search strategies: which schedules of a space are measured next."""

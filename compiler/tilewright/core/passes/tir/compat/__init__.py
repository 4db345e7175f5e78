"""Passes that TVM has and the CPU pipeline does not run."""

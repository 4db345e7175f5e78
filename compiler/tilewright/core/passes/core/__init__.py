"""Passes, the context they run in, and instruments."""

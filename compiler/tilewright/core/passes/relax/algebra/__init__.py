"""Graphs that compute the same with less work."""

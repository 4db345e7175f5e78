"""Operators of networks, by topic."""

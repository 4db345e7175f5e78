"""Operators that run as one kernel."""

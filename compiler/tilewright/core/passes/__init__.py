"""Passes: from module to module."""

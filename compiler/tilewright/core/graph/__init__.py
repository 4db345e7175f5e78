"""Relax functions: built, visited, matched and rewritten from Python."""

"""Passes over Relax."""

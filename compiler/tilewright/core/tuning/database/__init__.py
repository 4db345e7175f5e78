"""Databases of measured schedules."""

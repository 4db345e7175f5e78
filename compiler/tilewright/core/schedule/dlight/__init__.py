"""Rules that schedule the functions of a module."""

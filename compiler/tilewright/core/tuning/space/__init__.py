"""Spaces of schedules: rules that make them, postprocessors and mutators."""

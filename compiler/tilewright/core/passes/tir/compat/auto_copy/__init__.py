"""Copies between the memories of a GPU, which schedules mark with "auto_copy", written out for its threads."""

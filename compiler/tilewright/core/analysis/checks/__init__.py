"""Checks of a whole function, one topic a file; `collected` holds the rows."""

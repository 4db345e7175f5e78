"""What belongs to graphics processors: names that programs import, nothing that they could run."""

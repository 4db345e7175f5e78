"""Programs, arguments, records and processors: what the other parts of the tuner speak of."""

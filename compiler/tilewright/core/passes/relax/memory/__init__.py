"""Storage of graphs: planned, shared, released."""

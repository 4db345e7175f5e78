"""A-normal form, dataflow blocks and the order of bindings."""

"""The functions of a module: inlined, lifted, renamed."""

"""Models of other libraries as modules of Relax."""

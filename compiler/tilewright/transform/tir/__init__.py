"""TensorIR passes, one a file."""

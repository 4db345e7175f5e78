"""Shared parts of passes over TensorIR: fresh copies, ranges at a statement, sequences, jumps."""

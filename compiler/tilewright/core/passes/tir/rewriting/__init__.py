"""What several passes over TensorIR share: fresh copies, ranges at a statement, sequences, jumps."""

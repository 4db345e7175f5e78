"""Patterns of dataflow, and rewriting what they match, under TVM's names."""

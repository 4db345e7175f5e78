"""Passes over Relax, under TVM's names."""

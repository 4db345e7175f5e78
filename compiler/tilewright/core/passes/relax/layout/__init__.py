"""Layouts of tensors in graphs."""

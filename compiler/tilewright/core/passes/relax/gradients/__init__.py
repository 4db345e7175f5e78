"""Gradients of Relax: a rule for each op, and what leads them back through a function."""

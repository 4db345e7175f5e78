"""Tensors, devices, modules, and calls of compiled code from Python."""

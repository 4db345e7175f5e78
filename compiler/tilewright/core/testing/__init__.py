"""Helpers for tests of TensorIR programs, under the names of `tvm.testing`."""

"""What tests of TensorIR programs use, under the names of `tvm.testing`."""

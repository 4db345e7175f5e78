"""Small tools that programs for TVM take from `tvm.contrib`."""

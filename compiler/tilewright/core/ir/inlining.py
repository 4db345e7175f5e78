"""The attribute of TensorIR functions that are not compiled into their callers."""

NOINLINE = "tilewright.noinline"

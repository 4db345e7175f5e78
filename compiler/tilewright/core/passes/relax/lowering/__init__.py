"""The passes that bring a module into the form that TVM's virtual machine runs: memory is allocated, planned and given back, ops are calls of the
machine's functions, and sizes are computed by TensorIR functions."""

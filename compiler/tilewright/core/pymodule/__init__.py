"""Python functions in modules, on tensors of PyTorch."""

"""Networks written as classes, in the manner of PyTorch, that become modules of Relax."""

"""`tilewright bench`: the peak and the bandwidth of this machine, and how near kernels come, beside numpy and PyTorch."""

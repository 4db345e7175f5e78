"""The LLVM backend: the only place that knows llvmlite."""

"""Floor 1: the op table.  Rows are data and pure functions over `DType` and Python numbers; no node, no LLVM."""

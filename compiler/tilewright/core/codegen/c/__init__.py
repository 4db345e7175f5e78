"""C as a target: lowered functions as the text of a program, which any compiler of C turns into a library of packed functions."""

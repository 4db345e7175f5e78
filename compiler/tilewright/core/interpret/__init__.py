"""An interpreter of TensorIR: slow and obviously right, what every other way to run a program is measured against.

`run(func, *arguments)` executes a function as written or after any pass, in Python numbers, with blocks, vectors and predicates.  Reading or
writing outside of a buffer raises `IndexError`.  `run_checked` also checks every index, and that nothing is read before it is stored.
"""

from __future__ import annotations

from tilewright.core.interpret.function import run, run_checked
from tilewright.core.interpret.memory import UninitializedRead

__all__ = ["UninitializedRead", "run", "run_checked"]

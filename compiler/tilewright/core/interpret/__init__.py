"""An interpreter of TensorIR: slow and obviously right, what every other way to run a program is measured against.

`run(func, *arguments)` executes a function as written or after any pass, in Python numbers, with blocks, vectors and predicates.  Reading or
writing outside of a buffer raises `IndexError`.
"""

from __future__ import annotations

from tilewright.core.interpret.function import run

__all__ = ["run"]

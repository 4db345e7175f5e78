"""State of a running function: values of variables, parts of buffers by name, and the ways to leave a loop or the function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.core.interpret.memory import Memory, Value
from tilewright.core.ir.buffer import Buffer, MatchBufferRegion
from tilewright.core.ir.expr import Var


class Break(Exception):
    """Leave the innermost loop."""


class Continue(Exception):
    """Go on with the next iteration."""


class Return(Exception):
    """Leave the function with `value`."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class State:
    """`values`: numbers, vectors and pointers by variable.  `matches`: what a matched buffer is a part of.  `call`: runs a function of the module.

    `memory` is the type of memory that the program allocates; with `checks_indices` each index must lie in its dimension, else only the element in the memory.
    `constants` are the arrays that constants of the program name by number.
    """

    def __init__(self, call: Callable[[str, list[Value]], Value], constants: Sequence[object] = ()) -> None:
        self.constants = constants
        self.values: dict[Var, Value] = {}
        self.matches: dict[Buffer, MatchBufferRegion] = {}
        self.call = call
        self.memory: type[Memory] = Memory
        self.checks_indices = False

    def jump(self, name: str) -> Exception:
        """The exception that `break` or `continue` raises."""
        return Break() if name == "tir.break_loop" else Continue()

"""`verify`: is a program well formed?  The checks stand above, in `analysis/checks`, where ranges and proofs are known."""

from __future__ import annotations

from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node import ports
from tilewright.core.ir.recursion import deep_recursion, with_recursion_limit


@with_recursion_limit
def verify(program: PrimFunc | IRModule, codes: frozenset[str] | None = None) -> list[Diagnostic]:
    """The errors and warnings of a function, or of every function of a module.

    Only what can be shown in the text is reported: a node without a place is reported at what encloses it, and not at all in a function that was
    not parsed.  Nothing is reported that may be right.  With `codes`, only diagnostics of these are wanted, and others may be missing.
    """
    functions = (program,) if isinstance(program, PrimFunc) else tuple(func for _, func in prim_funcs(program))
    between = ports.call_mistakes.call(program) if isinstance(program, IRModule) else []
    with deep_recursion():
        return [diagnostic for func in functions for diagnostic in ports.check.call(func, codes)] + between


@with_recursion_limit
def refusals(func: PrimFunc) -> list[Diagnostic]:
    """The errors for which a function must not be made, here or in TVM; stops at them without further checks."""
    with deep_recursion():
        return ports.refuse.call(func)

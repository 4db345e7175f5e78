"""Functions of numpy and `math` in scripts: they compute on numbers and arrays of Python's, and what a kernel writes instead of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tilewright.core.builder.namespace import TIR
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.numpy_names import COMPARISONS, COUNTERPARTS, OF_ARRAYS, OPERATORS, NumpyFunction
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import Expr

if TYPE_CHECKING:
    from tilewright.core.frontend.context import Context


# What numpy and Python compute of a whole array, and how a kernel does.
REDUCTIONS: Final = frozenset(
    {"sum", "mean", "prod", "max", "min", "amax", "amin", "any", "all", "dot", "matmul", "average", "std", "var"}
)
REDUCTION: Final = (
    "a kernel reduces a dimension in a loop over it: a block with a reduction axis (`R`) that adds to one element in each iteration, "
    "after `with T.init()` has set it"
)


def call_numpy(context: Context, node: ast.Call, function: NumpyFunction, args: list[Any]) -> object:
    """A call of numpy in a script that is not executed: of no known value, and a mistake on an expression."""
    given = [arg for arg in args if isinstance(arg, (Expr, Buffer))]
    takes_part = any(isinstance(arg, BufferRegion) for arg in args)
    if context.world is not None and not takes_part and all(map(context.world.of_unknowns, given)):
        return context.unknown()
    report_misuse(context, node, function, args)
    return context.unknown()


def operators_of(context: Context, function: NumpyFunction, args: list[Any]) -> Callable[..., Any] | None:
    """The operators of expressions that a function of numpy applies to these arguments; None where their result is not known."""
    world = context.world
    given = [arg for arg in args if isinstance(arg, Expr)]
    known = given and all(isinstance(arg, (Expr, int, float)) for arg in args)
    return OPERATORS.get(function.name) if known and (world is None or not world.has_unknowns(*args)) else None


def report_misuse(context: Context, node: ast.Call, function: object, args: list[Any]) -> bool:
    """Report a function of numpy or `math` that is given an expression or a buffer, with what to write; whether it is one."""
    name, library = getattr(function, "__name__", ""), _library(function)
    given = next((arg for arg in args if isinstance(arg, (Expr, Buffer, BufferRegion))), None)
    if given is not None and not isinstance(given, Expr) and name in REDUCTIONS:
        sentence = f"`{context.text(node.func)}` does not take {describe(given)}; {REDUCTION}"
        context.report("host-error", sentence, node)
        return True
    if library is None or given is None:
        return False
    if isinstance(given, Expr) and (name in OF_ARRAYS or name in OPERATORS):
        return False
    said = f"`{context.text(node.func)}` computes on {library}, not on {describe(given)}"
    known = COUNTERPARTS.get(name, name)
    if not isinstance(given, Expr):
        context.report("host-error", f"{said}; a kernel computes element by element, in loops", node)
    elif name in COMPARISONS and len(node.args) == 2:
        cure = f" {COMPARISONS[name]} ".join(_operand(context, each) for each in node.args)
        context.report(
            "host-error", f"{said}; write `{cure}`", node, fixes=context.replacement(f"({cure})", node, safe=False)
        )
    elif known in TIR.members:
        cure = f"{context.script()}.{known}({', '.join(context.text(each) for each in node.args)})"
        fixes = () if node.keywords else context.replacement(cure, node, safe=False)
        context.report("host-error", f"{said}; write `{cure}`", node, fixes=fixes)
    else:
        context.report(
            "host-error", f"{said}, and `{context.script()}` has no counterpart of it: write the formula", node
        )
    return True


def hint_at_print(context: Context, node: ast.Call, args: list[Any]) -> None:
    """Say of Python's `print` of an element, a variable or a buffer when it runs, and what shows a value."""
    if not isinstance(node.func, ast.Name) or node.func.id != "print" or context.scopes.find("print") is not None:
        return
    world = context.world
    for value, part in zip(args, node.args):
        of_kernel = isinstance(value, (Buffer, BufferRegion)) or (
            isinstance(value, Expr) and not hasattr(value, "value")
        )
        if of_kernel and not (isinstance(value, Expr) and world is not None and world.of_unknowns(value)):
            sentence = (
                f"Python prints this once, while the function is parsed: the text `{context.text(part)}`, and no value"
            )
            context.report("print-while-parsing", f"{sentence}; {_showing(context.script())}", node)
            return


def _showing(space: str) -> str:
    """The call that shows values, in a text that calls the namespace of TensorIR so."""
    written = f'{space}.evaluate({space}.call_extern("int32", "printf", "%g\\n", {space}.cast(x, "float64")))'
    return f"to see values while the kernel runs, write `{written}`, or look at the outputs after the call"


def function_of_one(name: str) -> str | None:
    """The member of `T` that takes one expression and does what a method of this name does to numpy's arrays or PyTorch's tensors."""
    known = COUNTERPARTS.get(name, name)
    member = TIR.members.get(known or "")
    takes_one = member is not None and member.kind == "op" and _OF_ONE.fullmatch(member.signature) is not None
    return known if takes_one else None


_OF_ONE: Final = re.compile(r"T\.\w+\(\w+: PrimExpr\) -> PrimExpr")


def _operand(context: Context, node: ast.expr) -> str:
    """The text of an operand, in parentheses where an operator beside it would take a part of it."""
    text = context.text(node)
    return text if isinstance(node, (ast.Name, ast.Constant, ast.Subscript, ast.Call, ast.Attribute)) else f"({text})"


def _library(function: object) -> str | None:
    """The values that functions of a library compute on; None for a function of another."""
    module = str(getattr(function, "__module__", ""))
    if module == "math":
        return "Python's numbers"
    of_numpy = isinstance(function, NumpyFunction) or type(function).__module__ == "numpy"
    return "numpy's arrays" if of_numpy or module.partition(".")[0] == "numpy" else None

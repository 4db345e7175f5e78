"""Python's and numpy's types where a script has types of its own, and what is written there instead."""

from __future__ import annotations

import ast
from types import NoneType, UnionType
from typing import Final, Union, get_args, get_origin

from tilewright.core.frontend.context import Context
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.numpy_names import NUMPY
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.node import Node

_NUMBERS: Final = {
    **{"int": "int32", "float": "float32", "bool": "bool", "bool_": "bool", "double": "float64", "half": "float16"},
    **{name: name for name in ("float16", "float32", "float64")},
    **{f"{sign}int{bits}": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
_ARRAYS: Final = frozenset({"ndarray", "list", "tuple"})
_OTHERS: Final = frozenset({"str", "bytes", "complex", "dict", "set", "object"})


def refuses_python_type(
    context: Context, code: str, before: str, value: object, annotation: ast.expr, is_graph: bool = False
) -> bool:
    """Report an annotation, whose value is `value` and which stands behind the text `before`, if it is a type of Python or numpy or allows several types, with the script's type to write; whether it is one."""
    if isinstance(value, Node):
        return False
    is_union = get_origin(value) in (Union, UnionType)
    types = [each for each in get_args(value) if each is not NoneType] if is_union else [value]
    found = _python_type(context, types[0], annotation) if len(types) == 1 else None
    if found is None and not is_union:
        return False
    owner, said = found or ("", "")
    text = annotation.value if isinstance(annotation, ast.Constant) else ast.unparse(annotation)
    several = f"`{text}` allows several types, and a value of a script has one"
    written = several if is_union else f"`{text}` is {owner}'s type"
    space = context.script("R" if is_graph else "T")
    if said in _NUMBERS:
        kind = "int64" if is_graph and said == "int" else _NUMBERS[said]  # as sizes are
        wanted = f'{space}.Prim("{kind}")' if is_graph else f"{space}.{kind}"
        fixes = context.replacement(wanted, annotation, safe=False)
        context.report(code, f"{written}; write `{before}{wanted}`", annotation, fixes=fixes)
    elif said in _ARRAYS:
        form = f"{space}.{'Tensor' if is_graph else 'Buffer'}"
        context.report(
            code,
            f'{written}; an array has its shape and data type here: `{before}{form}((16,), "float32")`',
            annotation,
        )
    elif is_union:
        context.report(code, written, annotation)
    else:
        takes = "tensors, tuples, shapes and numbers" if is_graph else "buffers, handles and numbers"
        context.report(code, f"{written}, of which a script has no values; it has {takes}", annotation)
    return True


def _python_type(context: Context, value: object, annotation: ast.expr) -> tuple[str, str] | None:
    """The owner of a type, "Python" or "numpy", and its name; None of anything else."""
    if value is UNKNOWN:  # numpy is not imported to read a script
        if not isinstance(annotation, ast.Attribute) or annotation.attr not in {*_NUMBERS, *_ARRAYS}:
            return None
        with context.recorder.paused(), context.silence():
            return ("numpy", annotation.attr) if evaluate(context, annotation.value) is NUMPY else None
    plain = getattr(value, "__origin__", value)  # of list[int]
    if not isinstance(plain, type) or plain.__name__ not in {*_NUMBERS, *_ARRAYS, *_OTHERS}:
        return None
    return {"builtins": ("Python", plain.__name__), "numpy": ("numpy", plain.__name__)}.get(plain.__module__)


__all__ = ["refuses_python_type"]

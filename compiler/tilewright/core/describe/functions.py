"""Description of a function or module: its signature, attributes, and what one call costs."""

from __future__ import annotations

from textwrap import indent

from tilewright.core.analysis.cost import bytes_moved, flops
from tilewright.core.describe.graphs import graph_signature
from tilewright.core.describe.text import buffer_text, bullets, bytes_text, code, count_text
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.ir.relax import Function


def function_description(name: str, func: PrimFunc) -> str:
    """Markdown about a function."""
    attributes = [f"`{key}` = `{value!r}`" for key, value in func.attrs.items() if key != "global_symbol"]
    facts = (
        _cost("floating-point operations", flops(func)),
        _moved(bytes_moved(func)),
        f"attributes {', '.join(attributes)}" if attributes else None,
    )
    listed = bullets(facts)
    return f"{code(signature(name, func))}\n\n**function**" + (f"\n\n{listed}" if listed else "")


def function_detail(func: PrimFunc) -> str:
    """The parameters in one line."""
    return f"({', '.join(_parameter(func, param) for param in func.params)})"


def module_description(name: str, module: IRModule) -> str:
    """Markdown about a module: the heads of its functions."""
    heads = [indent(_head(var.name_hint, func), "    ") for var, func in module.functions.items()]
    functions = "1 function" if len(heads) == 1 else f"{len(heads)} functions"
    return f"{code(chr(10).join([f'class {name}:', *(heads or ['    pass'])]))}\n\n**module** of {functions}"


def _head(name: str, func: BaseFunc) -> str:
    if isinstance(func, PrimFunc):
        return signature(name, func)
    return graph_signature(name, func) if isinstance(func, Function) else f"def {name}(...)"


def signature(name: str, func: PrimFunc) -> str:
    """The head of the function as a program would write it; a long one takes a line for each parameter."""
    parameters = [_parameter(func, param) for param in func.params]
    line = f"def {name}({', '.join(parameters)})"
    if len(line) <= 100:
        return line
    return f"def {name}(\n" + "".join(f"    {parameter},\n" for parameter in parameters) + ")"


def _parameter(func: PrimFunc, param: Var) -> str:
    buffer = func.buffer_map.get(param)
    return buffer_text(buffer) if buffer is not None else f"{param.name}: T.{param.dtype}"


def _cost(what: str, count: Expr | None) -> str | None:
    if count is None:
        return None
    return f"{count.value:,} {what}" if isinstance(count, IntImm) else f"`{count_text(count)}` {what}"


def _moved(count: Expr | None) -> str | None:
    if isinstance(count, IntImm):
        return f"{bytes_text(count.value)} of arguments"
    return _cost("bytes of arguments", count)

"""What a function or module is: its signature, attributes, and what one call costs."""

from __future__ import annotations

from tilewright.analysis.cost import bytes_moved, flops
from tilewright.describe.text import buffer_text, bullets, bytes_text, code, expression_text
from tilewright.ir.expr import Expr, IntImm, Var
from tilewright.ir.function import IRModule, PrimFunc, prim_funcs


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
    """Markdown about a module."""
    functions = "\n".join(
        f"    {signature(var.name_hint, func)}" for var, func in prim_funcs(module) if isinstance(func, PrimFunc)
    )
    return f"{code(f'class {name}:' + chr(10) + (functions or '    pass'))}\n\n**module** of {len(module)} functions"


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
    return f"{count.value:,} {what}" if isinstance(count, IntImm) else f"`{expression_text(count)}` {what}"


def _moved(count: Expr | None) -> str | None:
    if isinstance(count, IntImm):
        return f"{bytes_text(count.value)} of arguments"
    return _cost("bytes of arguments", count)

"""The native form of a function, and the calling convention.

    ptr @tilewright_<name>(params..., symbols..., [ptr result])

Handles and buffers are pointers to their first element; scalars are passed as `types.abi` says; `symbols` are the sizes and strides
that only the arguments know, in the order of `runtime.signature`.  The returned pointer is null, or a message.
"""

from __future__ import annotations

from tilewright.core.base.dtype import VOID
from tilewright.core.codegen.llvm.calls import from_abi
from tilewright.core.codegen.llvm.cleanup import leave
from tilewright.core.codegen.llvm.expression import lower as lower_expression
from tilewright.core.codegen.llvm.imported import PRAGMA, imported_text
from tilewright.core.codegen.llvm.statement import lower as lower_statement
from tilewright.core.codegen.llvm.symbols import symbol
from tilewright.core.codegen.llvm.types import abi, element_bytes, unsupported
from tilewright.core.codegen.llvm.writer import Body, ModuleText
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.inlining import NOINLINE
from tilewright.core.runtime.signature import result_type, symbols


def define(module: ModuleText, name: str, func: PrimFunc, linkage: str, distinct: bool) -> None:
    """Add the native function of `func`; with `distinct`, no two of its buffers share memory, and they are marked `noalias` for LLVM."""
    body = Body(module, func, lower_expression, result_type(func) or VOID)
    if body.result.is_handle or body.result.is_vector:
        raise unsupported(f"`{name}` returns a {body.result}; a native function returns a number or nothing")
    parameters = [_parameter(body, func, param, distinct) for param in func.params]
    for each in symbols(func):
        body.values[each.variable] = f"%{_register(body, each.variable)}"
        parameters.append(f"{abi(each.dtype)} %{_register(body, each.variable)}")
    if body.returns_value:
        parameters.append("ptr noundef %result")
    _convert_scalars(body, func)
    if PRAGMA in func.attrs:
        module.imported[imported_text(func.attrs[PRAGMA])] = None
    lower_statement(body, func.body)
    leave(body, "null")
    module.definitions.append(_text(body, name, parameters, linkage, "noinline " if func.attrs.get(NOINLINE) else ""))


def _parameter(body: Body, func: PrimFunc, param: Var, distinct: bool) -> str:
    """The declaration of a parameter; a buffer's pointer stands for the handle and for the buffer's `data`."""
    name = _register(body, param)
    body.values[param] = f"%{name}"
    buffer = func.buffer_map.get(param)
    if buffer is None:
        return f"{abi(param.dtype)} %{name}"
    body.values[buffer.data] = f"%{name}"
    notes = f"{'noalias ' if distinct else ''}align {element_bytes(buffer.dtype)} "
    body.pointer_notes[buffer.data] = notes
    return f"ptr {notes}%{name}"


def _convert_scalars(body: Body, func: PrimFunc) -> None:
    for param in func.params:
        if not param.dtype.is_handle:
            body.values[param] = from_abi(body, body.values[param], param.dtype)


def _register(body: Body, variable: Var) -> str:
    """A readable, unique name for a parameter."""
    found = body.parameter_names.get(variable)
    if found is None:
        word = "".join(char if char.isascii() and char.isalnum() else "_" for char in variable.name)
        found = body.parameter_names[variable] = f"{word}.{len(body.parameter_names)}"
    return found


def _text(body: Body, name: str, parameters: list[str], linkage: str, notes: str) -> str:
    notes = f"nounwind {notes}{_WIDE if body.computes else ''}{body.module.notes}"
    return body.text(f"define {linkage}ptr @{symbol(name)}({', '.join(parameters)}) {notes.rstrip()}", name)


# LLVM takes half of a 512-bit register where it may choose; with the whole, twice as many elements are on their way through a long chain at a time.
_WIDE = '"prefer-vector-width"="512" '

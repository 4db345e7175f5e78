"""Calls: of other functions of the module, and of C functions by name.

A native function returns a pointer to a message, null when all went well; its caller frees what it holds and passes the
message on.  A value that the program returns comes through a last pointer argument.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.core.analysis.checks.calls import count_sentence, parameter_name, parameter_names
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import FLOAT64, INT32, VOID, DType
from tilewright.core.codegen.llvm.cleanup import leave
from tilewright.core.codegen.llvm.constants import number
from tilewright.core.codegen.llvm.conversion import convert
from tilewright.core.codegen.llvm.memory import load_at
from tilewright.core.codegen.llvm.symbols import symbol
from tilewright.core.codegen.llvm.types import abi, memory, register, unsupported
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.expr import Expr, StringImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.runtime.signature import result_type, symbols

# C functions whose last parameters are `...`, with the number of those before: their calls need the full type on some machines.
_VARIADIC = {"printf": 1, "fprintf": 2, "sprintf": 2, "snprintf": 3}


_C_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$.]*$")


def call_function(body: Body, name: str, type_: DType, args: Sequence[Expr]) -> str:
    """A call of a function of the module."""
    callee = body.module.functions.get(name)
    if callee is None:
        raise unsupported(f"`{name}` is called, and the module has no function of that name")
    if len(args) != len(callee.params):
        raise UserError("call-count", count_sentence(name, parameter_names(callee), len(args)))
    operands = [_argument(body, name, callee, param, arg) for param, arg in zip(callee.params, args)]
    operands += _symbols(body, name, callee, args)
    result = result_type(callee) or VOID
    slot = _result_slot(body, result)
    operands += [f"ptr {slot}"] if slot else []
    status = body.set(f"call ptr @{symbol(name)}({', '.join(operands)})")
    pass_on(body, status)
    if not slot:
        return "poison" if type_ is VOID else number(type_, 0)
    value = load_at(body, slot, result)
    return value if type_ is VOID else convert(body, value, result, type_)


def _argument(body: Body, name: str, callee: PrimFunc, param: Var, arg: Expr) -> str:
    value, type_ = body.value(arg), arg.dtype
    if param.dtype.is_handle != type_.is_handle:
        shown, kind = parameter_name(callee, param), "a pointer" if param.dtype.is_handle else param.dtype
        raise UserError("call-argument", f"`{shown}` of `{name}` is {kind}, and the value given is {type_}")
    value = convert(body, value, type_, param.dtype)
    return f"{abi(param.dtype)} {to_abi(body, value, param.dtype)}"


def _symbols(body: Body, name: str, callee: PrimFunc, args: Sequence[Expr]) -> list[str]:
    """The sizes that the callee learns from its buffers: known when the caller's buffer behind each pointer is."""
    wanted = symbols(callee)
    if not wanted:
        return []
    known = _sizes(body, callee, args)
    for each in wanted:
        if each.variable not in known:
            raise UserError(
                "unbound-size", f"`{name}` is called with pointers that do not determine its size `{each.name}`"
            )
    return [
        f"{register(each.dtype)} {convert(body, body.value(known[each.variable]), known[each.variable].dtype, each.dtype)}"
        for each in wanted
    ]


def _sizes(body: Body, callee: PrimFunc, args: Sequence[Expr]) -> dict[Var, Expr]:
    """The values, in the caller, of the symbolic sizes of the callee's buffers."""
    found: dict[Var, Expr] = {}
    for param, arg in zip(callee.params, args):
        buffer = callee.buffer_map.get(param)
        given = body.buffer_of(arg) if isinstance(arg, Var) else None
        if buffer is None or given is None or len(buffer.shape) != len(given.shape):
            continue
        for size, known in zip((*buffer.shape, *buffer.strides), (*given.shape, *given.strides)):
            if isinstance(size, Var):
                found.setdefault(size, known)
        if isinstance(buffer.elem_offset, Var):
            found.setdefault(buffer.elem_offset, given.elem_offset)
    return found


def _result_slot(body: Body, result: DType) -> str:
    if result is VOID:
        return ""
    return body.on_entry(f"alloca {memory(result)}, align 8")


def pass_on(body: Body, status: str) -> None:
    """Return the callee's message, if it has one."""
    failed, fine = body.labels("failed", "fine")
    bad = body.set(f"icmp ne ptr {status}, null")
    body.branch_if(bad, failed, fine)
    body.begin(failed)
    leave(body, status)
    body.begin(fine)


def to_abi(body: Body, value: str, type_: DType) -> str:
    """A scalar in the form in which functions take it."""
    if type_.is_handle:
        return value
    if type_.is_float:
        return body.set(f"bitcast half {value} to i16") if type_.bits == 16 else value
    kind = abi(type_)
    if kind == register(type_):
        return value
    return body.set(f"{'sext' if type_.kind == 'int' else 'zext'} {register(type_)} {value} to {kind}")


def from_abi(body: Body, value: str, type_: DType) -> str:
    """A scalar parameter in its register form."""
    kind = register(type_)
    if abi(type_) == kind:
        return value
    if type_.is_float:
        return body.set(f"bitcast i16 {value} to half")
    if type_.is_bool:
        return body.set(f"icmp ne {abi(type_)} {value}, 0")
    return body.set(f"trunc {abi(type_)} {value} to {kind}")


def call_extern(body: Body, type_: DType, args: Sequence[Expr]) -> str:
    """A C function by name: the first argument is the name, the others are passed as C passes them."""
    name = args[0].value if isinstance(args[0], StringImm) else None
    if name is None or not _C_NAME.match(name):
        raise unsupported("the first argument of `T.call_extern` is the name of a C function")
    fixed = _VARIADIC.get(name, len(args))
    passed = [_c_argument(body, arg, place >= fixed) for place, arg in enumerate(args[1:])]
    kinds = [kind for kind, _ in passed]
    return _emit_c_call(body, name, type_, kinds, [f"{kind} {value}" for kind, value in passed])


def _emit_c_call(body: Body, name: str, type_: DType, kinds: list[str], operands: list[str]) -> str:
    fixed = _VARIADIC.get(name)
    parameters = ", ".join(kinds if fixed is None else [*kinds[:fixed], "..."])
    result = f"{_extension(type_)}{register(type_)}"
    body.module.declare(name, f"declare {result} @{name}({parameters})")
    call = f"call {result} ({parameters}) @{name}({', '.join(operands)})"
    if type_ is VOID:
        body.do(call)
        return "poison"
    return body.set(call)


def _c_argument(body: Body, arg: Expr, promoted: bool) -> tuple[str, str]:
    """Type with attribute, and value, of an argument; behind `...` C widens what is narrower than int or double."""
    value, type_ = body.value(arg), arg.dtype
    if promoted and not type_.is_vector:
        wider = FLOAT64 if type_.is_float else INT32 if type_.is_integer and type_.bits < 32 else type_
        value, type_ = convert(body, value, type_, wider), wider
    return f"{register(type_)} {_extension(type_)}".rstrip(), value


def _extension(type_: DType) -> str:
    """The extension that C's convention asks of narrow integers."""
    if not type_.is_integer or type_.bits >= 32 or type_.is_vector:
        return ""
    return "signext " if type_.kind == "int" else "zeroext "

"""Functions: `prim_func` and what is said at the top of one: `func_name`, `arg`, `func_attr`, `func_ret`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import HANDLE
from tilewright.core.builder.arguments import describe, mapping
from tilewright.core.builder.frames import IRBuilder, PrimFuncFrame, attributes, rename, same_attribute
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.node.type_ import PrimType, Type


def prim_func(is_private: bool = False) -> PrimFuncFrame:
    """A function.  A private one has no `global_symbol`: only its module can call it."""
    return PrimFuncFrame(bool(is_private))


def at_function_top(form: str) -> PrimFuncFrame:
    """The innermost frame, which must be the function's: `form` says something about the function as a whole."""
    builder = IRBuilder.current()
    found = builder.last(PrimFuncFrame)
    if found is not None:
        return found
    around = builder.find(PrimFuncFrame)
    if around is None:
        raise UserError("outside-function", f"`{form}` describes a function and must be inside one")
    name = f" `{around.name}`" if around.name else ""
    raise UserError(
        "not-at-function-top", f"`{form}` belongs at the top of the function{name}, not inside a block or loop of it"
    )


def enclosing_function(form: str) -> PrimFuncFrame:
    """The function that is being built, from anywhere inside it."""
    found = IRBuilder.current().find(PrimFuncFrame)
    if found is None:
        raise UserError("outside-function", f"`{form}` must be inside a function")
    return found


def func_name(name: str) -> None:
    """The name of the function that is being built."""
    found = at_function_top("T.func_name")
    if found.name is not None:
        raise UserError("duplicate-function-name", f"the function is called `{found.name}` already", "name")
    found.name = str(name)


def arg(name: str, obj: Var | Buffer) -> Var | Buffer:
    """The next parameter of the function that is being built, a variable or a buffer; returns it."""
    found = at_function_top("T.arg")
    if isinstance(obj, Buffer):
        rename(obj, name)
        handle = Var(f"{name}_handle", HANDLE)
        found.args.append(handle)
        found.buffer_map[handle] = obj
    elif isinstance(obj, Var):
        rename(obj, name)
        found.args.append(obj)
    else:
        raise UserError(
            "wrong-argument", f"the parameter `{name}` must be a buffer or a variable, not {describe(obj)}", "obj"
        )
    return obj


def func_attr(attrs: Mapping[str, Any]) -> None:
    """Attributes of the function: `T.func_attr({"global_symbol": "main", "tir.noalias": True})`."""
    found = at_function_top("T.func_attr")
    for key, value in attributes(mapping(attrs, "`T.func_attr`", "attrs")).items():
        if key == "global_symbol" and found.is_private:
            raise UserError(
                "private-global-symbol",
                f"a private function is not linked by name, so it has no `global_symbol`; leave out the name {value!r}, or `private=True`",
                "attrs",
            )
        old = found.attrs.setdefault(key, value)
        if not same_attribute(old, value):
            raise UserError(
                "duplicate-function-attr",
                f'the function has the attribute "{key}" already, with the value {old!r}',
                "attrs",
            )


def func_ret(ret_type: object) -> Type:
    """The type of the value that the function returns, such as `T.int32`; returns it."""
    found = at_function_top("T.func_ret")
    if found.ret_type is not None:
        raise UserError("duplicate-return-type", "the type that the function returns is given already", "ret_type")
    found.ret_type = _type(ret_type)
    return found.ret_type


def _type(given: object) -> Type:
    if isinstance(given, Type):
        return given
    value = given() if callable(given) else given
    if isinstance(value, Var):
        return value.type_annotation
    if isinstance(value, Expr):
        return PrimType(value.dtype)
    raise UserError("wrong-argument", f"a function returns a value of a data type, not {describe(given)}", "ret_type")


__all__ = [
    "PrimFuncFrame",
    "arg",
    "at_function_top",
    "enclosing_function",
    "func_attr",
    "func_name",
    "func_ret",
    "prim_func",
]

"""Lowered functions for tests, built from nodes: flat buffers, loops, and modules of them that run on numpy arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tilewright.ir.operators  # noqa: F401  (gives expressions their operators)
from tilewright.core.codegen.llvm import compile_module
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.node.type_ import PrimType
from tilewright.ir.expr import BufferLoad, Expr, IntImm, Ramp, Var, expr
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import BufferStore, For, ForKind, Stmt, seq
from tilewright.runtime import Module


def flat(name: str, type_: str = "float32", size: Any = 16, **options: Any) -> Buffer:
    """A flat buffer."""
    return decl_buffer((size,), type_, name, **options)


def loop(extent: Any, body: Callable[[Var], Stmt], name: str = "i", type_: str = "int32", first: Any = 0) -> Stmt:
    """A serial loop."""
    variable = Var(name, type_)
    return For(variable, first, extent, ForKind.SERIAL, body(variable))


def store(buffer: Buffer, place: Any, value: Any, predicate: Expr | None = None) -> Stmt:
    """buffer[place] = value"""
    return BufferStore(buffer, value, (place,), predicate)


def load(buffer: Buffer, place: Any, predicate: Expr | None = None) -> Expr:
    """buffer[place]"""
    return BufferLoad(buffer, (place,), predicate)


def ramp(first: Any, step: int, lanes: int) -> Expr:
    """first, first + step, ..."""
    return Ramp(expr(first), IntImm(expr(first).dtype, step), IntImm("int32", lanes))


def function(name: str, params: Sequence[Any], *body: Stmt, returns: str | None = None) -> PrimFunc:
    """A function with a global symbol; buffers among the parameters get handles."""
    result = PrimType(returns) if returns is not None else None
    return PrimFunc(tuple(params), seq(list(body)), result, attrs={"global_symbol": name})


def module(*functions: PrimFunc, target: Any = None, attrs: Mapping[str, Any] | None = None) -> Module:
    """Functions, compiled."""
    return Module(compile_module(IRModule({each.name: each for each in functions}, attrs), target))


def run(params: Sequence[Any], *body: Stmt, args: Sequence[Any] = (), returns: str | None = None) -> Any:
    """Compile one function and call it."""
    return module(function("f", params, *body, returns=returns))["f"](*args)

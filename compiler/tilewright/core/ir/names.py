"""Names of `tvm.ir` that programs use beside the nodes: bases to ask `isinstance` of, places in sources, functions by name."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.base.registry import get_global_func
from tilewright.core.base.source import Span
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.relax import RelaxExpr


class BaseExpr(ABC):  # noqa: B024
    """The base of all expressions, of TensorIR and of Relax."""


BaseExpr.register(Expr)
BaseExpr.register(RelaxExpr)


class Attrs(ABC):  # noqa: B024
    """The base of all sets of attributes."""


Attrs.register(DictAttrs)


@dataclass(frozen=True)
class SourceName:
    """The name of a source, usually that of a file."""

    name: str


@dataclass(frozen=True)
class SequentialSpan:
    """Several places in sources, one after another."""

    spans: tuple[Span, ...]

    def __init__(self, spans: Sequence[Span]) -> None:
        object.__setattr__(self, "spans", tuple(spans))


@dataclass(frozen=True)
class EnvFunc:
    """A function that is known by its name in the registry of global functions, so that programs that hold it can be saved."""

    name: str
    func: Callable[..., Any]

    def __call__(self, *args: object) -> Any:
        return self.func(*args)

    @staticmethod
    def get(name: str) -> EnvFunc:
        """The function registered under `name`; raises `ValueError` when there is none."""
        return EnvFunc(name, get_global_func(name))

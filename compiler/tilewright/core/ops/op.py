"""The row type of the op table, and what a row may say about lowering.

A row is the one home of an operator's or intrinsic's name, parameters, result type, documentation, evaluation, effect,
printing and lowering.  Builder, namespace, printer, folding, verifier, backend, stubs and editor read it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, SupportsIndex

from tilewright.core.base.identity import Identified
from tilewright.core.dialects import classic_name
from tilewright.core.ops.ports import ATTRIBUTES, NAMES, ROW


class CallEffectKind(IntEnum):
    """The side effects of a call; the names and numbers are TVM's."""

    ExprAnnotation = 0
    Pure = 1
    ReadState = 2
    UpdateState = 3
    SpecialCallArg = 4
    EmbedInfo = 5
    ControlJump = 6
    Opaque = UpdateState


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of an op.

    `kind`: "expr" (a value), "dtype" (the result type, given as a string), "int", "str" (compile-time constants), "var",
    "buffer", "any" (nothing is converted).  `variadic` marks `*args`.
    """

    name: str
    kind: str = "expr"
    doc: str = ""
    default: Any = ...
    variadic: bool = False


@dataclass(frozen=True, slots=True)
class Instr:
    """One LLVM instruction, chosen by the element kind: `Instr(int="add", float="fadd")`; `uint` defaults to `int`."""

    int: str | None = None
    uint: str | None = None
    float: str | None = None


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """An LLVM intrinsic overloaded on the result type, such as "llvm.sqrt".  `flags` are constant extra i1 arguments."""

    name: str
    flags: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Extern:
    """A function of the C mathematics library by its double name: "erf" stands for `erff` and `erf`."""

    name: str


@dataclass(frozen=True, slots=True)
class Expand:
    """Lowered to other ops; `rule` names the expansion that the lowering floor keeps under that name."""

    rule: str


@dataclass(frozen=True, slots=True)
class Special:
    """Lowered by a function of the backend that is registered under `rule`."""

    rule: str


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Cannot run on a CPU; `why` completes the sentence "`T.x` ..."."""

    why: str


Lowering = Instr | Intrinsic | Extern | Expand | Special | Unsupported


class OpName(str):
    """The registered name of an op of TensorIR.  It is equal to the name in either release: "tir.exp" is "tirx.exp" to TVM since 0.25."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) or (isinstance(other, str) and str.__eq__(self, classic_name(other)))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def startswith(self, prefix: str | tuple[str, ...], *within: SupportsIndex | None) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Whether it begins so in either release: "tir.exp" with "tirx." too."""
        wanted = (prefix,) if isinstance(prefix, str) else prefix
        return str.startswith(self, (*wanted, *(classic_name(each) for each in wanted)), *within)

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True, eq=False)
class Op(Identified):
    """One row.

    `name`: registered name ("tir.exp").  `script`: the name under `T.` ("exp"), None when it has none.  `result`: name of the
    rule in `dtype_rules.RESULT_RULES` that gives the result type from the argument types.  `evaluate`: value for Python
    numbers and the result type, for folding and the interpreter; None when it cannot be known at compile time; it may raise
    ArithmeticError or ValueError where the mathematics has no answer.  `node`: the expression class
    that stands for it ("Add"), None when it is a `Call`.  `symbol` and `precedence`: printing as a Python operator.
    `dtype_position`: where the result dtype stands among the printed arguments: "first", "last", or None when it is
    not printed because the arguments tell it.  `operands`: "float" or "integer" when the values it is called with must be such,
    "" when it takes any.
    """

    name: str
    script: str | None
    params: tuple[Param, ...]
    doc: str
    result: str = "same"
    effect: CallEffectKind = CallEffectKind.Pure
    evaluate: Callable[..., Any] | None = None
    lower: Lowering | None = None
    node: str | None = None
    symbol: str | None = None
    precedence: int = 0
    commutative: bool = False
    associative: bool = False
    vectorizable: bool = True
    dtype_position: str | None = None
    group: str = ""
    operands: str = ""
    attrs: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if self.name.startswith("tir."):
            object.__setattr__(self, "name", OpName(self.name))

    def __repr__(self) -> str:
        return f"Op({self.name})"

    @staticmethod
    def get(name: str) -> Op:
        """The row registered under `name`; raises `AttributeError` when there is none, as TVM does."""
        row = ROW.call(name) or own_ops.get(name)
        if row is None and name.startswith("prim."):  # TVM since 0.27 has these apart from those of TensorIR
            row = ROW.call("tir." + name.removeprefix("prim."))
        if row is None:
            raise AttributeError(f"Operator {name} is not registered")
        return row

    @staticmethod
    def list_op_names() -> list[str]:
        """All registered names."""
        return [*NAMES.call(), *own_ops]

    def get_attr(self, attr_name: str) -> Any:
        """A further attribute of the row, None when it has none of that name."""
        own = own_attributes.get((self.name, attr_name))
        if own is not None:
            return own[1]
        if attr_name in ATTRIBUTES:
            return ATTRIBUTES[attr_name].call(self)
        return {"TScriptPrinterName": self.script, "TCallEffectKind": self.effect, **dict(self.attrs)}.get(attr_name)

    def has_attr(self, attr_name: str) -> bool:
        """Whether it has a further attribute of that name."""
        return self.get_attr(attr_name) is not None

    @property
    def description(self) -> str:
        """The documentation of the row."""
        return self.doc

    def reset_attr(self, attr_name: str) -> None:
        """Have the row no attribute of that name, until one is registered again."""
        own_attributes[self.name, attr_name] = (0, None)

    @property
    def num_inputs(self) -> int:
        """Number of arguments, -1 when it takes any number."""
        return -1 if any(param.variadic for param in self.params) else len(self.params)


# What programs add: ops by name, and attributes by name of op and key, each with its level; `registration.py` writes here.
own_ops: dict[str, Op] = {}
own_attributes: dict[tuple[str, str], tuple[int, Any]] = {}

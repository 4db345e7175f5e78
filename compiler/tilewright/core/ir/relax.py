"""Relax: programs over whole tensors.

func    ::= Function(params, body: SeqExpr, ret_struct_info, is_pure, attrs) | ExternFunc(global_symbol)
expr    ::= Var | DataflowVar | Constant | Tuple | TupleGetItem | Call | If | SeqExpr | ShapeExpr | PrimValue | StringImm | DataTypeImm
          | func | GlobalVar | Op
binding ::= VarBinding(var, value) | MatchCast(var, value, struct_info)
block   ::= BindingBlock(bindings) | DataflowBlock(bindings)

Every expression has a `struct_info`, set when it is normalised; rewriting an expression drops it, so that it is derived anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.base.diagnostics import UserValueError
from tilewright.core.base.dtype import VOID, DType, DTypeField, dtype
from tilewright.core.base.source import Span
from tilewright.core.ir import expr as prim
from tilewright.core.ir.attrs import DictAttrs, OpAttrs
from tilewright.core.ir.expr import Expr as PrimExpr
from tilewright.core.ir.expr import GlobalVar, expr, exprs
from tilewright.core.ir.expr.base import derived
from tilewright.core.ir.function import BaseFunc
from tilewright.core.ir.node import Node, also_called, array, node, ports
from tilewright.core.ir.node.fields import Field, Several
from tilewright.core.ir.node.type_ import MISSING, PrimType, Type
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    dimensions,
    from_type,
    static_type,
)


class RelaxExpr(Node):
    """Base of the Relax expressions.  Operators build calls of the ops (`a + b` is `relax.add(a, b)`): see `relax_operators`."""

    if not TYPE_CHECKING:  # every expression has the slots of the fields below
        __slots__ = ()
    span: Span | None
    struct_info_: StructInfo | None

    @property
    def struct_info(self) -> StructInfo:
        """The value's struct info; raises `ValueError` when the expression was never normalised."""
        known = self.struct_info_
        if known is None:
            raise ValueError(
                "The struct_info is not populated: the expression was built by hand; let a BlockBuilder normalise it"
            )
        return known

    if TYPE_CHECKING:

        def __getitem__(self, index: Any) -> Any: ...
        def __iter__(self) -> Iterator[Any]: ...

    @property
    def ty(self) -> StructInfo | Type:
        """The struct info as TVM since 0.27 has it, a type: that of a scalar is its `PrimType`, and one that is not known is missing."""
        known = self.struct_info_
        if known is None:
            return MISSING
        return PrimType(known.dtype) if isinstance(known, PrimStructInfo) else known

    @property
    def checked_type(self) -> StructInfo:
        """The static part of the struct info: dtypes and ranks, no sizes."""
        return static_type(self.struct_info)


@node
class Id(Node):
    """The identity of a variable, shared by its copies of other struct info; `name_hint` is what it prints as."""

    name_hint: str

    def __str__(self) -> str:
        return self.name_hint

    __repr__ = __str__


@also_called(name_hint="vid", name="vid", struct_info="struct_info_", ty="struct_info_")
@node
class Var(RelaxExpr):
    """A variable, known by identity."""

    vid: Field[Id, Id | str]
    struct_info_: StructInfo | None = None
    span: Span | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            vid: Id | str = ...,
            struct_info_: StructInfo | Type | None = None,
            span: Span | None = None,
            *,
            name_hint: str = ...,
            name: str = ...,
            struct_info: StructInfo | Type | None = ...,
            ty: StructInfo | Type | None = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if not isinstance(self.vid, Id):
            self.vid = Id(str(self.vid))
        if self.struct_info_ is MISSING:
            self.struct_info_ = None
        if self.struct_info_ is not None and not isinstance(self.struct_info_, StructInfo):
            self.struct_info_ = _struct_info_of_var(self.struct_info_, self.vid.name_hint)

    @property
    def name_hint(self) -> str:
        """The name that it prints as."""
        return self.vid.name_hint

    @property
    def name(self) -> str:
        """The name that it prints as, under the word of TVM since 0.27."""
        return self.vid.name_hint


def _struct_info_of_var(given: object, name: str) -> StructInfo:
    """The struct info that a type says; raises `TypeError` for anything that is none, a shape for instance."""
    if isinstance(given, Type):
        return from_type(given)
    shape = f"{given}" if isinstance(given, tuple | list) else "shape"
    raise TypeError(
        f"the struct_info of the variable `{name}` must be a StructInfo, and {type(given).__name__} is given; "
        f'for a tensor of a shape write relax.Var("{name}", R.Tensor({shape}, dtype))'
    )


@also_called(name_hint="vid", name="vid", struct_info="struct_info_", ty="struct_info_")
@node
class DataflowVar(Var):
    """A variable that only its dataflow block sees."""

    vid: Field[Id, Id | str]
    struct_info_: StructInfo | None = None
    span: Span | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            vid: Id | str = ...,
            struct_info_: StructInfo | Type | None = None,
            span: Span | None = None,
            *,
            name_hint: str = ...,
            name: str = ...,
            struct_info: StructInfo | Type | None = ...,
            ty: StructInfo | Type | None = ...,
        ) -> None: ...


@also_called(struct_info="given_struct_info", ty="given_struct_info")
@node
class Constant(RelaxExpr):
    """A tensor known at compile time; `data` is a `runtime.Tensor`."""

    data: Any
    given_struct_info: StructInfo | None = None
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    if TYPE_CHECKING:

        def __init__(
            self,
            data: object,
            given_struct_info: StructInfo | None = None,
            span: Span | None = None,
            *,
            struct_info: StructInfo | None = ...,
            ty: StructInfo | None = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        known = self.given_struct_info
        self.struct_info_ = (
            known if known is not None else TensorStructInfo(dimensions(self.data.shape), str(self.data.dtype))
        )


@node
class Tuple(RelaxExpr):
    """Several values as one."""

    fields: Several[RelaxExpr]
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        self.fields = array([relax_expr(field) for field in self.fields])
        known = [getattr(field, "struct_info_", None) for field in self.fields]
        if all(item is not None for item in known):
            self.struct_info_ = TupleStructInfo(known)

    def __getitem__(self, index: int) -> RelaxExpr:
        return self.fields[index]

    def __len__(self) -> int:
        return len(self.fields)


@node
class TupleGetItem(RelaxExpr):
    """One of several values, counted from 0."""

    tuple_value: RelaxExpr
    index: int
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        known = self.tuple_value.struct_info_
        if isinstance(known, TupleStructInfo) and 0 <= self.index < len(known.fields):
            self.struct_info_ = known.fields[self.index]


def _require_callable(var: Var) -> None:
    """Raise `UserValueError` for a variable that is known to be no function; one of which nothing is known may be a closure."""
    known = var.struct_info_
    if isinstance(known, (PrimStructInfo, ShapeStructInfo, TensorStructInfo, TupleStructInfo)):
        raise UserValueError("relax-call", f"only functions can be called, and this is `{known}`")


@also_called(ty_args="sinfo_args")
@node
class Call(RelaxExpr):
    """A call of an op, of a function of the module, of an external function or of a function value.

    `attrs` are the op's compile-time arguments by name; `sinfo_args` the struct infos given for the result.
    """

    op: Any
    args: Field[tuple[RelaxExpr, ...], Iterable[Any]]
    attrs: Field[OpAttrs, Mapping[str, Any] | None] = derived(default=None)
    sinfo_args: Field[tuple[StructInfo, ...], Sequence[StructInfo] | None] = derived(default=())
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    if TYPE_CHECKING:

        def __init__(
            self,
            op: object,
            args: Iterable[object],
            attrs: Mapping[str, object] | None = None,
            sinfo_args: Sequence[StructInfo] | None = (),
            span: Span | None = None,
            *,
            ty_args: Sequence[StructInfo] | None = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if isinstance(self.op, str):
            from tilewright.core.ops.op import Op

            self.op = Op.get(self.op)
        if isinstance(self.op, Var):
            _require_callable(self.op)
        self.args = array([relax_expr(argument) for argument in self.args])
        if type(self.attrs) is not OpAttrs:
            self.attrs = OpAttrs(self.attrs or {})
        self.sinfo_args = array(self.sinfo_args or ())

    @property
    def ty_args(self) -> tuple[StructInfo, ...]:
        """`sinfo_args` under the name that TVM since 0.25 gives them."""
        return self.sinfo_args

    def children(self) -> tuple[Node, ...]:
        """The function called, where it is an expression and not an op, and the arguments."""
        return (self.op, *self.args) if isinstance(self.op, Node) else (*self.args,)

    def map_children(self, function: Any) -> Any:
        """This call with `function` applied to what is called and to the arguments."""
        op = function(self.op) if isinstance(self.op, Node) else self.op
        args = tuple([function(argument) for argument in self.args])
        if op is self.op and all(a is b for a, b in zip(args, self.args)):
            return self
        return Call(op, args, self.attrs, self.sinfo_args, self.span)


@node
class If(RelaxExpr):
    """One of two values by a scalar bool."""

    cond: RelaxExpr
    true_branch: RelaxExpr
    false_branch: RelaxExpr
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        self.true_branch, self.false_branch = _sequence(self.true_branch), _sequence(self.false_branch)


def _sequence(value: RelaxExpr) -> RelaxExpr:
    """A branch as a sequence."""
    return value if isinstance(value, SeqExpr) else SeqExpr((), relax_expr(value))


class Binding(Node):
    """Base of the bindings: `var` becomes the name of a value."""

    __slots__ = ()
    var: Var
    value: RelaxExpr
    span: Span | None


@node
class VarBinding(Binding):
    """`var = value`"""

    var: Var
    value: RelaxExpr
    span: Span | None = None


@also_called(ty="struct_info")
@node
class MatchCast(Binding):
    """`var = R.match_cast(value, struct_info)`: checked at run time; symbolic variables seen first get their values from it."""

    var: Var
    value: RelaxExpr
    struct_info: StructInfo
    span: Span | None = None

    if TYPE_CHECKING:

        def __init__(
            self,
            var: Var,
            value: RelaxExpr,
            struct_info: StructInfo = ...,
            span: Span | None = None,
            *,
            ty: StructInfo = ...,
        ) -> None: ...

    @property
    def ty(self) -> StructInfo:
        """`struct_info` under the name that TVM since 0.25 gives it."""
        return self.struct_info


@node
class BindingBlock(Node):
    """Bindings one after another."""

    bindings: Several[Binding]
    span: Span | None = None

    def __post_init__(self) -> None:
        self.bindings = array(self.bindings)


@node
class DataflowBlock(BindingBlock):
    """Bindings without side effect and without control flow."""

    bindings: Several[Binding]
    span: Span | None = None


@node
class SeqExpr(RelaxExpr):
    """Blocks of bindings, then a value."""

    blocks: Several[BindingBlock]
    body: RelaxExpr
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        self.blocks = array(self.blocks)
        self.struct_info_ = self.body.struct_info_


@node
class ShapeExpr(RelaxExpr):
    """A shape, as a value."""

    values: Field[tuple[PrimExpr, ...], Iterable[Any]]
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        self.values = dimensions(self.values)
        self.struct_info_ = ShapeStructInfo(self.values)

    def __getitem__(self, index: int) -> PrimExpr:
        try:
            return self.values[index]
        except IndexError:
            raise IndexError(
                f"ShapeExpr index out of range: there are {len(self.values)} sizes, and {index} is asked for"
            ) from None

    def __len__(self) -> int:
        return len(self.values)

    def __add__(self, other: object) -> Any:
        return array(self.values) + other if isinstance(other, (tuple, list)) else RelaxExpr.__add__(self, other)  # pyright: ignore[reportAttributeAccessIssue]

    def __radd__(self, other: object) -> Any:
        return other + array(self.values) if isinstance(other, (tuple, list)) else RelaxExpr.__radd__(self, other)  # pyright: ignore[reportAttributeAccessIssue]


@node
class PrimValue(RelaxExpr):
    """A scalar TIR expression as a value; Python integers become int64."""

    value: Any
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        given = self.value
        is_number = isinstance(given, int) and not isinstance(given, bool)
        self.value = dimensions((int(given),))[0] if is_number else expr(given)
        self.struct_info_ = PrimStructInfo(self.value)


@node
class StringImm(RelaxExpr):
    """A string."""

    value: str
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        self.struct_info_ = ObjectStructInfo()


@node
class DataTypeImm(RelaxExpr):
    """A data type."""

    value: DTypeField
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)

    def __post_init__(self) -> None:
        if type(self.value) is not DType:
            self.value = dtype(str(self.value))
        self.struct_info_ = ObjectStructInfo()


@also_called(ret_ty="ret_struct_info")
@node
class Function(BaseFunc, RelaxExpr):
    """A Relax function; `is_pure` says that calling it has no side effect."""

    params: Several[Var]
    body: RelaxExpr
    ret_struct_info: StructInfo | None = None
    is_pure: bool = True
    attrs: Field[DictAttrs, Mapping[str, Any] | None] = derived(default=None)
    span: Span | None = None
    struct_info_: StructInfo | None = derived(init=False, default=None)
    dialect: str | None = derived(default=None, kw_only=True)

    if TYPE_CHECKING:

        def __init__(
            self,
            params: Iterable[Var],
            body: RelaxExpr,
            ret_struct_info: StructInfo | None = None,
            is_pure: bool = True,
            attrs: Mapping[str, object] | None = None,
            span: Span | None = None,
            *,
            ret_ty: StructInfo | None = ...,
            dialect: str | None = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        self.params = array(self.params)
        self.attrs = self.attrs if type(self.attrs) is DictAttrs else DictAttrs(self.attrs or {})
        known = [param.struct_info_ for param in self.params]
        if self.body.struct_info_ is not None:
            self.ret_struct_info = ports.result_info.call(self.ret_struct_info, self.body.struct_info_, known)
        if self.ret_struct_info is not None and all(item is not None for item in known):
            self.struct_info_ = FuncStructInfo(known, self.ret_struct_info, self.is_pure)

    @property
    def ret_ty(self) -> StructInfo | None:
        """`ret_struct_info` under the name that TVM since 0.25 gives it."""
        return self.ret_struct_info

    def bind_params(self, binding_map: Mapping[Any, object]) -> Function:
        """The function with parameters, by name or variable, replaced by values: expressions, arrays or numbers."""
        return ports.bind_params.call(self, binding_map)

    def bind_symbolic_vars(self, binding_map: Mapping[Any, object]) -> Function:
        """The function with symbolic sizes, by name or variable, replaced by numbers or expressions."""
        return ports.bind_symbols.call(self, binding_map)

    def inline_functions(self, function_map: Mapping[Any, object]) -> Function:
        """The function with calls of other functions, by name or `GlobalVar`, replaced by their bodies."""
        return ports.inline_functions.call(self, function_map)

    @staticmethod
    def create_empty(
        params: Sequence[Var],
        ret_struct_info: StructInfo,
        is_pure: bool = True,
        attrs: Any = None,
        span: Span | None = None,
    ) -> Function:
        """A function without a body yet: its body is its first parameter's place holder, an empty tuple."""
        return Function(tuple(params), Tuple(()), ret_struct_info, is_pure, attrs, span)

    def __call__(self, *args: object) -> Call:
        return Call(self, args)


@also_called(struct_info="struct_info_", ty="struct_info_")
@node
class ExternFunc(BaseFunc, RelaxExpr):
    """A function from outside, by its registered name."""

    global_symbol: str
    struct_info_: StructInfo | None = None
    span: Span | None = None
    attrs: Field[DictAttrs, Mapping[str, Any] | None] = derived(default=None)
    dialect: str | None = derived(default=None, kw_only=True)

    if TYPE_CHECKING:

        def __init__(
            self,
            global_symbol: str,
            struct_info_: StructInfo | None = None,
            span: Span | None = None,
            attrs: Mapping[str, object] | None = None,
            *,
            struct_info: StructInfo | None = ...,
            ty: StructInfo | None = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if self.struct_info_ is None:
            self.struct_info_ = FuncStructInfo.opaque_func()
        self.attrs = self.attrs if type(self.attrs) is DictAttrs else DictAttrs(self.attrs or {})

    def __call__(self, *args: object) -> Call:
        return Call(self, args)


def call_function(function: GlobalVar, args: tuple[object, ...]) -> Any:
    """A call of a function of the module: of Relax when an argument is."""
    if any(isinstance(argument, RelaxExpr) for argument in args):
        return Call(function, args)
    return prim.Call(VOID, function, exprs(args))


def shape_of(shape: Any) -> RelaxExpr:
    """The shape of a tensor as a Relax expression: sizes become a `ShapeExpr`."""
    return shape if isinstance(shape, RelaxExpr) else ShapeExpr(shape)


def relax_expr(value: object) -> Any:
    """`value` as a Relax expression: TIR expressions and Python numbers become `PrimValue`, strings `StringImm`, tuples and lists `Tuple`."""
    if isinstance(value, RelaxExpr | GlobalVar | BaseFunc):
        return value
    if isinstance(value, str):
        return StringImm(value)
    if isinstance(value, tuple | list):
        return Tuple(tuple(value))
    if isinstance(value, PrimExpr | int | float):
        return PrimValue(value)
    from tilewright.core.ops.op import Op

    if isinstance(value, Op):
        return value
    raise TypeError(f"a Relax expression is expected, not {type(value).__name__}")

"""Shared by the inference rules: reading the struct infos of arguments, and arithmetic of symbolic sizes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.interval import INF
from tilewright.core.base.diagnostics import UserError, UserTypeError
from tilewright.core.base.dtype import DType, dtype
from tilewright.core.base.names import counted
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, PrimValue, ShapeExpr, Tuple
from tilewright.core.ir.struct_info import (
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
    dimensions,
)
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import variables_of

if TYPE_CHECKING:
    from tilewright.core.ir.global_info import VDevice


VOID = dtype("void")
Sizes = tuple[Expr, ...]


class InferContext:
    """The context of an inference rule: proofs about sizes, and the functions of the module.

    `undecided` are the pairs of sizes that must be equal, and could be shown to be neither equal nor different.  `given` are variables for integers of the Python around the
    module, which are no sizes of its functions.
    """

    def __init__(self, module: IRModule | None = None) -> None:
        self.module = module
        self.analyzer = Analyzer()
        self.undecided: list[tuple[Expr, Expr]] = []
        self.given: Collection[Var] = ()

    def learn(self, infos: Iterable[StructInfo | None]) -> None:
        """The variables that stand alone as a size of a tensor or shape are 0 or more, as in TVM where a function is built."""
        for info in infos:
            if isinstance(info, TupleStructInfo):
                self.learn(info.fields)
            elif isinstance(info, (TensorStructInfo, ShapeStructInfo)):
                for size in (sizes_of(info) if isinstance(info, TensorStructInfo) else info.values) or ():
                    if isinstance(size, Var):
                        self.analyzer.facts.ranges.setdefault(size, (0, INF))

    def equal(self, a: Expr, b: Expr) -> bool:
        """Whether two sizes are known to be the same."""
        return a is b or self.analyzer.can_prove_equal(a, b)

    def differ(self, a: Expr, b: Expr) -> bool:
        """Whether two sizes that must be equal are known to be different; where that cannot be known they are noted as undecided."""
        if isinstance(a, IntImm) and isinstance(b, IntImm):
            return a.value != b.value
        if self.equal(a, b):
            return False
        if self.analyzer.can_prove(a != b):
            return True
        self.undecided.append((a, b))
        return False


def fail(call: Call, sentence: str, argument: str | None = None, *, code: str = "relax-argument") -> UserError:
    """A mistake in a call."""
    return UserError(code, f"`R.{call.op.script}`: {sentence}", argument, call)


def wrong_dtype(call: Call, sentence: str, argument: str | None = None) -> UserError:
    """A data type that the op does not take, or types that do not go together."""
    return _mistyped(call, sentence, argument, "relax-dtype")


def _mistyped(call: Call, sentence: str, argument: str | None, code: str = "relax-argument") -> UserTypeError:
    return UserTypeError(code, f"`R.{call.op.script}`: {sentence}", argument, call)


def wrong_shape(call: Call, sentence: str, argument: str | None = None) -> UserError:
    """Sizes that do not fit."""
    return fail(call, sentence, argument, code="relax-shape")


def wrong_rank(call: Call, sentence: str, argument: str | None = None) -> UserError:
    """A number of dimensions that the op does not take."""
    return fail(call, sentence, argument, code="relax-rank")


def wrong_axis(call: Call, sentence: str, argument: str | None = None) -> UserError:
    """An axis that is not there, or is named twice."""
    return fail(call, sentence, argument, code="relax-axis")


def tensor(call: Call, position: int) -> TensorStructInfo:
    """The struct info of an argument, which must be a tensor."""
    if position >= len(call.args):
        name = call.op.values[position].name if position < len(call.op.values) else str(position)
        raise fail(call, f"the argument `{name}` is missing")
    info = call.args[position].struct_info_
    if isinstance(info, TensorStructInfo):
        return info
    name = call.op.values[position].name if position < len(call.op.values) else str(position)
    raise _mistyped(call, f"`{name}` must be a tensor, not {kind_of(info)}", name)


def kind_of(info: StructInfo | None) -> str:
    """A struct info in words."""
    return "a value of unknown type" if info is None else f"`{info.script()}`".replace("\n", " ")


def sizes_of(info: TensorStructInfo) -> Sizes | None:
    """The sizes, where they are written out; a variable that stands for a shape is opaque, even when its own struct info tells its sizes."""
    return info.shape.values if isinstance(info.shape, ShapeExpr) else None


def shape_of(info: TensorStructInfo) -> Sizes | None:
    """The sizes, where they are known."""
    if isinstance(info.shape, ShapeExpr):
        return info.shape.values
    if info.shape is not None and isinstance(info.shape.struct_info_, ShapeStructInfo):
        return info.shape.struct_info_.values
    return None


def fields(call: Call, position: int = 0) -> list[TensorStructInfo]:
    """The tensors of a tuple, of which there must be one."""
    name = call.op.values[position].name
    info = call.args[position].struct_info_
    if not isinstance(info, TupleStructInfo):
        raise fail(call, f"`{name}` must be a tuple of tensors, not {kind_of(info)}", name)
    found = [field for field in info.fields if isinstance(field, TensorStructInfo)]
    if len(found) != len(info.fields) or not found:
        raise fail(call, f"`{name}` must be a tuple of tensors, not {kind_of(info)}", name)
    return found


def device_of(*infos: TensorStructInfo) -> VDevice | None:
    """The device of the tensors; None when none says, or when they stand on different ones."""
    known = [info.vdevice for info in infos if info.vdevice is not None]
    return known[0] if known and all(_same_device(device, known[0]) for device in known) else None


def _same_device(a: VDevice, b: VDevice) -> bool:
    return a is b or structural_equal(a, b)


def one_device(call: Call, a: TensorStructInfo, b: TensorStructInfo) -> VDevice | None:
    """The device of two tensors that are computed with together; raises when they stand on different ones."""
    if a.vdevice is not None and b.vdevice is not None and not _same_device(a.vdevice, b.vdevice):
        raise fail(call, "the operands are on different devices; move one with `R.to_vdevice`")
    return device_of(a, b)


def positions(call: Call, info: TensorStructInfo, name: str) -> None:
    """Raises unless the elements can be indices: they must be integers."""
    if info.dtype.kind != "void" and info.dtype.kind not in ("int", "uint"):
        raise wrong_dtype(call, f"`{name}` must hold integers, not {info.dtype}", name)


def made(
    sizes: Sequence[Any] | None, type_: DType | str, ndim: int = -1, device: VDevice | None = None
) -> TensorStructInfo:
    """A tensor of these sizes, or of so many unknown ones."""
    if sizes is None:
        return TensorStructInfo(None, type_, device, ndim)
    return TensorStructInfo(ShapeExpr(dimensions(sizes)), type_, device)


def unknown(info: TensorStructInfo, ndim: int) -> TensorStructInfo:
    """A tensor of so many dimensions of unknown sizes, otherwise like this one."""
    return TensorStructInfo(None, info.dtype, info.vdevice, ndim)


def size_of(value: int) -> Expr:
    """A number as a size."""
    return IntImm(dtype("int64"), value)


def number(size: object) -> int | None:
    """A size that is a number, as a number of Python."""
    return int(size.value) if isinstance(size, IntImm) else size if isinstance(size, int) else None


def known(context: InferContext, sizes: Sequence[Expr]) -> tuple[Any, ...]:
    """Sizes in their simplest form."""
    return tuple(context.analyzer.simplify(size) if isinstance(size, Expr) else size for size in sizes)


def like(info: TensorStructInfo, type_: DType | str | None = None) -> TensorStructInfo:
    """The same shape, perhaps of another type."""
    return TensorStructInfo(info.shape, info.dtype if type_ is None else type_, info.vdevice, info.ndim)


def setting_type(call: Call, otherwise: DType, name: str = "dtype") -> DType:
    """The data type that the call asks for, else another."""
    given = call.attrs.get(name, "void")
    return otherwise if str(given) in ("void", "") else dtype(str(given))


def shape_argument(call: Call, position: int) -> tuple[Sizes | None, int]:
    """The sizes that an argument gives, or how many."""
    argument = call.args[position]
    if isinstance(argument, ShapeExpr):
        return argument.values, len(argument.values)
    if isinstance(argument, Tuple) and not argument.fields:
        return (), 0
    info = argument.struct_info_
    if isinstance(info, ShapeStructInfo):
        return info.values, info.ndim
    raise fail(call, f"a shape is expected, not {kind_of(info)}", "shape")


def axis_of(call: Call, axis: int, ndim: int, argument: str = "axis") -> int:
    """An axis counted from the front; raises when there is none."""
    if ndim == -1:
        return axis
    if not -ndim <= axis < ndim:
        dimensions = counted(ndim, "dimension")
        raise wrong_axis(call, f"the tensor has {dimensions}, so axis {axis} does not exist", argument)
    return axis % ndim


def axes_of(call: Call, axes: Sequence[int], ndim: int, argument: str = "axis") -> list[int]:
    """Axes counted from the front; raises when one is not there or named twice."""
    found = [axis_of(call, int(axis), ndim, argument) for axis in axes]
    if len(set(found)) != len(found):
        raise wrong_axis(call, f"the axes {list(axes)} name a dimension twice", argument)
    return found


def integers(call: Call, position: int) -> Sizes | None:
    """The integers in a tuple of values, where they are known."""
    argument = call.args[position]
    if isinstance(argument, Tuple):
        found: list[Expr] = []
        for field in argument.fields:
            if not isinstance(field, PrimValue):
                return None
            found.append(field.value)
        return tuple(found)
    info = argument.struct_info_
    if isinstance(info, TupleStructInfo):
        values = [field.value for field in info.fields if isinstance(field, PrimStructInfo)]
        return tuple(values) if len(values) == len(info.fields) and all(v is not None for v in values) else None
    return None


def broadcast(
    call: Call, context: InferContext, a: Sizes | None, b: Sizes | None, argument: str | None = None
) -> Sizes | None:
    """The shape of two tensors broadcast together, None when it is unknown: `n` and `n + 2` fit where `n` is 1."""
    if a is None or b is None:
        return None
    found: list[Expr] = []
    certain = True
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    apart = len(longer) - len(shorter)
    for at, size in enumerate(longer):
        other = size if at < apart else shorter[at - apart]
        if at < apart or context.equal(size, other) or _is_one(other):
            found.append(size)
        elif _is_one(size):
            found.append(other)
        elif isinstance(size, IntImm) and isinstance(other, IntImm):
            sentence = f"the shapes {words(a)} and {words(b)} cannot be broadcast: {word(size)} is not {word(other)}"
            raise wrong_shape(call, sentence, argument)
        else:
            certain = False
            shared = {*variables_of(size)} & {*variables_of(other)}  # `2 * n` and `n`, of which none is meant to be 1
            if shared or (len(shorter) == 1 < len(longer) and _is_among(context, other, longer[:-1])):
                context.undecided.append((size, other))
    return tuple(found) if certain else None


def _is_among(context: InferContext, size: Expr, others: Sizes) -> bool:
    """Whether a symbolic size is another axis of the same tensor: a vector along it was to be added there, and not along the last axis."""
    return isinstance(size, Var) and any(context.equal(size, other) for other in others)


def _is_one(size: Expr) -> bool:
    return isinstance(size, IntImm) and size.value == 1


def words(sizes: Sizes) -> str:
    """A shape as Python writes it."""
    inner = ", ".join(map(word, sizes))
    return f"({inner},)" if len(sizes) == 1 else f"({inner})"


def word(size: ExprLike | None) -> str:
    """A size as Python writes it."""
    return str(size.value if isinstance(size, IntImm) else size)


def common_type(call: Call, a: DType, b: DType, argument: str | None = None) -> DType:
    """The data type of both; raises when they differ."""
    if a.kind == "void" or b.kind == "void":
        return VOID
    if a is not b:
        raise wrong_dtype(call, f"the data types {a} and {b} differ; convert one with `R.astype`", argument)
    return a


def product(sizes: Sequence[Expr]) -> Expr:
    """The number of elements."""
    total: Expr = IntImm(dtype("int64"), 1)
    for size in sizes:
        total = total * size
    return total

"""The struct info of any Relax expression from those of its parts: what normalisation sets, and the editor shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.analysis.infer import INFER, InferContext
from tilewright.core.analysis.struct_info import BaseCheckResult, base_check, is_base_of
from tilewright.core.arith.facts import Facts
from tilewright.core.arith.simplify import simplify
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.names import are, counted
from tilewright.core.base.registry import get_global_func
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.distributed import DTensorStructInfo
from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import BaseFunc, PrimFunc
from tilewright.core.ir.node import ports
from tilewright.core.ir.relax import Call, ExternFunc, If, RelaxExpr, ShapeExpr, Var
from tilewright.core.ir.relax_symbols import definable, sizes, symbols
from tilewright.core.ir.struct_info import (
    FuncStructInfo,
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TensorStructInfo,
    TupleStructInfo,
)
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import substitute
from tilewright.core.ops.op import Op
from tilewright.core.ops.relax_op import RelaxOp


def inference_of(op: Op) -> Callable[[Call, Any], StructInfo] | None:
    """`op.get_attr("FInferStructInfo")` of an op of Relax: infers the result's struct info of a call; None for any other op."""
    return (lambda call, context: derive_call(call)) if isinstance(op, RelaxOp) else None


def derive_call(call: Call, context: InferContext | None = None) -> StructInfo:
    """The struct info of a call; raises `UserError` when its arguments do not fit."""
    context = context or InferContext()
    if isinstance(call.op, RelaxOp):
        return INFER[call.op.infer](call, context)
    if isinstance(call.op, Op):
        return _of_own_op(call, call.op)
    if isinstance(call.op, ExternFunc):
        return _of_extern(call, call.op.struct_info_, context)
    known = (
        _of_reference(call.op, context) if isinstance(call.op, GlobalVar) else getattr(call.op, "struct_info_", None)
    )
    if not isinstance(known, FuncStructInfo):
        if known is not None and not isinstance(known, ObjectStructInfo):
            raise UserError("relax-call", f"only functions can be called, and this is `{known.script()}`", None)
        return _declared(call)
    return _of_function(call, known, context)


def _of_reference(reference: GlobalVar, context: InferContext) -> StructInfo | None:
    """The struct info of a function of the module: from the module that is being built, else from the reference."""
    function = context.module.functions.get(reference) if context.module is not None else None
    return (None if function is None else function_info(function)) or reference.struct_info_


def _of_own_op(call: Call, op: Op) -> StructInfo:
    """The struct info that a program's own op infers for a call."""
    rule = op.get_attr("FInferStructInfo")
    return _declared(call) if rule is None else rule(call, ports.block_builder.call())


def _of_extern(call: Call, known: StructInfo | None, context: InferContext) -> StructInfo:
    """The struct info of an external function's result: as declared, or as its derive function infers it."""
    if call.sinfo_args or not isinstance(known, FuncStructInfo):
        return _declared(call)
    if known.derive_func is None:
        return known.ret
    rule = DERIVING.get(known.derive_func) or _registered(known.derive_func)
    return rule(call, context)


def _registered(derive: object) -> Any:
    """The function that derives a result, by its registered name."""
    return get_global_func(derive) if isinstance(derive, str) else derive


# What derives the results of the machine's own functions, by the names that TVM has for it, before and since 0.25.
DERIVING: dict[Any, Any] = dict.fromkeys(
    ("tvm.relax.struct_info.infer_view_sinfo", "tvm.relax.type.infer_view_ty"), INFER["view"]
)


def _declared(call: Call) -> StructInfo:
    if not call.sinfo_args:
        return ObjectStructInfo()
    return call.sinfo_args[0] if len(call.sinfo_args) == 1 else TupleStructInfo(call.sinfo_args)


def _of_function(call: Call, known: FuncStructInfo, context: InferContext) -> StructInfo:
    if known.params is None:
        return _declared(call) if call.sinfo_args else known.ret
    if len(known.params) != len(call.args):
        takes = counted(len(known.params), "argument")
        raise UserError("relax-call", f"the function takes {takes}, and {are(len(call.args))} given", None)
    values: dict[SymbolicVar, Expr] = {variable: variable for variable in context.given}
    for param, argument in zip(known.params, call.args):
        match_sizes(param, argument.struct_info_, values)
    for place, (param, argument) in enumerate(zip(known.params, call.args)):
        wanted = replaced(param, values)
        _check_argument(place, wanted, argument)
        if isinstance(wanted, TensorStructInfo) and isinstance(argument.struct_info_, TensorStructInfo):
            for pair in zip(sizes(wanted), sizes(argument.struct_info_)):
                context.differ(*pair)
    return replaced(known.ret, values)


def _check_argument(place: int, wanted: StructInfo, argument: RelaxExpr) -> None:
    """Refuse an argument of which no value is one of the parameter's, as TVM's `DeriveCallRetStructInfo` does."""
    given = argument.struct_info_
    if given is not None and base_check(wanted, given) is BaseCheckResult.FAIL_L0:
        sentence = f"argument {place + 1} is `{given.script()}`, and the function takes `{wanted.script()}`"
        raise UserError("relax-call", sentence, place, argument)


def match_sizes(param: StructInfo, given: StructInfo | None, values: dict[SymbolicVar, Expr]) -> None:
    """Give the symbolic variables of a parameter the sizes of the argument."""
    if isinstance(param, TupleStructInfo) and isinstance(given, TupleStructInfo):
        for inner, field in zip(param.fields, given.fields):
            match_sizes(inner, field, values)
        return
    for wanted, size in zip(sizes(param), sizes(given)):
        if isinstance(wanted, SymbolicVar):
            values.setdefault(wanted, size)


def replaced(info: StructInfo, values: dict[SymbolicVar, Expr], keep: frozenset[SymbolicVar] = frozenset()) -> Any:
    """`info` with its symbolic variables replaced; what mentions one without a value, unless it is in `keep`, is forgotten."""
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([replaced(field, values, keep) for field in info.fields])
    if isinstance(info, FuncStructInfo) or not any(True for _ in sizes(info)):
        return info
    if isinstance(info, DTensorStructInfo):
        return DTensorStructInfo(replaced(info.tensor_sinfo, values, keep), info.device_mesh, info.placement)
    known = all(symbol in values or symbol in keep for symbol in symbols([info]))
    if isinstance(info, TensorStructInfo):
        shape = ShapeExpr(tuple(_with_values(size, values) for size in sizes(info))) if known else None
        return TensorStructInfo(shape, info.dtype, info.vdevice, info.ndim)
    if isinstance(info, ShapeStructInfo):
        return ShapeStructInfo([_with_values(size, values) for size in sizes(info)] if known else None, info.ndim)
    assert isinstance(info, PrimStructInfo)
    return PrimStructInfo(_with_values(info.value, values)) if known else PrimStructInfo(info.dtype)


def _with_values(size: Expr, values: dict[SymbolicVar, Expr]) -> Expr:
    """A size with its variables replaced, simplified where there were any."""
    made: Expr = substitute(size, values)
    return made if made is size else simplify(Facts(), made)


def erased(info: StructInfo, visible: frozenset[SymbolicVar]) -> StructInfo:
    """`info` as seen where only those symbolic variables are, and no variable that holds a shape."""
    return replaced(with_shapes(info, {}), {}, visible)


def with_shapes(info: StructInfo, shapes: Mapping[Var, RelaxExpr]) -> StructInfo:
    """`info` with the shapes that its variables hold in place of these; a variable that is not in `shapes` tells none."""
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([with_shapes(field, shapes) for field in info.fields])
    if isinstance(info, TensorStructInfo) and not isinstance(info.shape, ShapeExpr | None):
        shape = shapes.get(info.shape) if isinstance(info.shape, Var) else None
        return TensorStructInfo(shape, info.dtype, info.vdevice, info.ndim)
    return info


def result_info(declared: StructInfo | None, found: StructInfo, params: Sequence[StructInfo | None]) -> StructInfo:
    """The struct info of a function's result: the inferred one where it is more precise than the declared one, in terms that callers can see."""
    if declared is not None and (declared is found or not is_base_of(declared, found)):
        return declared
    return erased(found, frozenset(symbols(params)))


def unified(a: StructInfo | None, b: StructInfo | None) -> StructInfo:
    """The narrowest struct info that holds the values of both."""
    if a is None or b is None:
        return ObjectStructInfo()
    if structural_equal(a, b):
        return a
    if isinstance(a, TensorStructInfo) and isinstance(b, TensorStructInfo):
        element = a.dtype if a.dtype is b.dtype else None
        same = a.shape is not None and b.shape is not None and structural_equal(a.shape, b.shape)
        device = a.vdevice if structural_equal(a.vdevice, b.vdevice) else None
        return TensorStructInfo(a.shape if same else None, element, device, a.ndim if a.ndim == b.ndim else -1)
    if isinstance(a, TupleStructInfo) and isinstance(b, TupleStructInfo) and len(a.fields) == len(b.fields):
        return TupleStructInfo([unified(left, right) for left, right in zip(a.fields, b.fields)])
    if isinstance(a, PrimStructInfo) and isinstance(b, PrimStructInfo) and a.dtype is b.dtype:
        return PrimStructInfo(dtype=a.dtype)
    if isinstance(a, ShapeStructInfo) and isinstance(b, ShapeStructInfo):
        return ShapeStructInfo(None, a.ndim if a.ndim == b.ndim else -1)
    if isinstance(a, FuncStructInfo) and isinstance(b, FuncStructInfo):
        return _unified_functions(a, b)
    return ObjectStructInfo()


def _unified_functions(a: FuncStructInfo, b: FuncStructInfo) -> StructInfo:
    """As in TVM parameters are unified as results are."""
    ret, pure = unified(a.ret, b.ret), a.purity and b.purity
    if a.params is None or b.params is None:
        return FuncStructInfo.opaque_func(ret=ret, purity=pure)
    if len(a.params) != len(b.params):
        return ObjectStructInfo()
    return FuncStructInfo([unified(left, right) for left, right in zip(a.params, b.params)], ret, pure)


def function_info(function: RelaxExpr | BaseFunc) -> FuncStructInfo | None:
    """The struct info of a function of the module."""
    if isinstance(function, PrimFunc):
        return prim_func_info(function)
    known = getattr(function, "struct_info_", None)
    return known if isinstance(known, FuncStructInfo) else None


def reference_to(function: BaseFunc, name: str) -> GlobalVar:
    """A new reference to a function, which says what Relax knows of it."""
    return with_struct_info(GlobalVar(name), function_info(function))


def prim_func_info(function: PrimFunc) -> FuncStructInfo:
    """Buffers as tensors; impure when it writes to one of them."""
    from tilewright.core.analysis.purity import impurity
    from tilewright.core.ir.node.type_ import TupleType, dtype_of

    params: list[StructInfo] = []
    for param in function.params:
        buffer = function.buffer_map.get(param)
        if buffer is not None:
            params.append(TensorStructInfo(ShapeExpr(tuple(_as_size(size) for size in buffer.shape)), buffer.dtype))
        elif param.dtype.is_handle:
            params.append(ObjectStructInfo())
        else:
            params.append(PrimStructInfo(param.dtype))
    returned = function.ret_type
    void = isinstance(returned, TupleType) and not returned.fields
    result = TupleStructInfo(()) if void else PrimStructInfo(dtype_of(returned))
    return FuncStructInfo(params, result, impurity(function) is None)


def _as_size(size: Expr) -> Expr | int:
    value = getattr(size, "value", None)
    return int(value) if isinstance(value, int) else size


def branch_info(node: If) -> StructInfo:
    """The common struct info of both branches."""
    return unified(node.true_branch.struct_info_, node.false_branch.struct_info_)


__all__ = [
    "branch_info",
    "definable",
    "derive_call",
    "erased",
    "function_info",
    "match_sizes",
    "prim_func_info",
    "replaced",
    "result_info",
    "unified",
]

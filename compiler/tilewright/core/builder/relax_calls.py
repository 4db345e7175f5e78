"""The Relax calls whose building needs more than a row: by name, with a declared result, with arguments in another order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tilewright.core.analysis.derive import derive_call
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.keywords import renaming
from tilewright.core.builder.frames import value_span
from tilewright.core.builder.relax_devices import device
from tilewright.core.builder.relax_info import as_struct_info
from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.dialects import TIRX
from tilewright.core.ir.attrs import OpAttrs
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import ports
from tilewright.core.ir.relax import Call, ExternFunc, RelaxExpr, ShapeExpr, StringImm, Tuple, relax_expr
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.ops.op import Op
from tilewright.core.ops.relax import RELAX_OPS

_FunctionT = TypeVar("_FunctionT", bound=Callable[..., Any])
# What arguments are called in tirx -> in the classic dialect.
_LATER = {later: name for name, later in TIRX.words.relax_keywords.items()}


def _either_dialect(function: _FunctionT) -> _FunctionT:
    """Let the names that the arguments have in tirx stand for the classic ones."""
    return renaming(function, _LATER)  # type: ignore[return-value]


def _tuple(args: object) -> Any:
    """Arguments as one tuple; a single value stands for a tuple of it."""
    if isinstance(args, (tuple, list)):
        return Tuple(tuple(args))
    given = relax_expr(args)
    known = given.struct_info_ if isinstance(given, RelaxExpr) else None
    return given if isinstance(given, Tuple) or isinstance(known, TupleStructInfo) else Tuple((given,))


def _result(out_sinfo: object) -> StructInfo:
    """One struct info; of several results a tuple's."""
    if isinstance(out_sinfo, (tuple, list)):
        infos = [as_struct_info(info) for info in out_sinfo]
        return infos[0] if len(infos) == 1 else TupleStructInfo(infos)
    return as_struct_info(out_sinfo)


def _infos(sinfo_args: object) -> tuple[StructInfo, ...]:
    if sinfo_args is None:
        return ()
    given = sinfo_args if isinstance(sinfo_args, (tuple, list)) else (sinfo_args,)
    return tuple(as_struct_info(info) for info in given)


def made_call(name: str, args: Sequence[object], attrs: dict[str, Any], infos: tuple[StructInfo, ...] = ()) -> Call:
    return Call(RELAX_OPS[f"relax.{name}"], tuple(args), OpAttrs(attrs), infos, value_span())


def _callee(gvar: object, form: str) -> Any:
    if isinstance(gvar, (GlobalVar, ExternFunc, PrimFunc)) or (
        isinstance(gvar, RelaxExpr) and not isinstance(gvar, StringImm)
    ):
        return gvar
    if isinstance(gvar, str):
        return ExternFunc(gvar)
    raise UserError("relax-argument", f"`R.{form}` calls a TensorIR function of the module, such as `cls.f`", "gvar")


def _sizes(tir_vars: Any) -> tuple[Any, ...]:
    if tir_vars is None:
        return ()
    return (tir_vars if isinstance(tir_vars, RelaxExpr) else ShapeExpr(tuple(tir_vars)),)


@_either_dialect
def call_tir(gvar: object, args: object, out_sinfo: object, tir_vars: object = None) -> Call:
    """Call a TensorIR function that writes its result into new memory: `R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))`.

    `tir_vars` are further integers that the function takes.  Several results are a list of struct infos.
    """
    return made_call(
        "call_tir", (_callee(gvar, "call_tir"), _tuple(args), *_sizes(tir_vars)), {}, (_result(out_sinfo),)
    )


@_either_dialect
def call_tir_inplace(
    gvar: object, args: object, inplace_indices: object, out_sinfo: object, tir_vars: object = None
) -> Call:
    """`R.call_tir` whose results lie in the arguments numbered `inplace_indices`, -1 standing for new memory."""
    indices = tuple(inplace_indices) if isinstance(inplace_indices, (tuple, list)) else (inplace_indices,)
    given = _tuple(args)
    if not isinstance(given, Tuple):
        raise UserError("relax-argument", "`R.call_tir_inplace` needs its arguments in line, as `(x, y)`", "args")
    _require_places(indices, given)
    callee = _callee(gvar, "call_tir_inplace")
    attrs = {"inplace_indices": indices}
    return made_call("call_tir_inplace", (callee, given, *_sizes(tir_vars)), attrs, (_result(out_sinfo),))


def _require_places(indices: tuple[Any, ...], given: Tuple) -> None:
    """Each result lies in an argument of its own, or in new memory."""
    used = [int(at) for at in indices if int(at) != -1]
    beyond = next((at for at in used if not 0 <= at < len(given.fields)), None)
    if beyond is not None:
        sentence = f"there are {len(given.fields)} arguments, and a result is to lie in number {beyond}"
        raise UserError("relax-argument", f"`R.call_tir_inplace`: {sentence}", "inplace_indices")
    twice = next((at for at in used if used.count(at) > 1), None)
    if twice is not None:
        sentence = f"two results are to lie in argument {twice}"
        raise UserError("relax-argument", f"`R.call_tir_inplace`: {sentence}", "inplace_indices")


@_either_dialect
def call_tir_with_grad(
    gvar: object,
    args: object,
    out_sinfo: object,
    te_grad_name: str,
    te_grad_kwargs: Any = None,
    tir_vars: object = None,
) -> Call:
    """`R.call_tir` with the registered name of what computes its gradient, and arguments for it."""
    attrs = {"te_grad_name": te_grad_name, "te_grad_kwargs": dict(te_grad_kwargs or {})}
    callee = _callee(gvar, "call_tir_with_grad")
    return made_call("call_tir_with_grad", (callee, _tuple(args), *_sizes(tir_vars)), attrs, (_result(out_sinfo),))


@_either_dialect
def call_dps_packed(func: object, args: object, out_sinfo: object) -> Call:
    """Call a registered function that writes its result into new memory, given as its last argument."""
    return made_call("call_dps_packed", (_callee(func, "call_dps_packed"), _tuple(args)), {}, (_result(out_sinfo),))


@_either_dialect
def emit_with_sinfo(op: str, args: object, sinfo_args: object = None) -> Call:
    """The call of an op by its full name, "relax.add", with struct infos as further arguments."""
    given = _tuple(args)
    return Call(Op.get(op), given.fields, OpAttrs({}), _infos(sinfo_args), value_span())


@_either_dialect
def call_packed(func: str, *args: object, sinfo_args: object = None, **kwargs: object) -> Call:
    """Call a registered function, which may have side effects, and gives a value of the struct info `sinfo_args`."""
    return Call(ExternFunc(str(func)), args, OpAttrs(kwargs), _infos(sinfo_args), value_span())


@_either_dialect
def call_pure_packed(func: object, *args: object, sinfo_args: object) -> Call:
    """Call a registered function that is promised to have no side effect."""
    return made_call("call_pure_packed", (_callee(func, "call_pure_packed"), *args), {}, _infos(sinfo_args))


@_either_dialect
def call_inplace_packed(func: object, *args: object, inplace_indices: object, sinfo_args: object) -> Call:
    """Call a registered function that changes the arguments numbered `inplace_indices`, and nothing else, and gives them back."""
    indices = tuple(inplace_indices) if isinstance(inplace_indices, (tuple, list)) else (inplace_indices,)
    callee = _callee(func, "call_inplace_packed")
    return made_call("call_inplace_packed", (callee, *args), {"inplace_indices": indices}, _infos(sinfo_args))


@_either_dialect
def call_py_func(py_func_name: str | StringImm, *args: object, out_sinfo: object) -> Call:
    """Call a Python function of the module, on values given one by one or as one tuple: `R.call_py_func("f", (x,), out_sinfo=R.Tensor((4,), "float32"))`."""
    together = len(args) == 1 and isinstance(args[0], (tuple, list, Tuple))
    name = py_func_name if isinstance(py_func_name, StringImm) else StringImm(str(py_func_name))
    return made_call("call_py_func", (name, _tuple(args[0] if together else args)), {}, (_result(out_sinfo),))


@_either_dialect
def call_builtin_with_ctx(func: object, args: object, *, sinfo_args: object = None) -> Call:
    """Call a function of the virtual machine, which gets the machine as its first argument."""
    callee = ExternFunc(func) if isinstance(func, str) else func
    return made_call("call_builtin_with_ctx", (callee, _tuple(args)), {}, _infos(sinfo_args))


@_either_dialect
def invoke_closure(closure: RelaxExpr, args: object, sinfo_args: object) -> Call:
    """Call a function value."""
    return made_call("invoke_closure", (closure, _tuple(args)), {}, _infos(sinfo_args))


@_either_dialect
def invoke_pure_closure(closure: RelaxExpr, args: object, sinfo_args: object) -> Call:
    """Call a function value that has no side effect."""
    return made_call("invoke_pure_closure", (closure, _tuple(args)), {}, _infos(sinfo_args))


def make_closure(func: object, args: object) -> Call:
    """A function value from a function and the values that it captures."""
    return made_call("make_closure", (func, _tuple(args)), {}, ())


def print_(*values: object, format: object = "") -> Call:
    """Print values; `format` has {} for each."""
    return made_call("print", (relax_expr(format), *values), {}, ())


def assert_op(condition: object, format_args: object = None, *more: object, format: object = "") -> Call:
    """Stop with the message unless the condition holds.

    The values that the message speaks of stand in a list, or one after the other as they are printed; the message may be the last of them.
    """
    if more and isinstance(more[-1], (str, StringImm)):
        more, format = more[:-1], more[-1]
    rest = () if format_args is None else format_args if isinstance(format_args, (tuple, list)) else (format_args,)
    rest = (*rest, *more)
    return made_call("assert_op", (condition, relax_expr(format), *rest), {}, ())


def arange(start: object, end: object = None, step: object = 1, dtype: object = None) -> Call:
    """Numbers from `start` up to before `end`; with one number, from 0 up to it.  int64, or float32 when one of them is a float."""
    low, high = (0, start) if end is None else (start, end)
    numbers = [getattr(value, "value", value) for value in (low, high, step)]
    floating = any(isinstance(value, float) or str(getattr(value, "dtype", "")).startswith("f") for value in numbers)
    return FUNCTIONS["arange"](low, high, step, dtype=dtype or ("float32" if floating else "int64"))


def eye(n: object, m: object = None, k: object = 0, dtype: object = "float32") -> Call:
    """Ones on a diagonal of `n` rows and `m` columns, as many as rows unless given."""
    return FUNCTIONS["eye"](n, n if m is None else m, k, dtype=dtype)


def linear(data: object, weight: object, bias: object = None, out_dtype: object = None) -> Call:
    """`data` times the transpose of `weight`, plus `bias`."""
    product = FUNCTIONS["matmul"](data, FUNCTIONS["permute_dims"](weight), out_dtype=out_dtype)
    return product if bias is None else FUNCTIONS["add"](product, bias)


def layout_transform(
    x: object,
    index_map: Any,
    pad_value: object = None,
    axis_separators: object = None,
    input_axis_separators: object = None,
) -> Call:
    """The elements at the positions that `index_map`, an `IndexMap` or a function of the indices, gives them."""
    from tilewright.core.ir.index_map import IndexMap

    made = index_map if isinstance(index_map, IndexMap) else IndexMap.from_func(index_map)
    return FUNCTIONS["layout_transform"](x, made, pad_value, axis_separators or (), input_axis_separators or ())


def reshape(x: object, shape: object) -> Call:
    """The same elements in another shape; one size may be -1, which is then as much as is left, and 0 stands for the size at the same place."""
    made = FUNCTIONS["reshape"](x, shape)
    data, asked = made.args
    open_ = isinstance(asked, ShapeExpr) and any(getattr(size, "value", None) in (-1, 0) for size in asked.values)
    if not open_ or getattr(data, "struct_info_", None) is None:
        return made
    found = getattr(derive_call(made), "shape", None)
    return made if found is None else Call(made.op, (data, found), made.attrs, made.sinfo_args, made.span)


def to_vdevice(data: object, dst_vdevice: object) -> Call:
    """The tensor on another device of the module."""
    return FUNCTIONS["to_vdevice"](data, device(dst_vdevice))


def hint_on_device(
    data: object,
    dst_vdevice: Any = None,
    memory_scope: str = "global",
    *,
    device_type: int | None = None,
    index: int = 0,
) -> Call:
    """The tensor, with the wish that it be on a device: `R.device(1, 0)`, or its kind and number."""
    if dst_vdevice is None and device_type is None:
        raise UserError("missing-argument", "`R.hint_on_device` needs the device: `R.hint_on_device(x, R.cpu(0))`")
    if dst_vdevice is not None:
        device_type, index = (
            dst_vdevice.device_type,
            getattr(dst_vdevice, "device_id", getattr(dst_vdevice, "index", 0)),
        )
    return FUNCTIONS["hint_on_device"](data, device_type, index, memory_scope)


def runtime_device(device_type: str | int, index: int = 0) -> Any:
    """A device of this machine, by its kind and number."""
    return ports.device.call(device_type, index)

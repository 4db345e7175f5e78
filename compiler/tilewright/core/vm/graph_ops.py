"""The ops that the machine runs itself: calls by name, memory, closures, shapes, printing."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.registry import PackedFunction
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.relax import Call, ExternFunc, Var
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.relax import ENDINGS, MARKS
from tilewright.core.runtime.tensor import Tensor, empty
from tilewright.core.vm import functions, memory
from tilewright.core.vm.mismatch import MismatchError
from tilewright.core.vm.values import check, size_of
from tilewright.core.vm.walker import Frame, OpRule, Walker


def _allocated(info: StructInfo, frame: Frame) -> object:
    if isinstance(info, TupleStructInfo):
        return tuple(_allocated(field, frame) for field in info.fields)
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        raise MismatchError("the result of a call must be a tensor of known shape")
    return empty(tuple(size_of(size, frame.symbols) for size in sizes(info)), str(info.dtype))


def _flat(value: object) -> list[object]:
    return [part for item in value for part in _flat(item)] if type(value) is tuple else [value]


def _into_new(walker: Walker, node: Call, frame: Frame) -> object:
    """`call_tir` and `call_dps_packed`: the result is memory made here."""
    args = _flat(walker.value(node.args[1], frame))
    (info,) = node.sinfo_args
    made = _allocated(info, frame)
    further = _further(walker, node, frame)
    walker.called(node.args[0], [*args, *_flat(made), *further])
    return made


def _further(walker: Walker, node: Call, frame: Frame) -> list[object]:
    """The integers that the function takes besides its tensors."""
    return [number for item in node.args[2:] for number in walker.items(item, frame)]


def _in_place(walker: Walker, node: Call, frame: Frame) -> object:
    """`call_tir_inplace`: some results are arguments."""
    args = _flat(walker.value(node.args[1], frame))
    (info,) = node.sinfo_args
    infos = info.fields if isinstance(info, TupleStructInfo) else (info,)
    places = node.attrs["inplace_indices"]
    new = [_allocated(item, frame) if at == -1 else args[at] for item, at in zip(infos, places)]
    further = _further(walker, node, frame)
    walker.called(node.args[0], [*args, *(n for n, at in zip(new, places) if at == -1), *further])
    return tuple(new) if isinstance(info, TupleStructInfo) else new[0]


def _by_name(walker: Walker, node: Call, frame: Frame) -> object:
    """A registered function."""
    callee, *rest = node.args
    args = [walker.value(item, frame) for item in rest]
    if isinstance(callee, ExternFunc):
        return walker.called(callee, args)
    return walker.called(callee, args, walker.function(callee, frame))


def _with_machine(walker: Walker, node: Call, frame: Frame) -> object:
    """A registered function that gets the machine as its first argument."""
    callee, args = node.args
    return walker.called(callee, [walker.machine, *walker.items(args, frame)])


def _python(walker: Walker, node: Call, frame: Frame) -> object:
    """A Python function of the module."""
    name = str(walker.value(node.args[0], frame))
    made = walker.machine.call_python(name, list(walker.items(node.args[1], frame)))
    check(made, node.sinfo_args[0], frame.symbols, f"the result of the Python function `{name}`")
    return made


def _closure_call(walker: Walker, node: Call, frame: Frame) -> object:
    closure, args = node.args
    return walker.function(closure, frame)(*walker.items(args, frame))


def _make_closure(walker: Walker, node: Call, frame: Frame) -> functions.VMClosure:
    function, captured = node.args
    return functions.make_closure(walker.function(function, frame), *walker.items(captured, frame))


def _with_sizes(walker: Walker, node: Call, frame: Frame) -> object:
    """`vm.call_tir_dyn`: a kernel whose last argument is a shape."""
    callee = node.args[0]
    *args, given = walker.items(node.args[1], frame)
    assert isinstance(callee, GlobalVar)
    assert isinstance(given, tuple)
    return walker.called(callee, [*args, *given])


def _builtin(function: PackedFunction) -> OpRule:
    """An op that is a function of its arguments."""
    return lambda walker, node, frame: function(*(walker.value(arg, frame) for arg in node.args))


def _effect(function: PackedFunction) -> OpRule:
    """An op that calls a function with its arguments and has no result."""

    def run(walker: Walker, node: Call, frame: Frame) -> tuple[()]:
        function(*(walker.value(arg, frame) for arg in node.args))
        return ()

    return run


def _storage(size: int | tuple[int, ...], *_: object) -> memory.Storage:
    return memory.alloc_storage(None, size)


def _new_tensor(shape: Sequence[int], dtype: str, *_: object) -> Tensor:
    return empty(tuple(shape), dtype)


def _view(data: Tensor, shape: tuple[int, ...], dtype: str | tuple[()], offset: int | tuple[()]) -> Tensor:
    """`memory.view`: what is left out, `()`, stays as it is."""
    return memory.create_view(data, shape or data.shape, dtype or str(data.dtype), offset or 0)


def _kill(walker: Walker, node: Call, frame: Frame) -> tuple[()]:
    (value,) = node.args
    if isinstance(value, Var):
        frame.values.pop(value.vid, None)
    return ()


def _first(walker: Walker, node: Call, frame: Frame) -> object:
    return walker.value(node.args[0], frame)


def _no_value(walker: Walker, node: Call, frame: Frame) -> None:
    return None


OPS: dict[str, OpRule] = {
    **dict.fromkeys(ENDINGS, _kill),
    **dict.fromkeys(MARKS, _first),
    **dict.fromkeys(("relax.call_tir", "relax.call_dps_packed", "relax.call_tir_with_grad"), _into_new),
    "relax.call_tir_inplace": _in_place,
    **dict.fromkeys(("relax.call_pure_packed", "relax.call_inplace_packed"), _by_name),
    "relax.call_builtin_with_ctx": _with_machine,
    **dict.fromkeys(("relax.invoke_closure", "relax.invoke_pure_closure"), _closure_call),
    "relax.call_py_func": _python,
    "relax.make_closure": _make_closure,
    "relax.print": _effect(functions.print_values),
    "relax.assert_op": _effect(functions.assert_that),
    "relax.shape_of": _builtin(memory.shape_of),
    "relax.tensor_to_shape": _builtin(memory.tensor_to_shape),
    "relax.shape_to_tensor": _builtin(memory.shape_to_tensor),
    "relax.reshape": _builtin(memory.reshape),
    **{f"relax.inspect.{name}": _builtin(answer) for name, answer in memory.ASKED.items()},
    "relax.null_value": _no_value,
    "relax.builtin.alloc_tensor": _builtin(_new_tensor),
    **dict.fromkeys(("relax.memory.alloc_storage", "relax.vm.alloc_storage"), _builtin(_storage)),
    **dict.fromkeys(("relax.memory.alloc_tensor", "relax.vm.alloc_tensor"), _builtin(memory.alloc_tensor)),
    "relax.memory.view": _builtin(_view),
    "relax.vm.call_tir_dyn": _with_sizes,
}

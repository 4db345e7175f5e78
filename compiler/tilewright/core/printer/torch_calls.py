"""Calls that are no ops on tensors as Python text: of functions of the module, of registered functions, of memory and of the machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.ir.relax import Call, DataTypeImm, ExternFunc, PrimValue, ShapeExpr, Tuple
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.ops.relax import ENDINGS, MARKS
from tilewright.core.printer import torch_values
from tilewright.core.printer.values import string

if TYPE_CHECKING:
    from tilewright.core.printer.torch_function import Writer

Rule = Callable[["Writer", Call], str]


def _listed(writer: Writer, node: Any) -> str:
    """The arguments of a call as a list."""
    if isinstance(node, Tuple):
        return f"[{', '.join(map(writer.text, node.fields))}]"
    return f"[*{writer.text(node)}]" if isinstance(node.struct_info_, TupleStructInfo) else f"[{writer.text(node)}]"


def _spread(writer: Writer, nodes: Any) -> str:
    return ", ".join(map(writer.text, nodes))


def _declared(writer: Writer, node: Call) -> str:
    return torch_values.struct_info(node.sinfo_args[0], writer.symbol)


def _callee(writer: Writer, node: Any) -> str:
    return string(node.global_symbol if isinstance(node, ExternFunc) else node.name_hint)


def _further(writer: Writer, node: Call) -> str:
    """The integers that a function takes besides its tensors."""
    return f", tir_vars={writer.text(node.args[2])}" if len(node.args) > 2 else ""


def _call_tir(writer: Writer, node: Call) -> str:
    """`self.call_tir("f", [x], R.Tensor((4,), "float32"))`"""
    form = "call_dps_packed" if isinstance(node.args[0], ExternFunc) else "call_tir"
    given = f"{_callee(writer, node.args[0])}, {_listed(writer, node.args[1])}, {_declared(writer, node)}"
    return f"{writer.receiver()}.{form}({given}{_further(writer, node)})"


def _call_tir_inplace(writer: Writer, node: Call) -> str:
    given = f"{_callee(writer, node.args[0])}, {_listed(writer, node.args[1])}, {list(node.attrs['inplace_indices'])}"
    return f"{writer.receiver()}.call_tir_inplace({given}, {_declared(writer, node)}{_further(writer, node)})"


def _call_registered(writer: Writer, node: Call) -> str:
    """`self.call_packed("name", [x])`"""
    callee, *given = node.args
    name = _callee(writer, callee) if isinstance(callee, ExternFunc) else writer.text(callee)
    return f"{writer.receiver()}.call_packed({name}, [{_spread(writer, given)}])"


def _call_builtin(writer: Writer, node: Call) -> str:
    return f"{writer.receiver()}.call_packed({_callee(writer, node.args[0])}, {_listed(writer, node.args[1])})"


def _call_py_func(writer: Writer, node: Call) -> str:
    return f"{writer.receiver()}.call_py_func({writer.text(node.args[0])}, {_listed(writer, node.args[1])})"


def _invoke(writer: Writer, node: Call) -> str:
    given = node.args[1]
    inner = _spread(writer, given.fields) if isinstance(given, Tuple) else f"*{writer.text(given)}"
    return f"{writer.text(node.args[0])}({inner})"


def _make_closure(writer: Writer, node: Call) -> str:
    return f"(lambda *args: {writer.text(node.args[0])}(*args, *{writer.text(node.args[1])}))"


def _print(writer: Writer, node: Call) -> str:
    form, *values = node.args
    if not getattr(form, "value", ""):
        return f"print({_spread(writer, values)})"
    return f"print({writer.text(form)}.format({_spread(writer, values)}))"


def _assert(writer: Writer, node: Call) -> str:
    """An expression, since the binding gives it a name."""
    condition, form, *values = node.args
    message = f"{writer.text(form)}.format({_spread(writer, values)})" if getattr(form, "value", "") else '"assertion"'
    return f"torch._assert(bool({writer.text(condition)}), {message})"


def _dtype(node: object) -> str:
    return f"torch.{node.value if isinstance(node, DataTypeImm) else 'float32'}"


def _alloc(writer: Writer, node: Call) -> str:
    return f"torch.empty({writer.text(node.args[0])}, dtype={_dtype(node.args[1])})"


def _storage(writer: Writer, node: Call) -> str:
    """Memory in bytes."""
    return f"torch.empty({writer.text(node.args[0])}, dtype=torch.uint8)"


def _in_storage(writer: Writer, node: Call) -> str:
    """A tensor that lies in memory made before."""
    storage, offset, sizes, kind = node.args[:4]
    made, bounds = writer.text(sizes), writer.text(offset)
    whole = (
        f"{writer.text(storage)}[{bounds}:].view({_dtype(kind)})"
        if bounds != "0"
        else (f"{writer.text(storage)}.view({_dtype(kind)})")
    )
    if not isinstance(sizes, ShapeExpr):
        return f"{whole}.reshape({made})"
    count = " * ".join(writer.text_of_size(size) for size in sizes.values) or "1"
    return f"{whole}[:{count}].reshape({made})"


def _view(writer: Writer, node: Call) -> str:
    """The same memory with another shape or type."""
    data, sizes, kind, offset = (*node.args, *[None] * (4 - len(node.args)))
    made = writer.text(data)
    has_offset = isinstance(offset, PrimValue)
    if has_offset:
        made = f"{made}.flatten().view(torch.uint8)[{writer.text(offset)}:]"
    if isinstance(kind, DataTypeImm) or has_offset:
        made = f"{made}.view({_dtype(kind) if isinstance(kind, DataTypeImm) else f'{writer.text(data)}.dtype'})"
    return f"{made}.reshape({writer.text(sizes)})" if isinstance(sizes, ShapeExpr) else made


def _same(writer: Writer, node: Call) -> str:
    return writer.text(node.args[0])


def _gone(writer: Writer, node: Call) -> str:
    return "None"


def plain(writer: Writer, node: Call) -> str:
    """A call of a function of the module, of a function value, or of a registered function."""
    if isinstance(node.op, ExternFunc):
        return f"{writer.receiver()}.call_packed({string(node.op.global_symbol)}, [{_spread(writer, node.args)}])"
    return f"{writer.text(node.op)}({_spread(writer, node.args)})"


CALLS: dict[str, Rule] = {
    "relax.call_tir": _call_tir,
    "relax.call_tir_with_grad": _call_tir,
    "relax.call_dps_packed": _call_tir,
    "relax.call_tir_inplace": _call_tir_inplace,
    "relax.call_pure_packed": _call_registered,
    "relax.call_inplace_packed": _call_registered,
    "relax.call_builtin_with_ctx": _call_builtin,
    "relax.call_py_func": _call_py_func,
    "relax.invoke_closure": _invoke,
    "relax.invoke_pure_closure": _invoke,
    "relax.make_closure": _make_closure,
    "relax.print": _print,
    "relax.assert_op": _assert,
    "relax.null_value": _gone,
    "relax.shape_of": lambda writer, node: f"tuple({writer.text(node.args[0])}.shape)",
    "relax.tensor_to_shape": lambda writer, node: f"tuple({writer.text(node.args[0])}.tolist())",
    "relax.shape_to_tensor": lambda writer, node: f"torch.tensor({writer.text(node.args[0])}, dtype=torch.int64)",
    "relax.builtin.alloc_tensor": _alloc,
    "relax.memory.alloc_storage": _storage,
    "relax.vm.alloc_storage": _storage,
    "relax.memory.alloc_tensor": _in_storage,
    "relax.vm.alloc_tensor": _in_storage,
    "relax.vm.call_tir_dyn": _invoke,
    "relax.memory.view": _view,
    **dict.fromkeys(ENDINGS, _gone),
    **dict.fromkeys(MARKS, _same),
}

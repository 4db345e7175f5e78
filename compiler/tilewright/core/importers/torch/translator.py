"""The translator of a PyTorch graph, from any source: values of nodes, types, sizes, and the function that is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import getitem
from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_by_name import null_value
from tilewright.core.builder.relax_values import const
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.importers.torch.values import Sizes, dtype, shape
from tilewright.core.importers.torch.writes import changes
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Constant, RelaxExpr, ShapeExpr, Tuple, Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.runtime.torch_bridge import to_tensor

Convert = Callable[..., Any]


class UnsupportedOperatorError(NotImplementedError):
    """An operator of PyTorch that has no translation."""


class Translator:
    """Builds the function `main` of a module from the nodes of a graph, one after another; `find` gives the operator of a name."""

    # What the bounds of clipping are, as TVM writes them.
    bounds = "float32"

    def __init__(
        self, find: Callable[[str], Convert | None], custom_convert_map: Mapping[str, Convert] | None = None
    ) -> None:
        self._find = find
        self.builder = BlockBuilder()
        self.values: dict[Any, Any] = {}
        self.params: list[Any] = []
        self._custom = dict(custom_convert_map or {})
        self._sizes: dict[str, SymbolicVar] = {}
        self._node: Any = None
        self._names: dict[Any, list[Any]] = {}  # the nodes that are one tensor, which was written into

    def module(
        self,
        inputs: Sequence[Var],
        weights: Sequence[tuple[Var, Any]],
        body: Callable[[], Any],
        unwrap: bool,
        no_bind_return_tuple: bool = False,
    ) -> IRModule:
        """A module with the function that `body` builds; `weights` are further parameters with their tensors."""
        attrs: dict[str, Any] | None = {"num_input": len(inputs)} if weights else None
        with self.builder.function("main", [*inputs, *(var for var, _ in weights)], attrs):
            with self.builder.dataflow():
                result = body()
                if unwrap and isinstance(result, (tuple, list)) and len(result) == 1:
                    result = result[0]
                result = _put_out(result)
                fields = isinstance(result, (tuple, list))
                if fields and no_bind_return_tuple:
                    output = Tuple(tuple(self.builder.emit_output(item) for item in result))
                else:
                    output = self.builder.emit_output(Tuple(tuple(result)) if fields else result)
            self.builder.emit_func_output(output)
        module = self.builder.get()
        if weights:
            module["main"] = module["main"].with_attr("params", tuple(to_tensor(value) for _, value in weights))
        return module

    # What functions of `custom_convert_map` use, under the names that TVM's translators have.

    @property
    def env(self) -> dict[Any, Any]:
        """The values of the nodes so far."""
        return self.values

    @property
    def block_builder(self) -> BlockBuilder:
        """The block builder of the function."""
        return self.builder

    def retrieve_args(self, node: Any) -> Any:
        """The arguments of a node as values."""
        return self.argument(tuple(node.args))

    def shape_of(self, tensor: Any) -> Any:
        """The sizes of a tensor."""
        return shape(tensor)

    def emit(self, value: object) -> Any:
        """A value of Relax bound to a variable; lists item by item, anything else as it is."""
        if isinstance(value, (list, tuple)) and any(isinstance(item, RelaxExpr) for item in value):
            return type(value)(self.emit(item) for item in value)
        return self.builder.emit(value) if isinstance(value, RelaxExpr) and not isinstance(value, Var) else value

    def known_size(self, dim: int) -> int | None:
        """The size that PyTorch knows of the result of the node that is translated, also where sizes are open; None where it is open or not recorded."""
        known = _example(self._node)
        size = known.shape[dim] if hasattr(known, "shape") else None
        return size if type(size) is int else None

    def in_order(self) -> bool:
        """Whether the first argument of the node that is translated has its elements in order in memory."""
        source = self._node.args[0]
        known = _example(source)
        return source.op == "placeholder" if known is None else bool(known.is_contiguous())

    def reads(self, at: int) -> bool:
        """Whether a node reads that field of the tuple that the node gives which is translated."""
        picks = [user for user in self._node.users if user.target is getitem and user.args[1] == at]
        return any(user.users for user in picks)

    def operator(self, name: str, args: Sequence[Any], named: Mapping[str, Any], node: object) -> Any:
        """The result of an operator of this name; raises `UnsupportedOperatorError` when it has no translation."""
        self._node = node
        plain = name.partition(".")[0]
        for key in (name, plain):
            if key in self._custom:
                return self.emit(self._custom[key](node, self))
        found = self._find(name) or self._find(plain)
        if found is None:
            raise UnsupportedOperatorError(f"the operator `{name}` of PyTorch has no translation into Relax")
        made = found(self, *args, **named)
        if not (isinstance(made, Constant) and any(made is given for given in args)):  # a copy of a constant stays one
            made = self.emit(made)
        return self.changed(node, made) if changes(node) else made

    def changed(self, node: Any, value: object) -> Any:
        """A node has put its result into its first argument, which keeps its data type: who reads that later gets the result, under whatever name."""
        target = node.args[0] if node.args else None
        if not _is_node(target) or not isinstance(self.values[target], RelaxExpr) or not isinstance(value, RelaxExpr):
            return value
        kind = dtype(self.values[target])
        value = value if dtype(value) == kind else self.emit(op.astype(value, kind))
        names = self._names[node] = self._names.setdefault(target, [target])
        names.append(node)
        for name in names:
            self.values[name] = value
        return value

    def argument(self, value: Any) -> Any:
        """A node's argument as Relax: a node becomes its value, a list is translated item by item."""
        if isinstance(value, (list, tuple)):
            return (
                type(value)([self.argument(item) for item in value])
                if type(value) in (list, tuple)
                else [*map(self.argument, value)]
            )
        if isinstance(value, slice):
            return slice(*[self.argument(part) for part in (value.start, value.stop, value.step)])
        return self._known(value) if _is_node(value) else value

    def _known(self, node: Any) -> Any:
        """The value of a node; raises `UnsupportedOperatorError` for one that its operator's translation leaves out."""
        value = self.values[node]
        if value is None and node.target is getitem and node.args[1] > 0 and hasattr(node.meta.get("val"), "dtype"):
            made = node.args[0]
            name = getattr(made.target, "__name__", made.target)
            raise UnsupportedOperatorError(
                f"result {node.args[1]} of the operator `{name}` has no translation into Relax"
            )
        return value

    def info(self, shape: Sequence[Any], dtype: object) -> TensorStructInfo:
        """The struct info of a tensor of PyTorch; sizes that are not known are symbolic, the same where they have one name."""
        return TensorStructInfo([self.size(one) for one in shape], dtype_name(dtype))

    def size(self, size: object) -> Any:
        """A size as Relax writes it."""
        if type(size) is int or isinstance(size, SymbolicVar):
            return size
        name = str(size)
        return int(name) if name.isdigit() else self._sizes.setdefault(name, SymbolicVar(name, "int64"))  # pyright: ignore[reportArgumentType]


def _put_out(result: object) -> Any:
    """A function's output as Relax: numbers become constants, sizes shapes, None the null value."""
    if isinstance(result, Sizes):
        return ShapeExpr(tuple(result))
    if isinstance(result, (list, tuple)):
        return type(result)([null_value() if item is None else _put_out(item) for item in result])
    return const(result) if isinstance(result, (bool, int, float)) else result


def _example(node: Any) -> Any:
    """The tensor that PyTorch recorded as the result of a node, None where it has none."""
    return node.meta.get("val", node.meta.get("example_value"))


def _is_node(value: object) -> bool:
    return type(value).__name__ == "Node" and hasattr(value, "op")


def dense(value: Any) -> Any:
    """A tensor of PyTorch with all of its elements in order, also of those that are stored as sparse."""
    return (value if str(value.layout) == "torch.strided" else value.to_dense()).contiguous()


def dtype_name(dtype: object) -> str:
    """The name of a type of PyTorch, `float32` for `torch.float32`."""
    return str(dtype).removeprefix("torch.")

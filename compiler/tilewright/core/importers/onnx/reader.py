"""`from_onnx`: a model of ONNX as a module of Relax.  The extra `onnx` brings the package that reads the files and computes what is constant."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from tilewright.core.base.errors import OpNotImplemented
from tilewright.core.base.optional import required
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.importers.onnx.arithmetic import ARITHMETIC
from tilewright.core.importers.onnx.fused import FUSED
from tilewright.core.importers.onnx.moving import MOVING, on_sizes
from tilewright.core.importers.onnx.networks import NETWORKS
from tilewright.core.importers.onnx.sequences import SEQUENCES
from tilewright.core.importers.onnx.size_texts import size_of_text
from tilewright.core.importers.onnx.values import Node, Value, expression
from tilewright.core.ir.expr import Expr, SizeVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.name_supply import UniqueNameSupply
from tilewright.core.ir.relax import RelaxExpr, Tuple, Var
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.runtime.tensor import tensor

TOPICS = {
    "element by element, and reductions": ARITHMETIC,
    "shapes, slices, gathering and scattering": MOVING,
    "products, convolutions, pooling, norms, resizing, quantization": NETWORKS,
    "sequences of tensors": SEQUENCES,
    "fused layers of onnxruntime": FUSED,
}
OPERATORS = {name: row for rows in TOPICS.values() for name, row in rows.items()}
# What is always known when the model is read, or chosen then.
OF_THE_MODEL = frozenset({"Constant", "If"})
Shapes = Mapping[str, Sequence[Any]]


def from_onnx(
    model: Any,
    shape_dict: Shapes | None = None,
    dtype_dict: str | Mapping[str, str] | None = "float32",
    opset: int | None = None,
    keep_params_in_input: bool = False,
    sanitize_input_names: bool = True,
) -> IRModule:
    """The module whose function `main` computes what the model does; the attribute `num_input` counts its inputs.

    `shape_dict` gives inputs other sizes than the model says: numbers, texts, which stand for sizes of a run, or expressions.  Weights are constants, or with
    `keep_params_in_input` parameters after the inputs, whose values are the function's attribute `params`.  Raises `OpNotImplemented` for
    operators that are not read, `ImportError` without the package `onnx`.
    """
    required("onnx", "models of ONNX are read by the package onnx")
    version = opset or next((each.version for each in model.opset_import if each.domain in ("", "ai.onnx")), 1)
    reader = _Reader(model.graph, version, shape_dict or {}, dtype_dict, sanitize_input_names)
    return reader.module(keep_params_in_input)


class _Reader:
    """The values of a model by name, while its operators are read one after the other."""

    def __init__(self, graph: Any, opset: int, shapes: Shapes, dtypes: Any, sanitize: bool) -> None:
        self.graph, self.opset, self.shapes, self.dtypes, self.sanitize = graph, opset, shapes, dtypes, sanitize
        self.builder = BlockBuilder()
        self.values: dict[str, Value] = {"": None}
        self.sizes: dict[str, Expr] = {}
        self.weights: dict[Var, np.ndarray] = {}
        self.names = UniqueNameSupply()

    def module(self, keeps_weights: bool) -> IRModule:
        """The whole model."""
        _refuse_unknown(self.graph)
        weights = {each.name: _array(each) for each in self.graph.initializer}
        inputs = [self._input(each) for each in self.graph.input if each.name not in weights]
        self.values.update(weights)
        params: list[Var] = []
        if keeps_weights:
            kept = {name: array for name, array in weights.items() if array.dtype.kind == "f"}
            params = [self._weight(name, array) for name, array in kept.items()]
        with self.builder.function("main", [*inputs, *params]), ExitStack() as stack:
            stack.enter_context(self.builder.dataflow())
            self._read(self.graph)
            found = [expression(self.builder, self.values[each.name]) for each in self.graph.output]
            result = self.builder.emit_output(found[0] if len(found) == 1 else Tuple(tuple(found)))
            stack.close()
            self.builder.emit_func_output(result)
        made = self.builder.get()
        attrs: dict[str, Any] = {"num_input": len(inputs)}
        if params:
            attrs["params"] = [tensor(weights[name]) for name in weights if isinstance(self.values.get(name), Var)]
        main: Any = made["main"]
        made["main"] = main.with_attrs(attrs)
        return made

    def _input(self, info: Any) -> Var:
        """An input as a parameter."""
        from onnx.helper import tensor_dtype_to_np_dtype

        kind = info.type.tensor_type
        dtype = str(tensor_dtype_to_np_dtype(kind.elem_type)) if kind.elem_type else self._dtype(info.name)
        given = self.shapes.get(info.name)
        dims = given if given is not None else [_dimension(each) for each in kind.shape.dim]
        shape = [self._size(each, f"{info.name}_{at}") for at, each in enumerate(dims)]
        made = Var(self._name(info.name), TensorStructInfo(tuple(shape), dtype))
        self.values[info.name] = made
        return made

    def _dtype(self, name: str) -> str:
        return self.dtypes if isinstance(self.dtypes, str) else (self.dtypes or {}).get(name, "float32")

    def _name(self, name: str) -> str:
        if not self.sanitize:
            return name
        clean = re.sub(r"\W", "_", name)
        wanted = clean if clean[:1].isalpha() or clean.startswith("_") else f"input_{clean}"
        return self.names.fresh_name(wanted)

    def _size(self, given: object, unnamed: str) -> Expr | int:
        """A size: a number, an expression, or a text that stands for one of a run."""
        if isinstance(given, (int, Expr)) and not (isinstance(given, int) and given < 0):
            return given
        named = isinstance(given, str) and re.search(r"\w", given)  # "?" is no name: each may be another size
        computed = size_of_text(str(given), self._named_size) if named else None
        return computed if computed is not None else self._named_size(str(given) if named else unnamed)

    def _named_size(self, text: str) -> Expr:
        name = re.sub(r"\W", "_", text)
        return self.sizes.setdefault(name, SizeVar(name, "int64"))

    def _weight(self, name: str, array: np.ndarray) -> Var:
        made = Var(self._name(name.removeprefix("onnx::")), TensorStructInfo(array.shape, str(array.dtype)))
        self.values[name] = made
        self.weights[made] = array
        return made

    def _read(self, graph: Any) -> None:
        for proto in graph.node:
            made = self._made(proto)
            self.values.update((name, value) for name, value in zip(proto.output, made) if name)  # "" is left out

    def _made(self, proto: Any) -> list[Value]:
        """The values that an operator gives."""
        inputs = [self.values[name] for name in proto.input]
        attrs = {each.name: _attribute(each) for each in proto.attribute}
        if proto.op_type == "If":
            return self._chosen(proto, inputs[0], attrs)
        given = [each for each in inputs if each is not None]
        kind = _kind(proto)
        if kind not in SEQUENCES and kind not in FUSED and all(isinstance(each, np.ndarray) for each in given):
            if all(each.dtype != object for each in given):
                return _computed(proto, inputs, self.opset)
            found = on_sizes(proto.op_type, inputs, attrs)
            if found is not None:
                return [found]
        outputs = sum(bool(name) for name in proto.output)
        node = Node(self.builder, proto.op_type, proto.name, inputs, attrs, self.opset, outputs, self.weights)
        made = OPERATORS[kind](node)
        parts = made if isinstance(made, list) else [made]
        return [
            self.builder.emit(each) if isinstance(each, RelaxExpr) and not isinstance(each, Var) else each
            for each in parts
        ]  # pyright: ignore[reportUnknownVariableType]

    def _chosen(self, proto: Any, condition: Value, attrs: Mapping[str, Any]) -> list[Value]:
        """The results of the branch that the model takes."""
        if not isinstance(condition, np.ndarray):
            raise OpNotImplemented(f"If `{proto.name}`: a condition that only a run knows is not read")
        branch = attrs["then_branch" if bool(condition.reshape(())) else "else_branch"]
        self.values.update({each.name: _array(each) for each in branch.initializer})
        self._read(branch)
        return [self.values[each.name] for each in branch.output]


def _refuse_unknown(graph: Any) -> None:
    kinds = {_kind(each) for each in graph.node}
    unknown = sorted(kind for kind in kinds if kind not in OPERATORS and kind not in OF_THE_MODEL)
    if unknown:
        raise OpNotImplemented(f"The following operators are not supported for frontend ONNX: {', '.join(unknown)}")


def _kind(proto: Any) -> str:
    """The name of an operator, with its domain where that has one of its own by that name."""
    qualified = f"{proto.domain}.{proto.op_type}"
    return qualified if qualified in OPERATORS else proto.op_type


def _dimension(dim: Any) -> int | str:
    return int(dim.dim_value) if dim.HasField("dim_value") else str(dim.dim_param)


def _array(proto: Any) -> np.ndarray:
    from onnx.numpy_helper import to_array

    return np.asarray(to_array(proto))


def _attribute(proto: Any) -> Any:
    """An attribute: numbers, bytes, an array or a graph."""
    from onnx.helper import get_attribute_value

    value = get_attribute_value(proto)
    return _array(value) if type(value).__name__ == "TensorProto" else value


def _computed(proto: Any, inputs: list[Any], opset: int) -> list[Value]:
    """The result of an operator on arrays, by the package's own evaluator."""
    from onnx.reference import ReferenceEvaluator

    given = {name: value for name, value in zip(proto.input, inputs) if name}
    evaluator: Callable[..., Any] = ReferenceEvaluator(proto, opsets={"": opset}).run
    names = [name for name in proto.output if name]
    return [np.asarray(each) for each in evaluator(names, given)]

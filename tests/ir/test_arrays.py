"""What TVM keeps in arrays: tuples that lists can be added to, on every node."""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tilewright import relax, te, tir
from tilewright.core.ir.json import CLASSES
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.fields import held
from tilewright.ir import Array
from tilewright.script import from_source

MODULE = """
@I.ir_module
class Module:
    @T.prim_func
    def kernel(a: T.handle, B: T.Buffer((4, 8), "float32", strides=(8, 1)), C: T.Buffer((4,), "float32")):
        n = T.int64()
        A = T.match_buffer(a, (n, 8), "float32")
        T.evaluate(T.call_extern("int32", "f", A.data))
        D = T.alloc_buffer((4, 8))
        for i, j in T.grid(4, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SR", [i, j])
                M = T.match_buffer(B[vi, vj], (), "float32", offset_factor=1)
                with T.init():
                    C[vi] = T.float32(0)
                D[vi, vj] = A[vi, vj] + M[()]
                C[vi] = C[vi] + T.Shuffle([T.float32(1), T.float32(2)], [0])

    @R.function
    def main(x: R.Tensor(("n", 8), "float32"), f: R.Callable((R.Tensor(("n", 8)),), R.Object)) -> R.Tuple(R.Tensor(("n", 8)), R.Shape(["n", 8])):
        n = T.int64()
        with R.dataflow():
            y = R.call_dps_packed("g", (x,), out_sinfo=R.Tensor((n, 8), "float32"))
            z = R.nn.max_pool2d(R.reshape(y, (1, 1, n, 8)), pool_size=(2, 2), strides=(2, 1))
            R.output(y)
        return (y, R.shape([n, 8]))
"""


def module() -> Any:
    return from_source("from tilewright.script import ir as I, relax as R, tir as T\n" + MODULE)


def nodes_below(value: Any, seen: set[int]) -> Iterator[Node]:
    """Every node that a value holds, in any field."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from nodes_below(item, seen)
    elif isinstance(value, dict):
        yield from nodes_below(list(value.items()), seen)
    elif isinstance(value, Node) and id(value) not in seen:
        seen.add(id(value))
        yield value
        for name in value.field_names:
            yield from nodes_below(getattr(value, name), seen)
        yield from nodes_below(getattr(value, "struct_info_", None), seen)


def array_fields() -> dict[str, set[str]]:
    """The fields of nodes that hold arrays, by class."""
    found = {
        name: {
            field
            for each in kind.__mro__
            for field, written in getattr(each, "__annotations__", {}).items()
            if held(str(written)).startswith("tuple[")
        }
        for name, kind in CLASSES.items()
    }
    return {name: fields for name, fields in found.items() if fields}


def test_every_sequence_of_a_node_is_an_array() -> None:
    seen: set[str] = set()
    made = module()
    whole = [
        *made.functions.values(),
        te.sum(te.var("x"), te.reduce_axis((0, 4))),
        tir.IndexMap.from_func(lambda i: [i, i]),
    ]
    for node in nodes_below(whole, set()):
        fields = {name: getattr(node, name) for name in node.field_names}
        assert not [name for name, value in fields.items() if type(value) in (tuple, list)], type(node)
        seen |= {type(node).__name__} if any(type(value) is Array for value in fields.values()) else set()
    assert {
        *("PrimFunc", "Buffer", "BufferLoad", "BufferStore", "Block", "BlockRealize", "SeqStmt", "BufferRegion", "Call", "Shuffle"),
        *("Reduce", "CommReducer", "IndexMap", "Function", "SeqExpr", "DataflowBlock", "ShapeExpr", "Tuple"),
        *("ShapeStructInfo", "TupleStructInfo", "FuncStructInfo"),
    } <= seen  # fmt: skip


def test_constructors_take_lists() -> None:
    i = tir.Var("i", "int32")
    call = tir.Call("int32", "tir.ret", [i])
    assert type(call.args) is Array
    assert call.args == [i]
    assert type(tir.SeqStmt([tir.Evaluate(i), tir.Evaluate(i)]).seq) is Array
    int32 = tilewright.ir.PrimType("int32")
    assert type(tilewright.ir.TupleType([int32]).fields) is Array
    assert tilewright.ir.TupleType([int32]) == tilewright.ir.TupleType((int32,))


def test_arrays_beside_lists() -> None:
    function = module()["main"]
    shape = function.params[0].struct_info.shape
    n = shape.values[0]
    assert shape.values[:-1] + [n] == [n, n]  # noqa: RUF005
    assert [n] + shape.values == (n, *shape.values)  # noqa: RUF005
    assert shape + [n] == [*shape.values, n]  # noqa: RUF005
    assert [n] + shape == (n, *shape.values)  # noqa: RUF005
    assert shape[:-1] + [3] == [n, 3]  # noqa: RUF005
    assert function.params + [1] != function.params  # noqa: RUF005
    assert function.params == list(function.params)
    assert not function.params != list(function.params)
    assert function.params == tuple(function.params)
    assert type(function.params[:1]) is type((0,) + function.params) is Array  # noqa: RUF005
    with pytest.raises(TypeError):
        function.params + 1


def test_arrays_are_tuples() -> None:
    values = module()["kernel"].params
    assert isinstance(values, tuple)
    assert hash(values) == hash(tuple(values))
    assert {tuple(values): 1}[values] == 1
    with pytest.raises(TypeError):
        values[0] = 1
    assert not hasattr(values, "append")
    kept = Array([1, 2])
    assert type(pickle.loads(pickle.dumps(kept))) is type(copy.deepcopy(kept)) is Array
    assert pickle.loads(pickle.dumps(kept)) == [1, 2]
    assert repr(kept) == "(1, 2)"


def test_attributes_of_calls_are_arrays() -> None:
    calls = [node for node in nodes_below(module()["main"], set()) if isinstance(node, relax.Call)]
    (pool,) = (call for call in calls if "pool_size" in (call.attrs or {}))
    assert pool.attrs.strides + [1] == [2, 1, 1]  # noqa: RUF005
    assert pool.attrs.pool_size == [2, 2]


def test_tensor_expressions_have_arrays() -> None:
    a = te.placeholder((4, 8))
    k = te.reduce_axis((0, 8))
    c = te.compute((4,), lambda i: te.sum(a[i, k], k))
    operation: Any = c.op
    assert operation.axis + list(operation.reduce_axis) == [*operation.axis, k]
    assert operation.input_tensors == [a]
    assert type(c.shape) is type(operation.body) is Array


@pytest.mark.repository
def test_the_engine_does_not_add_arrays_to_lists_in_place() -> None:
    """`items += node.args` would make `items` an array, and leave the list that others hold as it was."""
    fields = set().union(*array_fields().values())
    root = Path(tilewright.__file__).parent
    wrong = [
        f"{path}:{part.lineno}"
        for path in root.rglob("*.py")
        for part in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(part, ast.AugAssign)
        and isinstance(part.op, ast.Add)
        and isinstance(part.value, ast.Attribute)
        and part.value.attr in fields
    ]
    assert wrong == []

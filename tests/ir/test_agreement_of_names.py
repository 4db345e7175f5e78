"""Small agreements with TVM that concern several rooms: paths to what is missing, names, types and tensor expressions as JSON, texts of ill-formed programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tests.printer.hand_built import var
from tilewright import ir, te, tir, tirx
from tilewright.core.ir.structural import get_first_structural_mismatch
from tilewright.error import TVMError
from tilewright.ir.supply import GlobalVarSupply, NameSupply
from tilewright.script import from_source


def test_the_path_to_a_missing_item_says_which_one() -> None:
    found = get_first_structural_mismatch((1, 2, 3), (1, 2))
    assert found is not None
    assert [str(path) for path in found] == ["<root>[2]", "<root>[2]<missing>"]


def test_another_dtype_of_a_parameter_is_found_at_the_dtype() -> None:
    left, right = (tir.PrimFunc([tir.Var("x", kind)], tir.Evaluate(0)) for kind in ("int32", "float32"))
    found = get_first_structural_mismatch(left, right)
    assert found is not None
    assert str(found[0]) == "<root>.params[0].dtype"


def test_a_buffer_that_one_function_lacks_is_missing_in_its_map() -> None:
    x, y = var("x"), var("y")
    one, two = tir.decl_buffer((4,)), tir.decl_buffer((8,))
    left = tir.PrimFunc([x], tir.Evaluate(0), buffer_map={x: one})
    right = tir.PrimFunc([x], tir.Evaluate(0), buffer_map={x: one, y: two})
    found = get_first_structural_mismatch(left, right)
    assert found is not None
    assert str(found[0]).endswith("[y]<missing>")
    assert str(found[1]).endswith("[y]")


def test_types_of_functions_come_back_from_json() -> None:
    type_ = ir.TupleType([ir.FuncType([], ir.TupleType([])), ir.PrimType("float32")])  # pyright: ignore[reportArgumentType]
    assert ir.load_json(ir.save_json(type_)) == type_


def test_tensor_expressions_come_back_from_json() -> None:
    a: Any = te.placeholder((2, 10), name="A")
    k: Any = te.reduce_axis((0, 10), "k")
    b: Any = te.compute((2,), lambda i: te.sum(a[i, k], axis=k), name="B")
    back: Any = ir.load_json(ir.save_json(b))
    again = te.create_prim_func([back.op.input_tensors[0], back])
    tilewright.ir.assert_structural_equal(again, te.create_prim_func([a, b]))


def test_a_scan_comes_back_from_json() -> None:
    m = te.var("m")
    state: Any = te.placeholder((m, 4), name="state")
    init: Any = te.compute((1, 4), lambda _, i: 1.0)
    update: Any = te.compute((m, 4), lambda t, i: state[t - 1, i] + 1.0)
    back: Any = ir.load_json(ir.save_json(te.scan(init, update, state)))
    assert back.op.name == "scan"
    assert back.op.state_placeholder[0].op.name == "state"


def test_a_reduction_inside_an_expression_is_an_error_of_tvm() -> None:
    a: Any = te.placeholder((2, 10), name="A")
    k: Any = te.reduce_axis((0, 10), "k")
    with pytest.raises(TVMError, match="top level"):
        te.compute((2,), lambda i: te.sum(a[i, k], axis=k) + 1)


def test_supplies_of_names_and_of_references() -> None:
    names = NameSupply("prefix")
    assert [names.fresh_name(""), names.fresh_name("")] == ["prefix_v", "prefix_v_1"]
    module = from_source("from tvm.script import tir as T\n@T.prim_func\ndef f():\n    T.evaluate(0)\n")
    supply = GlobalVarSupply(ir.IRModule({"f": module}))  # pyright: ignore[reportArgumentType]
    assert supply.fresh_global("f").name_hint == "f_1"
    assert supply.unique_global_for("g") is supply.unique_global_for("g")
    with pytest.raises(ValueError, match="another function"):
        supply.reserve_global(ir.GlobalVar("f"))


def test_replacing_no_references_gives_the_module_itself() -> None:
    module = ir.IRModule({})
    assert module.replace_global_vars({}) is module


def test_a_call_may_name_its_dtype_first_in_either_release() -> None:
    make: Any = tirx.Call
    call = make("float32", "tirx.call_extern", [tir.StringImm("f"), 1])
    assert call.dtype == "float32"
    assert call.op.name == "tirx.call_extern"
    assert call.op.name.startswith("tirx.")
    assert call.op.name.startswith(("s_tir.", "tir."))
    assert not call.op.name.startswith("relax.")


def test_nodes_are_chosen_by_the_names_of_either_release() -> None:
    body = tir.Evaluate(tir.call_extern("int32", "f", tir.call_extern("int32", "g", 1)))
    seen: list[str] = []
    tirx.stmt_functor.ir_transform(body, None, lambda call: seen.append(call.args[0].value), ["tirx.Call"])
    assert seen == ["g", "f"]


def test_one_let_may_occur_in_several_places() -> None:
    x = var("x")
    once, other = tir.Let(x, 1, x + 1), tir.Let(x, 2, x + 2)
    assert tir.analysis.verify_ssa(tir.PrimFunc([], tir.Evaluate(once + once)))
    assert not tir.analysis.verify_ssa(tir.PrimFunc([], tir.Evaluate(once * other)))


def test_ill_formed_programs_are_told_with_places() -> None:
    x = var("x")
    inside = tir.For(var("j"), 0, 1, 0, tir.LetStmt(x, 1, tir.Evaluate(x)))
    with pytest.raises(ValueError, match=r"undefined variable x at <root>\.body\.seq\[1\]\.value.*no longer in-scope"):
        tir.analysis.verify_well_formed(tir.PrimFunc([], tir.SeqStmt([inside, tir.Evaluate(x)])))
    twice = tir.LetStmt(x, 1, tir.LetStmt(x, 2, tir.Evaluate(x)))
    with pytest.raises(ValueError, match=r"first defined at <root>\.body, and was re-defined at <root>\.body\.body"):
        tir.analysis.verify_well_formed(tir.PrimFunc([], twice))


def test_a_thread_belongs_to_one_function() -> None:
    text = """from tvm.script import ir as I, tir as T
@I.ir_module
class Module:
    @T.prim_func
    def f():
        threadIdx_x = T.launch_thread("threadIdx.x", 4)
        T.evaluate(threadIdx_x)
"""
    f: Any = from_source(text)["f"]  # pyright: ignore[reportIndexIssue]
    with pytest.raises(ValueError, match=r"multiple .*definitions of variable threadIdx_x"):
        tir.analysis.verify_well_formed(ir.IRModule({"f": f, "g": f}))


def test_tensors_come_back_from_json_as_tensors() -> None:
    given = tilewright.runtime.tensor(np.array([1.5, 2.5]))
    back: Any = ir.load_json(ir.save_json(given))
    assert isinstance(back, tilewright.runtime.Tensor)
    assert back.dtype == "float64"
    assert back.same_as(back)
    assert list(back.numpy()) == [1.5, 2.5]


def test_a_tensor_of_an_operation_by_the_name_of_its_type() -> None:
    a: Any = te.placeholder((10,), name="A")
    made = ir.make_node("te.Tensor", shape=a.shape, dtype=a.dtype, op=a.op, value_index=0)
    assert made.op is a.op


def test_maps_with_variables_as_keys_come_back_from_json() -> None:
    x: Any = var("x")
    back: Any = ir.load_json(ir.save_json({x: 1}))
    assert [key.name for key in back] == ["x"]

"""The names under which other versions of TVM know struct infos, and give fields of nodes."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tilewright import relax, tir
from tilewright.error import TVMError
from tilewright.ir import Op, PrimType
from tilewright.relax import DynTensorType, TensorType, Var, analysis
from tilewright.relax.dpl import wildcard
from tilewright.script import from_source
from tilewright.script import relax as R
from tilewright.script.parser import relax as parser_names
from tilewright.target import Target

n = tir.Var("n", "int64")


def test_types_are_struct_infos() -> None:
    x = Var(name_hint="x", ty=TensorType([n, 2], "float16"))
    assert x.ty is x.struct_info == R.Tensor([n, 2], "float16")
    assert relax.Call("relax.add", [x, x], ty_args=[x.ty]).ty_args == (x.ty,)
    function = relax.Function([x], relax.SeqExpr([], x), ret_ty=x.ty)
    assert function.ret_ty == x.ty
    assert relax.MatchCast(var=x, value=x, ty=x.ty).ty is x.ty
    assert relax.ExternFunc("f", struct_info=relax.FuncType([x.ty], x.ty)).struct_info == R.Callable((x.ty,), x.ty)
    assert Var("s", PrimType("int64")).struct_info == R.Prim("int64")
    assert relax.ShapeType(3) == relax.ShapeType(ndim=3) == R.Shape(ndim=3)


def test_static_types_say_no_sizes() -> None:
    x = Var("x", R.Tuple(R.Tensor([n, 2], "float16"), R.Shape([n]), R.Prim(value=n)))
    wanted = R.Tuple(DynTensorType(2, "float16"), R.Shape(ndim=1), R.Prim("int64"))
    assert x.checked_type == analysis.get_static_type(x.struct_info) == wanted
    y = Var("y", R.Tensor([n, 2], "float16"))
    assert wildcard().has_type(DynTensorType(2, "float16")).match(y)
    assert not wildcard().has_type(DynTensorType(3, "float16")).match(y)


def test_tuples_are_taken_apart() -> None:
    pair = Var("pair", R.Tuple(R.Prim("int64"), R.Shape(ndim=1)))
    first, second = pair
    assert (first.struct_info, second.struct_info) == (R.Prim("int64"), R.Shape(ndim=1))
    assert pair[-1].index == 1
    with pytest.raises(ValueError, match="not enough values"):
        _first, _second, _third = pair
    with pytest.raises(IndexError, match="the tuple has 2 values, so it has no item 2"):
        pair[2]
    with pytest.raises(TVMError, match="the elements of a tensor cannot be taken"):
        Var("x", R.Tensor([2], "float32"))[0]


MODULE = from_source("""
@I.ir_module
class M:
    @R.function(private=True)
    def twice(a: R.Tensor(("n",), "float32")):
        b = R.add(a, a)
        return b

    @R.function
    def main(x: R.Tensor(("n",), "float32"), w: R.Tensor(("n",), "float32")):
        y = M.twice(x)
        z = R.multiply(y, w)
        return z
""")


def test_functions_are_bound_and_inlined() -> None:
    main = MODULE["main"]
    assert main.bind_symbolic_vars({"n": 4}).ret_struct_info == R.Tensor((4,), "float32")
    bound = main.bind_params({"w": main.params[0]})
    assert [param.name_hint for param in bound.params] == ["x"]
    assert bound.body.blocks[0].bindings[1].value.args[1].same_as(main.params[0])
    inlined = main.inline_functions({MODULE.get_global_var("twice"): MODULE["twice"]})
    assert "twice" not in inlined.script()
    numbers = np.arange(3, dtype="float32")
    for function in (MODULE, inlined):
        executable = tilewright.compile(function, relax_pipeline="default")
        made = relax.VirtualMachine(executable)["main"](numbers, numbers)
        np.testing.assert_array_equal(made.numpy(), 2 * numbers * numbers)


def test_objects_are_compared_as_what_they_are() -> None:
    pattern, builder = wildcard(), relax.BlockBuilder()
    for each in (pattern, builder, relax.transform.Normalize(), n, Target("llvm"), Op.get("relax.add")):
        assert each.same_as(each)
        assert each.is_(each)
        assert not each.same_as(wildcard())


def test_casts_are_bound_under_either_name() -> None:
    x = Var("x", R.Tensor(ndim=1, dtype="float32"))
    builder = relax.BlockBuilder()
    with builder.function("f", [x]):
        builder.emit_func_output(builder.match_cast(x, ty=TensorType([n], "float32")))
        with pytest.raises(TypeError, match="match_cast needs the struct info"):
            builder.match_cast(x)


def test_the_package_of_the_parser_has_the_names_of_the_language() -> None:
    assert parser_names.Any() == R.Object()
    assert parser_names.Tensor((2,), "int8") == R.Tensor((2,), "int8")

"""The names under which other versions of TVM know struct infos, and give fields of nodes."""

from __future__ import annotations

import pytest

from tilewright import relax, tir
from tilewright.error import TVMError
from tilewright.ir import PrimType
from tilewright.relax import DynTensorType, TensorType, Var, analysis
from tilewright.relax.dpl import wildcard
from tilewright.script import relax as R

n = tir.Var("n", "int64")


def test_types_are_struct_infos() -> None:
    x = Var(name_hint="x", ty=TensorType([n, 2], "float16"))
    assert x.ty is x.struct_info == R.Tensor([n, 2], "float16")
    assert relax.Call("relax.add", [x, x], ty_args=[x.ty]).ty_args == (x.ty,)
    function = relax.Function([x], relax.SeqExpr([], x), ret_ty=x.ty)
    assert function.ret_ty == x.ty
    assert relax.MatchCast(var=x, value=x, ty=x.ty).ty is x.ty
    assert relax.ExternFunc("f", struct_info=relax.FuncType([x.ty], x.ty)).struct_info.ret == x.ty
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
    with pytest.raises(IndexError, match="the tuple has 2 values, and number 2 is asked for"):
        pair[2]
    with pytest.raises(TVMError, match="only tuples have items"):
        Var("x", R.Tensor([2], "float32"))[0]

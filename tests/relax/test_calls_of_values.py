"""Calls of variables: of functions and closures, and of what is known to be neither."""

from __future__ import annotations

import pytest

from tilewright import relax
from tilewright.core.analyze import analyze


def test_a_tensor_is_not_called() -> None:
    x = relax.Var("x", relax.TensorStructInfo((2,), "float32"))
    with pytest.raises(
        ValueError, match=r'only functions can be called, and this is `R\.Tensor\(\(2,\), dtype="float32"\)`'
    ):
        relax.Call(x, [x])
    (found,) = analyze(
        "from tvm.script import relax as R\n\n@R.function\ndef main(x: R.Tensor((2,), 'float32')):\n    y = x(x)\n    return y\n"
    ).diagnostics
    assert found.code == "relax-call"


def test_an_object_may_be_a_closure() -> None:
    f = relax.Var("f", relax.ObjectStructInfo())
    assert relax.Call(f, []).op is f


def test_one_of_the_same_size_as_the_whole_keeps_its_index() -> None:
    x, y = (
        relax.Var("x", relax.TensorStructInfo((1, 4, 5), "float32")),
        relax.Var("y", relax.TensorStructInfo((1, 5, 7), "float32")),
    )
    builder = relax.BlockBuilder()
    with builder.function("main", [x, y]):
        builder.emit_func_output(builder.emit(relax.op.matmul(x, y)))
    made = relax.transform.LegalizeOps()(builder.get())
    assert "T.reads(x[v_i0, v_i1, v_k], y[v_i0, v_k, v_i2])" in made["matmul"].script()

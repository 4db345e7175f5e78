"""Graphs of Relax cross over to Apache TVM and back: each op, with known and with symbolic sizes, prints there as the same program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.peers.asking import Tvm
from tests.relax.numeric import Case
from tests.relax.test_nn_ops import CASES as NN
from tests.relax.test_tensor_ops import CASES as TENSORS
from tilewright import relax, tir
from tilewright.ir import assert_structural_equal
from tilewright.script import from_source

# What TVM 0.27 builds otherwise.
OTHERWISE = {
    "nn.relu6": "a clip",
    "concat flat": "refused without an axis",
    "arange back": "10, 7, 4 are counted as four numbers",
}
CASES = [case for case in (*TENSORS, *NN) if case.name not in OTHERWISE]


@pytest.fixture(scope="module")
def tvm() -> Iterator[Tvm]:
    made = Tvm()
    yield made
    made.end()


def built(case: Case, symbolic: bool) -> Any:
    """A function of Relax around the op."""
    builder = relax.BlockBuilder()
    sizes: dict[Any, Any] = {}
    params = [
        relax.Var(
            f"x{at}",
            relax.TensorStructInfo(
                [
                    size if not symbolic or size == 1 else sizes.setdefault(size, tir.Var(f"n{size}", "int64"))
                    for size in array.shape
                ],
                str(array.dtype),
            ),
        )
        for at, array in enumerate(case.args)
    ]
    with builder.function("main", params):
        with builder.dataflow():
            result = builder.emit_output(case.op(*params))
        builder.emit_func_output(result)
    return builder.get()["main"]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_ops(case: Case, tvm: Tvm) -> None:
    for symbolic in (False, True) if case.symbolic else (False,):
        function = built(case, symbolic)
        printed = tvm.printed(function.script(dialect="tirx"))
        assert_structural_equal(from_source(printed), function)

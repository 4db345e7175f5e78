"""The PyTorch spelling of each op on tensors gives what numpy gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.numeric import Case
from tests.relax.test_tensor_ops import CASES
from tilewright import relax
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.printer.relax_torch import torch_call

torch = pytest.importorskip("torch")
WITHOUT_TORCH = {row.name for row in RELAX_OPS.values() if row.torch_form is None}


def _text(value: Any) -> str:
    if isinstance(value, relax.Constant):
        return f"torch.tensor({value.data.numpy().tolist()}, dtype=torch.{value.data.dtype})"
    if isinstance(value, relax.Call):
        return f"({torch_call(value, _text)})"
    return str(getattr(value, "name_hint", getattr(value, "value", value)))


@pytest.mark.parametrize(
    "case", [case for case in CASES if f"relax.{case.name.split()[0]}" not in WITHOUT_TORCH], ids=str
)
def test_the_spelling_computes_the_same(case: Case) -> None:
    params = [
        relax.Var(f"x{at}", relax.TensorStructInfo(array.shape, str(array.dtype))) for at, array in enumerate(case.args)
    ]
    text = torch_call(case.op(*params), _text)
    assert text is not None
    given = {f"x{at}": torch.tensor(array) for at, array in enumerate(case.args)}
    found = eval(text, {"torch": torch, **given})
    expected = case.expected(*case.args)
    several = isinstance(expected, (list, tuple))
    for got, want in zip(found if several else [found], expected if several else [expected]):
        assert (tuple(got.shape), str(got.dtype)) == (np.shape(want), f"torch.{np.asarray(want).dtype}"), text
        np.testing.assert_allclose(got.numpy(), want, rtol=1e-4, atol=1e-4)

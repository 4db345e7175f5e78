"""The gradient of each op is what PyTorch derives of the op's spelling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax import test_nn_ops, test_tensor_ops
from tests.relax.numeric import Case
from tests.relax.test_torch_names import _text
from tilewright import relax
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.relax.gradients.support import none
from tilewright.core.passes.relax.gradients.table import GRADIENTS
from tilewright.core.printer.relax_torch import torch_call
from tilewright.runtime import cpu, tensor

torch = pytest.importorskip("torch")
CASES = [
    case
    for case in (*test_tensor_ops.CASES, *test_nn_ops.CASES)
    if GRADIENTS.get(f"relax.{case.name.split()[0]}", none) is not none
    and RELAX_OPS[f"relax.{case.name.split()[0]}"].torch_form is not None
    and case.name != "full of a value"
    and any(np.asarray(arg).dtype.kind == "f" for arg in case.args)
]
# Cases of settings without gradient, and why.
WITHOUT = {
    **{f"strided_slice{name}": "a step goes backwards" for name in ("", " back")},
    "scatter_elements mul": "only what is written or added has a gradient",
    **{f"nn.pad {mode}": "only constants have a gradient" for mode in ("reflect", "replicate", "circular")},
}
# Arguments of which PyTorch takes no gradient.
NOT_ASKED = {"nn.batch_norm": (3, 4), "nn.nll_loss": (3, 2)}


def _weighted(result: Any) -> tuple[list[int], list[np.ndarray]]:
    """Which results are of floats, and a weight for each of their elements."""
    several = result if isinstance(result, tuple) else (result,)
    floats = [at for at, item in enumerate(several) if item.dtype.is_floating_point]
    random = np.random.default_rng(0)
    return floats, [random.uniform(0.5, 1.5, tuple(several[at].shape)).astype("float32") for at in floats]


def _params(args: tuple[Any, ...]) -> list[relax.Var]:
    return [relax.Var(f"x{at}", relax.TensorStructInfo(arg.shape, str(arg.dtype))) for at, arg in enumerate(args)]


def _asked(case: Case) -> list[int]:
    """The arguments of which gradients are taken."""
    without = NOT_ASKED.get(str(case), ())
    return [at for at, arg in enumerate(case.args) if arg.dtype.kind == "f" and at not in without]


def _torch(case: Case) -> tuple[list[Any], list[int], list[np.ndarray]]:
    """The gradients that PyTorch derives, None where there is none; what is summed, and the weights."""
    text = torch_call(case.op(*_params(case.args)), _text)
    assert text is not None
    given = [torch.tensor(arg, requires_grad=at in _asked(case)) for at, arg in enumerate(case.args)]
    named = {f"x{at}": value for at, value in enumerate(given)}
    result = eval(text, {"torch": torch, "F": torch.nn.functional, **named})
    result = tuple(result) if isinstance(result, (list, tuple)) else result
    places, weights = _weighted(result)
    several = result if isinstance(result, tuple) else (result,)
    if not places:
        return [], [], []
    total = sum((several[at] * torch.tensor(weight)).sum() for at, weight in zip(places, weights))
    wanted = [value for value in given if value.requires_grad]
    if not total.requires_grad:
        return [None] * len(wanted), places, weights
    return list(torch.autograd.grad(total, wanted, allow_unused=True)), places, weights


def _ours(case: Case, places: list[int], weights: list[np.ndarray]) -> list[np.ndarray]:
    """The same from `Gradient`, built and run."""
    builder = relax.BlockBuilder()
    params = _params(case.args)
    with builder.function("main", params):
        with builder.dataflow():
            result = builder.emit(case.op(*params))
            tuples = isinstance(result.struct_info, relax.TupleStructInfo)
            total: Any = None
            for at, weight in zip(places, weights):
                part = result[at] if tuples else result
                term = builder.emit(relax.op.sum(relax.op.multiply(part, relax.const(weight))))
                total = term if total is None else builder.emit(relax.op.add(total, term))
            output = builder.emit_output(total)
        builder.emit_func_output(output)
    wanted = [params[at] for at in _asked(case)]
    module = relax.transform.Gradient("main", wanted)(builder.get())
    assert relax.analysis.well_formed(module)
    machine = relax.VirtualMachine(relax.build(module, "llvm"), cpu())
    _, gradients = machine["main_adjoint"](*[tensor(arg) for arg in case.args])
    return [gradient.numpy() for gradient in gradients]


@pytest.mark.parametrize("case", [case for case in CASES if str(case) not in WITHOUT], ids=str)
def test_the_gradient_is_what_pytorch_derives(case: Case) -> None:
    expected, places, weights = _torch(case)
    if not places:
        return
    for got, want in zip(_ours(case, places, weights), expected):
        reference = np.zeros_like(got) if want is None else want.numpy()
        np.testing.assert_allclose(got, reference, rtol=1e-3, atol=1e-3)

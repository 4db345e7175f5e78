"""Real networks: what torch.export gives of them imports, builds, runs and computes what PyTorch computes.

They need torchvision and transformers (`pip install torchvision transformers`); without these they are skipped.
"""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest
import torch

from tests.models.networks import TRANSFORMERS, VISION, make
from tilewright import relax
from tilewright.relax.frontend.torch import from_exported_program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(
        any(importlib.util.find_spec(name) is None for name in ("torchvision", "transformers")),
        reason="torchvision and transformers are not installed",
    ),
]

# The quick ones, which cover the families; the others are run by `make test-models`.
QUICK = ("mobilenet_v3_small", "squeezenet1_1", "shufflenet_v2_x1_0", "bert", "falcon", "gpt2", "llama", "t5", "vit")


def run_as_torch(name: str) -> Any:
    """Build a network, compare its result with PyTorch's, and give the executable."""
    network, given = make(name)
    with torch.no_grad():
        wanted = network(*given).numpy()
        program = torch.export.export(network, given)
    executable = relax.build(from_exported_program(program, unwrap_unit_return_tuple=True))
    found = relax.VirtualMachine(executable)["main"](*(each.numpy() for each in given)).numpy()
    assert found.shape == wanted.shape
    assert np.abs(wanted).max() > 0
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-4 * float(np.abs(wanted).max()))
    return executable


@pytest.mark.parametrize("name", QUICK)
def test_a_network_computes_what_torch_computes(name: str) -> None:
    run_as_torch(name)


@pytest.mark.models
@pytest.mark.parametrize("name", [name for name in (*VISION, *TRANSFORMERS) if name not in QUICK])
def test_every_network_computes_what_torch_computes(name: str) -> None:
    run_as_torch(name)


def test_all_networks_are_listed() -> None:
    assert len(VISION) >= 20
    assert len(TRANSFORMERS) >= 10
    assert set(QUICK) < {*VISION, *TRANSFORMERS}

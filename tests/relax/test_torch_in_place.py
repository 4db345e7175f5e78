"""What operators of PyTorch that write into their argument leave to those that read it later, and what graphs put out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilewright import relax
from tilewright.relax.frontend.torch import from_exported_program, from_fx

torch = pytest.importorskip("torch")


class Filled(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        x.fill_(2.0)
        return x + 1


class Flagged(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.act = torch.nn.ReLU(inplace=True)

    def forward(self, x: Any) -> Any:
        y = self.act(x)
        return y + x


class Sized(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        return x.shape, x.numel(), None


class Parts(torch.nn.Module):
    def forward(self, x: Any) -> Any:
        a, b = torch.split(x, 2, 1)
        return torch.split(x, 2, 1), b - a


def run(module: Any, *args: Any) -> Any:
    machine = relax.VirtualMachine(relax.build(module, "llvm"))
    return machine["main"](*args)


@pytest.mark.parametrize("model", [Filled(), Flagged()])
def test_later_readers_see_what_was_written(model: Any) -> None:
    x = np.array([[-1.0, 2.0]], "float32")
    want = model(torch.from_numpy(x.copy())).numpy()
    traced = from_fx(torch.fx.symbolic_trace(model), [((1, 2), "float32")])
    np.testing.assert_array_equal(run(traced, x).numpy(), want)
    exported = from_exported_program(torch.export.export(model, (torch.from_numpy(x),)))
    np.testing.assert_array_equal(run(exported, x)[0].numpy(), want)


def test_sizes_numbers_and_nothing_are_put_out() -> None:
    made = from_fx(torch.fx.symbolic_trace(Sized()), [((2, 3), "float32")])
    text = made["main"].script()
    assert '(R.shape([2, 3]), R.const(6, "int32"), ' in text
    assert "= R.null_value()" in text


def test_parts_stay_one_tuple() -> None:
    made = from_fx(torch.fx.symbolic_trace(Parts()), [((1, 4), "float32")])
    assert made["main"].script().count("indices_or_sections=2") == 2
    x = np.array([[1, 2, 3, 4]], "float32")
    parts, apart = run(made, x)
    assert [part.numpy().tolist() for part in parts] == [[[1, 2]], [[3, 4]]]
    assert apart.numpy().tolist() == [[2, 2]]

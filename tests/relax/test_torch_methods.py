"""Methods of PyTorch's tensors that write into them, on tensors that are no views: each computes what PyTorch computes, in traced and in exported graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from tests.relax.torch_methods import CALLS, NO_GRAPH, STARTS, X
from tilewright import relax
from tilewright.core.importers.torch.operators import ALIASES, OPERATORS, operator
from tilewright.core.importers.torch.translator import UnsupportedOperatorError
from tilewright.relax.frontend.torch import from_exported_program, from_fx

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")


class Methods(torch.nn.Module):
    """Each method on a copy of an argument: the copies as they are then, and what the methods return."""

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self.names = names

    def forward(self, *given: Any) -> Any:
        found: list[Any] = []
        for name, x in zip(self.names, given):
            y = x.clone()
            made = getattr(y, name)(*CALLS[name])
            found += [y + y if y.dtype.is_floating_point else y, made]
        return tuple(found)


class Traced(Methods):
    """The same for tracing, which knows no types."""

    def __init__(self, name: str) -> None:
        super().__init__([name])

    def forward(self, x: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        y = x.clone()
        made = getattr(y, self.names[0])(*CALLS[self.names[0]])
        return y + 0, made


def given(names: list[str]) -> list[torch.Tensor]:
    return [STARTS.get(name, X.clone)() for name in names]


def compare(module: Any, model: torch.nn.Module, args: list[torch.Tensor]) -> None:
    found = relax.VirtualMachine(relax.build(module))["main"](*[arg.numpy() for arg in args])
    wanted = model(*[arg.clone() for arg in args])
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted):
        assert got.numpy().dtype == want.numpy().dtype
        np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=1e-4, atol=1e-5)


def traced(name: str) -> Any:
    (x,) = given([name])
    graph = torch.fx.symbolic_trace(Traced(name))
    return from_fx(graph, [(tuple(x.shape), str(x.dtype).removeprefix("torch."))])


@pytest.mark.parametrize(
    "name", ["masked_fill_", "addr_", "fill_diagonal_", "renorm_", "less_", "__iadd__", "transpose_", "ldexp_"]
)
def test_traced(name: str) -> None:
    compare(traced(name), Traced(name), given([name]))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CALLS if name != "as_strided_"])
def test_every_method_traced(name: str) -> None:
    compare(traced(name), Traced(name), given([name]))


@pytest.mark.slow
@pytest.mark.parametrize("decompose", [True, False])
def test_every_method_exported(decompose: bool) -> None:
    names = list(CALLS)
    model, args = Methods(names), given(names)
    program = torch.export.export(model, tuple(args))
    compare(from_exported_program(program, run_ep_decomposition=decompose), model, args)


def test_places_in_memory_that_a_trace_does_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="as_strided of a tensor whose elements are not in order"):
        traced("as_strided_")


def test_every_method_has_a_row_or_a_reason() -> None:
    methods = {name for name in dir(torch.Tensor) if name.endswith("_") and not name.startswith("_")}
    assert methods == {name for name in (*CALLS, *NO_GRAPH) if not name.startswith("_")}
    assert not set(CALLS) & set(NO_GRAPH)
    assert all(operator(name) is not None for name in CALLS)


@pytest.mark.parametrize("name", ["lgamma", "gcd"])
def test_what_has_no_translation_is_named(name: str) -> None:
    graph = torch.fx.symbolic_trace(Unknown(name))
    with pytest.raises(UnsupportedOperatorError, match=f"the operator `{name}` of PyTorch"):
        from_fx(graph, [((4, 6), "int64")])


class Unknown(torch.nn.Module):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def forward(self, x: Any) -> Any:
        return torch.lgamma(x) if self.name == "lgamma" else torch.gcd(x, x)


def test_aliases_are_other_names_of_rows() -> None:
    assert all(OPERATORS[name] is OPERATORS[own] for name, own in ALIASES.items())
    documented = {name: getattr(torch, name).__doc__ or "" for name in ALIASES if hasattr(torch, name)}
    assert len(documented) > 15
    for name, text in documented.items():
        assert f"torch.{ALIASES[name]}`" in text, name

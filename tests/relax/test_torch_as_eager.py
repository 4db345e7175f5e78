"""Exported programs of PyTorch compute what PyTorch computes: in which types, in which windows, at which positions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from tilewright import relax, tir
from tilewright.core.importers.torch.translator import UnsupportedOperatorError
from tilewright.core.importers.torch.values import promoted
from tilewright.relax import Var
from tilewright.relax.frontend.torch import from_exported_program, from_fx
from tilewright.relax.struct_info import TensorStructInfo

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")

KINDS = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64")
X = torch.randn(4, 6, generator=torch.Generator().manual_seed(3))
IMAGE = torch.randn(2, 3, 9, 10, generator=torch.Generator().manual_seed(4))
BYTES = torch.arange(24, dtype=torch.uint8).reshape(4, 6) * 10
WHOLE = torch.arange(-12, 12, dtype=torch.int32).reshape(4, 6)
INT8 = WHOLE.to(torch.int8) * 9
TRUTHS = X > 0
SEVEN = torch.tensor(7)
BAGS = torch.tensor([[1, 3, 0, 2], [4, 4, 2, 2], [0, 1, 1, 5]])
TABLE = torch.randn(6, 5, generator=torch.Generator().manual_seed(5))
PLACES = torch.tensor([[0, 5, 2], [1, 1, 4], [3, 3, 3], [0, 0, 5]])


class Model(torch.nn.Module):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *given: torch.Tensor) -> Any:
        return self.function(*given)


def compare(function: Callable[..., Any], *args: torch.Tensor) -> None:
    model = Model(function)
    machine = relax.VirtualMachine(relax.build(from_exported_program(torch.export.export(model, args))))
    found, wanted = machine["main"](*args), model(*args)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted):
        assert str(want.dtype) == f"torch.{got.dtype}"
        np.testing.assert_allclose(got.numpy().astype("float64"), want.double().numpy(), rtol=1e-3, atol=1e-5)


def value(kind: str, dimensions: int) -> Any:
    return Var("x", TensorStructInfo([2] * dimensions, kind))


@pytest.mark.parametrize(("a", "b"), list(product(KINDS, KINDS)))
def test_types_are_promoted_as_pytorch_promotes_them(a: str, b: str) -> None:
    for ranks in product((0, 1), (0, 1)):
        tensors = [torch.zeros([2] * rank, dtype=getattr(torch, kind)) for rank, kind in zip(ranks, (a, b))]
        wanted = torch.result_type(*tensors)
        assert f"torch.{promoted(value(a, ranks[0]), value(b, ranks[1]))}" == str(wanted)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [True, 3, 2.5])
def test_numbers_are_promoted_as_pytorch_promotes_them(kind: str, number: float) -> None:
    for rank in (0, 1):
        wanted = torch.result_type(torch.zeros([2] * rank, dtype=getattr(torch, kind)), number)
        assert f"torch.{promoted(value(kind, rank), number)}" == str(wanted)


TYPES: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "bytes and signed bytes": (lambda a, b: (a * b, a > b, torch.maximum(a, b)), (BYTES, INT8)),
    "bytes and one number": (lambda a, b: (a * b, torch.where(a > 50, a, b)), (BYTES, SEVEN)),
    "truths and numbers": (lambda a: (a + 2.5, a + 3, a * 0.5), (TRUTHS,)),
    "limits of another category": (lambda a: (a.clamp(-0.5, 1.5), a.clamp(min=0.5), a.clamp(1, 5)), (WHOLE,)),
    "sums of bytes": (lambda a: (a.sum(), a.sum(1), a.prod(1), a.cumsum(1)), (BYTES,)),
    "sums as another type": (
        lambda a: (a.sum(1, dtype=torch.float64), a.mean(1, dtype=torch.float32), a.cumsum(1, dtype=torch.float32)),
        (WHOLE,),
    ),
    "powers of integers": (lambda a: (a**2, a**5, a**0, a.abs() ** SEVEN.int(), a.square()), (WHOLE,)),
    "functions of integers": (lambda a: (torch.reciprocal(a + 20), torch.exp2(a)), (WHOLE,)),
    "joined": (lambda a, b: (torch.cat([a, b]), torch.stack([a, b]), torch.hstack([b, a])), (WHOLE, X)),
    "half and an integer": (lambda a, b: a / (b + 30), (X.half(), WHOLE)),
    "bfloat16": (lambda a, b: (a + b, a * 2), (X.bfloat16(), X.half())),
    "truths of bytes": (lambda a: (a.any(), a.all(1)), (BYTES,)),
    "halves": (
        lambda a: (torch.round(a / 2), torch.round(a * 0.25, decimals=1), torch.round(a, decimals=-1)),
        (X * 10,),
    ),
    "nothing but minus infinity": (lambda a: a.masked_fill(a < 9, float("-inf")).logsumexp(1), (X,)),
}


@pytest.mark.parametrize("name", TYPES)
def test_types_of_results(name: str) -> None:
    function, args = TYPES[name]
    compare(function, *args)


def test_halves_go_to_the_even_number() -> None:
    compare(torch.round, torch.tensor([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 4.5] * 9))


@pytest.mark.parametrize("ceil_mode", [False, True])
@pytest.mark.parametrize(
    ("kernel", "stride", "padding"), [(3, 2, 1), (2, 3, 1), (4, 3, 2), (5, 4, 2), ((3, 2), (2, 3), (1, 0))]
)
def test_windows_of_pools(kernel: Any, stride: Any, padding: Any, ceil_mode: bool) -> None:
    def pools(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        counted, only = (
            F.avg_pool2d(x, kernel, stride, padding, ceil_mode=ceil_mode, count_include_pad=pad)
            for pad in (True, False)
        )
        return counted, only, *F.max_pool2d(x, kernel, stride, padding, ceil_mode=ceil_mode, return_indices=True)

    compare(pools, IMAGE)


POOLS: dict[str, tuple[Callable[..., Any], torch.Tensor]] = {
    "a divisor": (lambda x: F.avg_pool2d(x, 3, 2, 1, divisor_override=2), IMAGE),
    "without batches": (lambda x: (F.max_pool2d(x, 2), F.avg_pool2d(x, 2), F.adaptive_avg_pool2d(x, 3)), IMAGE[0]),
    "positions without batches": (lambda x: F.max_pool1d(x, 3, 2, 1, 2, return_indices=True), IMAGE[0, 0]),
    "put back": (
        lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), [2, 2]),
        IMAGE[..., :8, :].contiguous(),
    ),
    "positions of a size": (lambda x: F.adaptive_max_pool2d(x, (3, 5), return_indices=True), IMAGE),
}


@pytest.mark.parametrize("name", POOLS)
def test_pools(name: str) -> None:
    compare(*POOLS[name])


@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
def test_elements_that_are_combined(reduce: str, include_self: bool) -> None:
    def scattered(x: torch.Tensor, source: torch.Tensor, whole: torch.Tensor) -> Any:
        made = [
            a.scatter_reduce(1, PLACES, b, reduce, include_self=include_self) for a, b in ((x, source), (whole, whole))
        ]
        if reduce != "sum":
            rows = torch.tensor([1, 1, 3])
            made.append(x.index_reduce(0, rows, source[:3], reduce, include_self=include_self))
        return tuple(made)

    compare(scattered, X, X.flip(0) * 3, WHOLE)


def test_elements_under_a_mask() -> None:
    compare(lambda x: (x[x > 0], (x > 0).nonzero()), X)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("padding", [None, 2])
def test_embedding_bags(mode: str, padding: int | None) -> None:
    def bags(table: torch.Tensor, rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
        starts = torch.tensor([0, 5, 5, 9])
        ends = torch.tensor([0, 4, 12])
        return (
            F.embedding_bag(rows, table, mode=mode, padding_idx=padding),
            F.embedding_bag(rows.flatten(), table, starts, mode=mode, padding_idx=padding),
            F.embedding_bag(rows.flatten(), table, ends, mode=mode, include_last_offset=True, padding_idx=padding),
        )

    compare(bags, TABLE, BAGS)


def test_weighted_embedding_bags() -> None:
    compare(
        lambda table, rows, shares: F.embedding_bag(rows, table, per_sample_weights=shares, mode="sum"),
        TABLE,
        BAGS,
        X[:3, :4].contiguous(),
    )


@pytest.mark.parametrize("mode", ["nearest", "bilinear"])
@pytest.mark.parametrize("scale", [2.0, (1.5, 0.7), (1.25, 2.0)])
def test_scales_that_round_sizes(mode: str, scale: Any) -> None:
    compare(lambda x: F.interpolate(x, scale_factor=scale, mode=mode), IMAGE)
    compare(lambda x: F.interpolate(x, scale_factor=scale, mode=mode, recompute_scale_factor=True), IMAGE)


def test_scales_that_round_sizes_of_traced_graphs() -> None:
    model = torch.nn.Upsample(scale_factor=(1.5, 0.7), mode="bilinear")
    machine = relax.VirtualMachine(relax.build(from_fx(torch.fx.symbolic_trace(model), [((2, 3, 9, 10), "float32")])))
    np.testing.assert_allclose(machine["main"](IMAGE).numpy(), model(IMAGE).numpy(), rtol=1e-4, atol=1e-5)


SIZES: dict[str, Callable[[torch.Tensor], Any]] = {
    "quotients": lambda x: x / x.shape[0] + x.shape[0],
    "roots": lambda x: x * x.shape[0] ** -0.5,
    "deviations": lambda x: (x.std(0), x.var(), x.var(0, unbiased=False)),
    "rolls": lambda x: x.roll(1, 0),
    "reflections": lambda x: F.pad(x.t(), (1, 1), "reflect"),
    "slices of known length": lambda x: (x[1:3] * 2, x.masked_fill((x @ x.t())[:, 1:2] > 0, 0.0)),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_that_are_not_known_are_numbers(name: str) -> None:
    model = Model(SIZES[name])
    size = torch.export.Dim("size", min=3, max=50)
    program = torch.export.export(model, (torch.randn(9, 6),), dynamic_shapes=(({0: size},),))
    machine = relax.VirtualMachine(relax.build(from_exported_program(program)))
    for count in (9, 4):
        given = torch.randn(count, 6)
        wanted = model(given)
        for got, want in zip(machine["main"](given), wanted if isinstance(wanted, tuple) else (wanted,)):
            np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=1e-4, atol=1e-5)


REFUSED: dict[str, tuple[Callable[..., Any], torch.Tensor, str]] = {
    "bytes of another type": (lambda x: x.view(torch.int32), X, "viewing float32 as int32"),
    "repeats that are data": (lambda x: x.repeat_interleave(torch.tensor([1, 2, 0, 3]), 0), X, "a tensor of repeats"),
    "a wrong decomposition": (
        lambda x: F.multilabel_margin_loss(x, torch.tensor([[0, 2, -1, 1, 1, 1]] * 4)),
        X,
        "multilabel_margin_loss_forward",
    ),
    "an inverse": (lambda x: torch.linalg.inv(x[:, :4]), X, "linalg_inv_ex"),
    "a divisor in cut windows": (
        lambda x: F.avg_pool2d(x, 2, ceil_mode=True, divisor_override=3),
        IMAGE,
        "both ceil_mode and divisor_override",
    ),
    "results for training": (lambda x: torch.ops.aten.native_layer_norm(x, [6], None, None, 1e-5)[1], X, "result 1 of"),
}


REFUSED_SIZES: dict[str, tuple[Callable[..., Any], str]] = {
    "windows": (lambda x: x.unfold(0, 2, 1), "windows .* a size that is not known"),
    "diagonals": (lambda x: (x @ x.t()).diagonal(1), "a diagonal runs over two sizes that are known"),
    "branches": (lambda x: torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: a - 1, (x,)), "operator `cond`"),
}


@pytest.mark.parametrize("name", REFUSED_SIZES)
def test_refused_for_sizes_that_are_not_known(name: str) -> None:
    function, reason = REFUSED_SIZES[name]
    size = torch.export.Dim("size", min=3, max=50)
    program = torch.export.export(Model(function), (torch.randn(9, 6),), dynamic_shapes=(({0: size},),))
    with pytest.raises((UnsupportedOperatorError, ValueError), match=reason):
        from_exported_program(program)


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_a_reason(name: str) -> None:
    function, given, reason = REFUSED[name]
    with pytest.raises((UnsupportedOperatorError, ValueError), match=reason):
        from_exported_program(torch.export.export(Model(function), (given,)))


def test_no_type_that_is_asked_for_is_the_one_of_pytorch() -> None:
    class Sums(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return x.sum(1, dtype=None), x.prod(1, dtype=None), x.cumsum(1, dtype=None)

    graph = torch.fx.symbolic_trace(Sums())
    found = relax.VirtualMachine(relax.build(from_fx(graph, [((4, 6), "uint8")])))["main"](BYTES)
    for got, want in zip(found, Sums()(BYTES)):
        assert str(want.dtype) == f"torch.{got.dtype}"
        np.testing.assert_array_equal(got.numpy(), want.numpy())


def test_windows_over_a_size_that_is_not_known() -> None:
    """Whether the last window begins behind the data depends on the size: only where it never does the pool is translated."""

    def traced(kernel: int, stride: int) -> Any:
        graph = torch.fx.symbolic_trace(torch.nn.AvgPool2d(kernel, stride, ceil_mode=True))
        return from_fx(graph, [((2, 3, 9, tir.Var("size", "int64")), "float32")])

    machine = relax.VirtualMachine(relax.build(traced(3, 2)))
    given = torch.randn(2, 3, 9, 15)
    wanted = F.avg_pool2d(given, 3, 2, ceil_mode=True).numpy()
    np.testing.assert_allclose(machine["main"](given).numpy(), wanted, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="over a size that is not known"):
        traced(2, 3)

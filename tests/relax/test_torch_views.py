"""Writes into views of tensors of PyTorch: what a model computes then is what PyTorch computes, or the write is refused."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.relax.torch_writes import OF_MATRICES, VIEWS, WRITES, View, Write, Written, X
from tilewright import relax, tir
from tilewright.core.importers.torch.translator import UnsupportedOperatorError
from tilewright.relax.frontend.torch import from_exported_program, from_fx, relax_dynamo

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")


def run(module: Any, *args: Any) -> list[np.ndarray]:
    found = relax.VirtualMachine(relax.build(module))["main"](*[arg.numpy() for arg in args])
    return [one.numpy() for one in (found if isinstance(found, (list, tuple)) else [found])]


def compare(found: list[np.ndarray], expected: Any, label: str = "") -> None:
    wanted = list(expected) if isinstance(expected, (list, tuple)) else [expected]
    assert len(found) == len(wanted)
    for at, (got, want) in enumerate(zip(found, wanted)):
        assert got.dtype == want.numpy().dtype
        np.testing.assert_allclose(got, want.detach().numpy(), rtol=1e-4, atol=1e-5, err_msg=f"{label} {at}")


def traced(model: nn.Module, *args: Any) -> Any:
    """The graph that `torch.compile` hands to its backends."""
    graphs: list[Any] = []
    torch.compiler.reset()
    with torch.no_grad():
        torch.compile(model, backend=lambda graph, _: graphs.append(graph) or graph.forward)(*args)
    (graph,) = graphs
    return graph


class Function(nn.Module):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Any) -> Any:
        return self.function(x)


def exported(model: nn.Module, *args: Any, **options: Any) -> Any:
    return from_exported_program(torch.export.export(model.eval(), args), **options)


def agree(model: nn.Module, *args: torch.Tensor, **options: Any) -> None:
    with torch.no_grad():
        compare(run(exported(model, *args, **options), *args), model.eval()(*[arg.clone() for arg in args]))


# One write into each of some views; the slow tests cross more of them.
SOME = [
    (VIEWS[view], WRITES[write])
    for view, write in {
        "subscript": "fill_",
        "slice with steps": "mul_",
        "view": "[0] = number",
        "transpose of a slice": "copy_",
        "diagonal beside": "add_",
        "split": "masked_fill_",
        "as_strided": "[1:] = number",
        "chain": "index_put_",
        "itself": "[mask] = number",
    }.items()
]


@pytest.mark.parametrize("decompose", [True, False])
def test_exported_writes(decompose: bool) -> None:
    agree(Written(SOME), X, run_ep_decomposition=decompose)


def test_traced_writes() -> None:
    pairs = [(VIEWS[view], WRITES[write]) for view, write in (("chain", "mul_"), ("diagonal", "fill_"), ("T", "out="))]
    model = Written(pairs)
    compare(run(from_fx(torch.fx.symbolic_trace(model), [((4, 6), "float32")]), X), model(X))


def _added_to_a_row(y: Any) -> None:
    y[0] += 1


@pytest.mark.parametrize(
    "change",
    [
        lambda y: y.__setitem__(1, 7.0),
        lambda y: y.__setitem__(slice(1, 3), y[0] * 2),
        lambda y: y.__setitem__((slice(None), slice(None, None, 2)), 3.0),
        _added_to_a_row,
    ],
)
def test_assignments_in_graphs_of_torch_compile(change: Callable[[Any], Any]) -> None:
    def function(x: Any) -> Any:
        y = x.clone()
        change(y)
        y += 1
        return y

    model = Function(function)
    compare(run(from_fx(traced(model, X), [((4, 6), "float32")]), X), model(X))


@pytest.mark.slow
@pytest.mark.parametrize("decompose", [True, False])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view(view: str, decompose: bool) -> None:
    pairs = _possible([(VIEWS[view], write) for write in (WRITES[name] for name in EVERYWHERE)])
    agree(Written(pairs), X, run_ep_decomposition=decompose)


EVERYWHERE = [
    "mul_",
    "[0] = number",
    "[-1] = tensor",
    "copy_",
    "masked_fill_",
    "index_add_",
    "scatter_",
    "F.relu in place",
]


def _possible(pairs: list[tuple[View, Write]]) -> list[tuple[View, Write]]:
    """Those that PyTorch itself takes: an expanded tensor, say, has one element in many places, and is not written into."""

    def runs(pair: tuple[View, Write]) -> bool:
        try:
            Written([pair])(X)
        except RuntimeError:
            return False
        return True

    return [pair for pair in pairs if runs(pair)]


# Functions whose translation needs PyTorch's decomposition.
DECOMPOSED_ONLY = {"renorm_"}


@pytest.mark.slow
@pytest.mark.parametrize("decompose", [True, False])
@pytest.mark.parametrize("write", [*WRITES, *OF_MATRICES])
def test_every_write(write: str, decompose: bool) -> None:
    decompose = decompose or write in DECOMPOSED_ONLY
    made = {**WRITES, **OF_MATRICES}[write]
    views = ["itself", "slice with steps"] if write == "renorm_" or write in WRITES else ["itself"]
    agree(Written(_possible([(VIEWS[view], made) for view in views])), X, run_ep_decomposition=decompose)


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_in_graphs(view: str) -> None:
    model = Written(_possible([(VIEWS[view], WRITES["mul_"]), (VIEWS[view], WRITES["add_"])]))
    for graph in (torch.fx.symbolic_trace(model), traced(model, X)) if model.pairs else ():
        compare(run(from_fx(graph, [((4, 6), "float32")]), X), model(X))


def test_windows_are_refused() -> None:
    model = Function(lambda x: x.clone().unfold(1, 2, 3).mul_(2))
    for decompose in (True, False):
        with pytest.raises(UnsupportedOperatorError, match=r"`mul_` of the node `mul_` writes .* windows"):
            exported(model, X, run_ep_decomposition=decompose)
    agree(Function(lambda x: x.unfold(1, 3, 2) + 1), X)


def test_writes_that_would_be_lost_are_refused() -> None:
    class Weighted(nn.Module):
        count: Any

        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("count", torch.zeros(6))

        def forward(self, x: Any) -> Any:
            self.count.add_(x[0])
            return x + self.count

    graph = torch.fx.symbolic_trace(Weighted())
    with pytest.raises(UnsupportedOperatorError, match=r"the operator `add_` of the node `add_` writes into a tensor"):
        from_fx(graph, [((4, 6), "float32")])
    doubled = torch.fx.symbolic_trace(Function(_write_rows))
    n = tir.Var("n", "int64")
    with pytest.raises(UnsupportedOperatorError, match="`input_info` does not have a known size"):
        from_fx(doubled, [((n, 6), "float32")])


def _write_rows(x: Any) -> Any:
    y = x + 1
    y[1].fill_(7.0)
    return y


def test_one_tensor_under_several_names() -> None:
    def function(x: Any) -> Any:
        y = x + 1
        z = y.add_(1)
        z.mul_(2)
        return y, z

    model = Function(function)
    graph = torch.fx.symbolic_trace(model)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compare(run(from_fx(graph, [((4, 6), "float32")]), X), model(X))


def test_results_in_place_keep_their_type() -> None:
    ints = torch.arange(6)
    model = Function(lambda x: (x + 0).mul_(2).eq_(4))
    compare(run(from_fx(torch.fx.symbolic_trace(model), [((6,), "int64")]), ints), model(ints))


class Counting(nn.Module):
    count: Any

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("count", torch.zeros(2))
        self.norm = nn.BatchNorm1d(6)

    def forward(self, x: Any) -> Any:
        self.count[0] += 1
        x[0] = 5.0
        return x * 2 + self.count.sum()


@pytest.mark.parametrize("decompose", [True, False])
def test_programs_that_write_into_inputs_and_buffers(decompose: bool) -> None:
    model, x = Counting(), X.clone()
    program = torch.export.export(model, (x,))
    with pytest.warns(
        UserWarning, match=r"writes into the buffer `count`, the input `x`: .* returns the results"
    ) as found:
        module = from_exported_program(program, run_ep_decomposition=decompose)
    assert [each.filename for each in found if "returns the results" in str(each.message)] == [__file__]
    compare(run(module, x), Counting()(X.clone()))
    np.testing.assert_array_equal(x, X)


def test_running_means_of_training_are_not_put_out() -> None:
    model = nn.BatchNorm1d(6).train()
    program = torch.export.export(model, (X,))
    with pytest.warns(UserWarning, match="the buffer `running_mean`"):
        module = from_exported_program(program)
    compare(run(module, X), nn.BatchNorm1d(6).train()(X).detach())


def test_torch_compile_writes_into_inputs() -> None:
    def function(x: Any, y: Any) -> Any:
        x[1:].add_(1)
        return x * y

    for pieces in (function, lambda x, y: _write_rows(x) + y):
        torch.compiler.reset()
        x, y = X.clone(), X.clone()
        wanted_x = X.clone()
        wanted = pieces(wanted_x, y)
        torch.testing.assert_close(torch.compile(pieces, backend=relax_dynamo())(x, y), wanted)
        torch.testing.assert_close(x, wanted_x)
    torch.compiler.reset()


def test_masks_and_indices() -> None:
    rows = torch.tensor([True, False, True, False])

    def function(x: Any) -> Any:
        square, by_rows, by_columns = x[:, :4].clone(), x.clone(), x.clone()
        square[torch.eye(4) > 0] = torch.arange(4.0)  # as many values as the square has columns
        by_rows[rows] = torch.arange(6.0)
        by_columns[:, torch.tensor([0, 5])] = torch.tensor([[1.0, 2.0]])
        by_columns[1:3, torch.tensor([2, 3])] += 1
        chosen = torch.tensor([True, False, False, True, False, False])  # known, so that the size of what it picks is
        by_columns[:, chosen] = 7.0
        return square, by_rows, by_columns, x[:, chosen]

    agree(Function(function), X)


def test_translations_of_ones_own_are_not_decomposed() -> None:
    def negated(node: Any, translator: Any) -> Any:
        return relax.op.negative(translator.values[node.args[0]])

    module = exported(Function(lambda x: F.softmax(x, -1)), X, custom_convert_map={"softmax.int": negated})
    compare(run(module, X), -X)


class Window(nn.Module):
    """Attention in windows that are shifted: a mask of slices that are assigned says who sees whom."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out, self.norm = nn.Linear(8, 24), nn.Linear(8, 8), nn.LayerNorm(8)

    def forward(self, image: Any) -> Any:
        x = torch.roll(self.norm(image), (-1, -1), (1, 2))
        parts = x.view(1, 2, 2, 2, 2, 8).permute(0, 1, 3, 2, 4, 5).reshape(4, 4, 8)
        q, k, v = self.qkv(parts).view(4, 4, 3, 2, 4).permute(2, 0, 3, 1, 4).unbind(0)
        numbers, count = x.new_zeros((4, 4)), 0
        for rows in ((0, -2), (-2, -1), (-1, None)):
            for columns in ((0, -2), (-2, -1), (-1, None)):
                numbers[rows[0] : rows[1], columns[0] : columns[1]] = count
                count += 1
        areas = numbers.view(2, 2, 2, 2).permute(0, 2, 1, 3).reshape(4, 4)
        apart = areas.unsqueeze(1) - areas.unsqueeze(2)
        mask = apart.masked_fill(apart != 0, -100.0).masked_fill(apart == 0, 0.0)
        scores = (q * 0.5) @ k.transpose(-2, -1) + mask.unsqueeze(1)
        made = F.dropout(scores.softmax(-1), 0.1, self.training) @ v
        made = self.out(made.transpose(1, 2).reshape(4, 4, 8))
        made = made.view(1, 2, 2, 2, 2, 8).permute(0, 1, 3, 2, 4, 5).reshape(1, 4, 4, 8)
        return image + torch.roll(made, (1, 1), (1, 2))


class Decoder(nn.Module):
    """A layer of a language model: positions by differences, rotary halves, a mask that is filled, keys and values that are put into a cache."""

    def __init__(self) -> None:
        super().__init__()
        self.embed, self.qkv, self.out = nn.Embedding(13, 8), nn.Linear(8, 24), nn.Linear(8, 8)
        self.norm = nn.LayerNorm(8)
        self.register_buffer("frequencies", 1.0 / 100 ** (torch.arange(0, 4, 2) / 4))

    def _turned(self, x: Any, positions: Any) -> Any:
        angles = (positions[:, None, :, None] * self.frequencies).repeat(1, 1, 1, 2)
        halves = torch.cat((-x[..., 2:], x[..., :2]), -1)
        return x * angles.cos() + halves * angles.sin()

    def forward(self, ids: Any, positions: Any) -> Any:
        x, length = self.embed(ids), ids.shape[1]
        q, k, v = (one.view(2, length, 2, 4).transpose(1, 2) for one in self.qkv(self.norm(x)).split(8, -1))
        q, k = self._turned(q, positions), self._turned(k, positions)
        cache = torch.zeros(2, 2, 2, 8, 4)
        cache[0, :, :, :length], cache[1, :, :, :length] = k, v
        started = torch.diff(positions, prepend=positions[:, :1] - 1, dim=-1) != 1
        document = started.cumsum(-1)
        mask = torch.full((length, 8), torch.finfo(torch.float32).min)
        mask = torch.triu(mask, 1)[None, None].expand(2, 1, -1, -1).clone()
        same = document[:, None, :, None] == document[:, None, None, :]
        mask[:, :, :, :length] = mask[:, :, :, :length].masked_fill(~same, torch.finfo(torch.float32).min)
        made = F.scaled_dot_product_attention(q, cache[0], cache[1], attn_mask=mask)
        return x + self.out(made.transpose(1, 2).reshape(2, length, 8))


@pytest.mark.slow
@pytest.mark.parametrize("decompose", [True, False])
def test_a_block_of_shifted_windows(decompose: bool) -> None:
    torch.manual_seed(0)
    agree(Window(), torch.randn(1, 4, 4, 8), run_ep_decomposition=decompose)


@pytest.mark.slow
def test_a_decoder() -> None:
    torch.manual_seed(0)
    ids = torch.randint(0, 13, (2, 5))
    positions = torch.tensor([[0, 1, 2, 0, 1], [0, 1, 2, 3, 4]])
    agree(Decoder(), ids, positions)


def test_differences() -> None:
    agree(Function(lambda x: (torch.diff(x), torch.diff(x, n=2, dim=0))), X)

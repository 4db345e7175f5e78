"""Models of PyTorch as modules of Relax: they compute what PyTorch computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tilewright import relax
from tilewright.core.importers.torch.translator import UnsupportedOperatorError
from tilewright.ir import assert_structural_equal
from tilewright.relax.frontend import detach_params
from tilewright.relax.frontend.torch import from_exported_program, from_fx
from tilewright.script import from_source


def run(module: Any, *args: Any) -> list[np.ndarray]:
    machine = relax.VirtualMachine(relax.build(module))
    found = machine["main"](*[arg.numpy() if isinstance(arg, torch.Tensor) else arg for arg in args])
    flat = list(found) if isinstance(found, (list, tuple)) else [found]
    return [item.numpy() for item in flat]


def agree(model: nn.Module, *args: torch.Tensor) -> None:
    """Both ways into Relax give what PyTorch gives."""
    model = model.eval()
    with torch.no_grad():
        expected = model(*args)
    wanted = [one.numpy() for one in (expected if isinstance(expected, (list, tuple)) else [expected])]
    exported = from_exported_program(torch.export.export(model, args))
    traced = from_fx(
        torch.fx.symbolic_trace(model), [(tuple(a.shape), str(a.dtype).removeprefix("torch.")) for a in args]
    )
    assert_structural_equal(from_source(exported.script(show_meta=True)), exported)
    for module in (exported, traced):
        found = run(module, *args)
        assert len(found) == len(wanted)
        for got, want in zip(found, wanted):
            assert got.shape == want.shape
            assert got.dtype == want.dtype
            np.testing.assert_allclose(got, want, rtol=2e-4, atol=2e-5)


class Function(nn.Module):
    """A function as a model."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: torch.Tensor) -> Any:
        return self.function(x)


X = torch.randn(2, 3, 8, generator=torch.Generator().manual_seed(0))
IMAGE = torch.randn(1, 4, 8, 8, generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize(
    "layer",
    [
        nn.Sequential(nn.Linear(8, 5), nn.ReLU(), nn.Linear(5, 2, bias=False), nn.Softmax(dim=-1)),
        nn.LayerNorm(8),
        nn.RMSNorm(8),
        nn.Sequential(nn.GELU(), nn.GELU(approximate="tanh"), nn.SiLU(), nn.ELU(), nn.Softplus(), nn.LeakyReLU(0.2)),
        nn.Sequential(nn.Hardswish(), nn.Hardsigmoid(), nn.Hardtanh(), nn.ReLU6(), nn.PReLU(3), nn.SELU(), nn.Tanh()),
        nn.Sequential(
            nn.Conv1d(3, 4, 3, padding=1), nn.BatchNorm1d(4), nn.MaxPool1d(2), nn.AvgPool1d(2), nn.LogSoftmax(1)
        ),
        nn.Sequential(nn.ConvTranspose1d(3, 4, 3, stride=2), nn.AdaptiveAvgPool1d(3), nn.Dropout(0.5), nn.Flatten()),
    ],
    ids=lambda layer: (
        type(layer).__name__ if not isinstance(layer, nn.Sequential) else "-".join(type(x).__name__ for x in layer)
    ),
)
def test_layers(layer: nn.Module) -> None:
    agree(layer, X)


@pytest.mark.parametrize(
    "layer",
    [
        nn.Sequential(
            nn.Conv2d(4, 6, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(6),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
        ),
        nn.Sequential(
            nn.Conv2d(4, 8, 3, groups=2, padding="same"), nn.GroupNorm(2, 8), nn.MaxPool2d(2), nn.AvgPool2d(2)
        ),
        nn.Sequential(nn.ConvTranspose2d(4, 3, 2, stride=2)),
    ],
    ids=["cnn", "groups", "transposed"],
)
def test_layers_on_images(layer: nn.Module) -> None:
    agree(layer, IMAGE)


FUNCTIONS: dict[str, Callable[[torch.Tensor], Any]] = {
    "arithmetic": lambda x: (x + 1, 2 - x, x * x, x / 3, x // 0.5, x**2, -x, x % 2),
    "where_numbers": lambda x: (torch.where(x > 0, 1.5, -2.0), torch.where(x > 0, 1, -2)),
    "comparisons": lambda x: (x > 0, x <= 0.5, torch.eq(x, x), torch.where(x > 0, x, -x)),
    "unary": lambda x: (
        x.exp(),
        torch.sin(x),
        torch.sigmoid(x),
        x.abs().sqrt(),
        torch.rsqrt(x.abs() + 1),
        torch.erf(x),
    ),
    "clamp": lambda x: (x.clamp(-1, 1), x.clamp(min=0), torch.clamp(x, max=0.5)),
    "shapes": lambda x: (
        x.view(6, 8),
        x.reshape(2, -1),
        x.permute(2, 0, 1),
        x.transpose(1, 2),
        x.flatten(1),
        x.unsqueeze(1),
    ),
    "subscripts": lambda x: (x[0], x[:, 1:], x[..., -1], x[:, None], x[:, :, ::2]),
    "cat and stack": lambda x: (torch.cat([x, x], 1), torch.stack([x, x]), x.repeat(1, 2, 1), x.expand(2, 3, 8)),
    "split and chunk": lambda x: (torch.split(x, 3, 2)[2], torch.chunk(x, 2, -1)[0], x.split([1, 2], 1)[1]),
    "reductions": lambda x: (
        x.sum(),
        x.mean(-1),
        x.amax(1),
        torch.max(x, 1)[0],
        x.argmax(-1),
        x.var(-1),
        x.std(1, keepdim=True),
        x.prod(0),
    ),
    "products": lambda x: (
        x @ x.transpose(1, 2),
        torch.bmm(x, x.mT if False else x.transpose(1, 2)),
        torch.einsum("bij,bkj->bik", x, x),
    ),
    "casts": lambda x: (x.to(torch.float64), x.int(), x.half().float()),
    "masks": lambda x: (x.masked_fill(x > 0, 3.0), torch.tril(x), torch.triu(x, 1), x.cumsum(1)),
    "padding": lambda x: (F.pad(x, (1, 2)), F.pad(x, (1, 1, 0, 2), value=2.0)),
    "softmax": lambda x: (F.softmax(x, dim=1), F.log_softmax(x, -1), F.gelu(x)),
    "sorting": lambda x: (x.topk(2, -1)[0], x.sort(-1)[0], x.flip((0, 2))),
    "filled": lambda x: (torch.zeros_like(x) + 1, x + torch.ones(8)),
}


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_functions(name: str) -> None:
    agree(Function(FUNCTIONS[name]), X)


class Block(nn.Module):
    """A transformer's block, with causal attention."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(11, 8)
        self.norm = nn.LayerNorm(8)
        self.qkv = nn.Linear(8, 24)
        self.out = nn.Linear(8, 8)
        self.mlp = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.embed(ids)
        parts = self.qkv(self.norm(x)).split(8, -1)
        q, k, v = (parts[at].reshape(2, 5, 2, 4).transpose(1, 2) for at in range(3))
        made = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(2, 5, 8)
        x = x + self.out(made)
        return x + self.mlp(self.norm(x))


def test_a_transformer_block() -> None:
    agree(Block(), torch.randint(0, 11, (2, 5), generator=torch.Generator().manual_seed(0)))


def test_sizes_that_the_export_leaves_open_are_symbolic() -> None:
    model = nn.Sequential(nn.Linear(8, 4), nn.ReLU()).eval()
    program = torch.export.export(model, (torch.randn(3, 8),), dynamic_shapes=({0: torch.export.Dim("n")},))
    module = from_exported_program(program, unwrap_unit_return_tuple=True)
    assert module["main"].params[0].struct_info.ndim == 2
    for rows in (2, 5):
        x = torch.randn(rows, 8)
        np.testing.assert_allclose(run(module, x)[0], model(x).detach().numpy(), rtol=1e-4, atol=1e-5)


def test_weights_can_stay_parameters() -> None:
    model, x = nn.Linear(8, 4).eval(), torch.randn(3, 8)
    for module in (
        from_exported_program(
            torch.export.export(model, (x,)), keep_params_as_input=True, unwrap_unit_return_tuple=True
        ),
        from_fx(torch.fx.symbolic_trace(model), [((3, 8), "float32")], keep_params_as_input=True),
    ):
        plain, params = detach_params(module)
        assert plain["main"].attrs["num_input"] == 1
        assert len(plain["main"].params) == 3
        found = run(plain, x, *[value.numpy() for value in params["main"]])
        np.testing.assert_allclose(found[0], model(x).detach().numpy(), rtol=1e-4, atol=1e-5)


def test_translations_of_ones_own() -> None:
    program = torch.export.export(nn.ReLU(), (X,))

    def doubled(node: Any, translator: Any) -> Any:
        (x,) = (translator.values[arg] for arg in node.args)
        return relax.op.add(x, x)

    module = from_exported_program(program, custom_convert_map={"relu.default": doubled}, unwrap_unit_return_tuple=True)
    np.testing.assert_allclose(run(module, X)[0], X.numpy() * 2)


def test_what_has_no_translation_is_named() -> None:
    with pytest.raises(UnsupportedOperatorError, match=r"`special_bessel_j0\.default`"):
        from_exported_program(torch.export.export(Function(torch.special.bessel_j0), (X,)))
    with pytest.raises(UnsupportedOperatorError, match="the layer `Bilinear`"):
        from_fx(torch.fx.symbolic_trace(nn.Sequential(nn.Bilinear(8, 8, 2))), [((2, 8), "float32")])


def test_a_norm_that_has_no_translation_is_refused_by_its_name() -> None:
    traced = torch.fx.symbolic_trace(Function(lambda x: torch.norm(x, p="nuc", dim=(1, 2))))
    with pytest.raises(ValueError, match="the norm 'nuc' has no translation into Relax"):
        from_fx(traced, [((2, 3, 8), "float32")])


@pytest.mark.parametrize(
    ("given", "said"),
    [(nn.Linear(3, 4), "not a Linear"), (nn.Linear, "not the class Linear"), (None, "not a NoneType")],
)
def test_a_model_that_was_not_traced_is_answered_with_the_call_that_traces_it(given: object, said: str) -> None:
    with pytest.raises(TypeError) as caught:
        from_exported_program(given)
    assert said in str(caught.value)
    assert "from_exported_program(torch.export.export(model, example_inputs))" in str(caught.value)
    with pytest.raises(TypeError, match=r"from_fx\(torch\.fx\.symbolic_trace\(model\), input_info\)"):
        from_fx(given, [((1, 3), "float32")])

"""More operators and layers of PyTorch, and graphs of `torch.compile`, in Relax: they compute what PyTorch computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

from tests.relax.test_frontend_torch import IMAGE, Function, X, agree, run  # noqa: E402
from tilewright.relax.frontend import detach_params  # noqa: E402
from tilewright.relax.frontend.torch import (  # noqa: E402
    dynamo_capture_subgraphs,
    from_exported_program,
    from_fx,
    relax_dynamo,
)

I = torch.tensor([[0, 2], [1, 1]])  # noqa: E741
ROW = torch.tensor([0, 2])

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "logarithms": lambda x: (torch.log2(x.abs() + 1), torch.log10(x.abs() + 1), torch.log1p(x.abs()), torch.expm1(x)),
    "functions of integers": lambda x: (torch.sqrt(ROW), torch.exp(ROW), torch.sigmoid(ROW) + x[0, 0, :2]),
    "steps of memory": lambda x: torch.as_strided(x, (6, 8), (8, 1)) * 1,
    "clamped": lambda x: (x.clamp(min=0.1), x.clamp(max=0.2), ROW.clamp(min=1) + x[0, 0, :2], x.clamp(x * 0, x * 2)),
    "activations": lambda x: (F.celu(x), F.softsign(x), F.softshrink(x), F.hardshrink(x), F.mish(x), F.glu(x)),
    "thresholds": lambda x: (F.logsigmoid(x), F.threshold(x, 0.1, 2.0), F.softmin(x, -1), F.tanhshrink(x)),
    "two arguments": lambda x: (torch.atan2(x, x.flip((2,))), torch.lerp(x, x * 2, 0.3), torch.fmod(x, 0.7)),
    "sums of products": lambda x: (torch.addcmul(x, x, x, value=2.0), torch.addcdiv(x, x, x.abs() + 1)),
    "exponents": lambda x: (torch.logaddexp(x, x * 2), torch.logsumexp(x, -1), torch.exp2(x), torch.erfc(x), x.frac()),
    "truths": lambda x: ((x > 0).any(), (x > 0).all(1), torch.any(x > 0, dim=2, keepdim=True), ~(x > 0)),
    "spreads": lambda x: (torch.var_mean(x, 1)[0], torch.std_mean(x, dim=(0, 1), keepdim=True)[1]),
    "parts": lambda x: (x.unbind(1)[2], x.tensor_split(3, 2)[1], x.unflatten(2, (2, 4)), x.movedim(0, 2), x.ravel()),
    "moves": lambda x: (x.roll(1, 1), x.roll((1, -2), (0, 2)), torch.roll(x, 3), x.repeat_interleave(2, 1), x.mT),
    "pixels": lambda x: (F.pixel_shuffle(x.reshape(2, 4, 2, 3), 2), F.pixel_unshuffle(x.reshape(2, 1, 4, 6), 2)),
    "filled": lambda x: (torch.zeros_like(x).fill_(2.0), x.clone().zero_(), torch.eye(3) + x[:, :, :3]),
    "grids": lambda x: torch.meshgrid(x[0, 0], x[1, 1], indexing="ij")[1],
    "norms": lambda x: (torch.norm(x), torch.norm(x, p=1, dim=1), torch.linalg.vector_norm(x, 3, dim=2)),
    "directions": lambda x: (F.normalize(x, dim=1), F.cosine_similarity(x, x * x, dim=2)),
    "diagonals": lambda x: (torch.diagonal(x[0], 1), x.diagonal(-1, 1, 2), x.diagonal(0, 0, 1)),
    "medians": lambda x: (x.median(), x.median(1)[0], torch.median(x, 2, True)[1]),
    "losses": lambda x: (F.mse_loss(x, x * 2), F.l1_loss(x, x * 2, reduction="sum"), F.smooth_l1_loss(x, x * 2)),
    "losses of classes": lambda x: (
        F.binary_cross_entropy(x.sigmoid(), (x > 0).float()),
        F.binary_cross_entropy_with_logits(x, (x > 0).float()),
        F.cross_entropy(x, x.softmax(1)),
    ),
    "indices": lambda x: (x[:, ROW], x[ROW // 2], x[torch.tensor([0, 1]), ROW], x[:, ROW, ROW], x[:, :, I]),
    "indices from the end": lambda x: (
        x[:, torch.tensor([-1])],
        x[ROW - 1 - x.shape[0] // 2],
        torch.take(x, ROW - 2),
        x[:, :, torch.cat([ROW, ROW - 3])],
    ),
    "scattering": lambda x: (
        x.scatter(2, torch.tensor([[[0, 3]]]).expand(2, 3, 2), 5.0),
        x.scatter_add(1, torch.zeros(2, 3, 8, dtype=torch.long), x),
        torch.slice_scatter(x, x[:, :1] * 0, 1, 1, 2),
        torch.select_scatter(x, x[:, 0], 1, 2),
        x.index_put((torch.tensor([0, 1]), ROW), torch.ones(2, 8)),
    ),
    "masks": lambda x: (x.masked_scatter(x > 0, torch.arange(48.0)), torch.take(x, torch.tensor([0, 5]))),
    "buckets": lambda x: (torch.bucketize(x, torch.tensor([-1.0, 0.0, 1.0])), F.one_hot(ROW, 4)),
    "norms of layers": lambda x: (F.instance_norm(x), F.group_norm(x, 3), F.layer_norm(x, (3, 8))),
    "pools": lambda x: (F.adaptive_max_pool1d(x, 4), F.max_pool1d(x, 3, 2, 1), F.avg_pool1d(x, 3, 2, 1)),
    "in place": lambda x: x.clone().add_(1).mul_(2).relu_(),
    "bits": lambda x: ((x > 0) & (x < 1), (x > 0) | (x < -1), (x > 0) ^ (x < 1), x.int() << 1, x.int() >> 1),
    "padding": lambda x: (F.pad(x, (1, 1), mode="reflect"), F.pad(x, (2, 1), mode="replicate")),
    "products": lambda x: (torch.mv(x[0], x[0, 0]), torch.dot(x[0, 0], x[0, 1]), torch.baddbmm(x @ x.mT, x, x.mT)),
    "products alone": lambda x: (
        torch.addmm(x[0, 0], x[0, :, :3], x[0, :3], beta=0),
        torch.addmv(x[0, 0, :1], x[0], x[0, 0], beta=0),
        torch.addr(x[0, 0], x[0, :, 0], x[0, 0], beta=0, alpha=2),
        torch.addbmm(x[0, 0], x[:, :, :3], x[:, :3], beta=0),
    ),
    "masked attention": lambda x: F.scaled_dot_product_attention(
        x[:, None], x[:, None], x[:, None], attn_mask=torch.ones(3, 3).tril().bool()
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_functions(name: str) -> None:
    agree(Function(FUNCTIONS[name]), X)


class Compared(nn.Module):
    """A loss of two values; not a layer of PyTorch itself, so that the loss is traced as one."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: Any, y: Any) -> Any:
        return self.layer(x, y)


class Recurrent(nn.Module):
    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: Any) -> Any:
        made = self.layer(x)
        return (made[0], made[1][0], made[1][1]) if isinstance(self.layer, nn.LSTM) else (made[0], made[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    "layer",
    [
        nn.LSTM(8, 4),
        nn.LSTM(8, 3, 2, batch_first=True, bidirectional=True),
        nn.GRU(8, 4, 2, bias=False),
        nn.RNN(8, 4, nonlinearity="relu", bidirectional=True, batch_first=True),
    ],
    ids=["LSTM", "LSTM both ways", "GRU", "RNN"],
)
def test_recurrent_layers(layer: nn.Module) -> None:
    agree(Recurrent(layer), X)


@pytest.mark.slow
@pytest.mark.parametrize(
    "layer",
    [
        nn.Sequential(nn.InstanceNorm2d(4, affine=True), nn.InstanceNorm2d(4, track_running_stats=True)),
        nn.Sequential(nn.Upsample(scale_factor=2)),
        nn.Sequential(nn.Upsample(size=(5, 7), mode="bilinear")),
        nn.Sequential(nn.Upsample(scale_factor=1.5, mode="bilinear", align_corners=True)),
        nn.Sequential(nn.ZeroPad2d(1), nn.ConstantPad2d((1, 0, 2, 1), 3.0), nn.ReflectionPad2d(1)),
        nn.Sequential(nn.PixelShuffle(2), nn.PixelUnshuffle(2), nn.AdaptiveMaxPool2d(2), nn.Unflatten(1, (2, 2))),
        nn.Sequential(nn.CELU(), nn.Mish(), nn.Softshrink(0.1), nn.GLU(1), nn.AlphaDropout()),
        nn.Sequential(nn.ConvTranspose2d(4, 4, 3, stride=2, padding=1, output_padding=1, groups=2, bias=False)),
    ],
    ids=["instance norm", "nearest", "bilinear", "corners", "padding", "pixels", "activations", "transposed"],
)
def test_layers_on_images(layer: nn.Module) -> None:
    agree(layer, IMAGE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("loss", "target"),
    [
        (nn.CrossEntropyLoss(torch.tensor([1.0, 2.0, 3.0]), ignore_index=1), torch.tensor([[0, 1, 2, 2] * 2] * 2)),
        (nn.NLLLoss(reduction="sum"), torch.tensor([[0, 1, 2, 2] * 2] * 2)),
        (nn.BCEWithLogitsLoss(pos_weight=torch.full((8,), 2.0)), (X > 0).float()),
        (nn.SmoothL1Loss(beta=0.5), X * 2),
    ],
    ids=["cross entropy", "likelihood", "binary", "smooth"],
)
def test_losses(loss: nn.Module, target: Any) -> None:
    agree(Compared(loss), X, target)


class Encoder(nn.Module):
    """A layer of a transformer, of PyTorch's own."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)

    def forward(self, x: Any) -> Any:
        return self.layer(x)


@pytest.mark.slow
@pytest.mark.parametrize("decomposed", [False, True])
def test_an_encoder_as_it_is_and_in_fewer_kinds_of_operators(decomposed: bool) -> None:
    model = nn.Sequential(Encoder(), nn.Unflatten(2, (2, 4)), nn.BatchNorm2d(3), nn.MaxPool2d(2)).eval()
    program = torch.export.export(model, (X,))
    module = from_exported_program(program, unwrap_unit_return_tuple=True, run_ep_decomposition=decomposed)
    with torch.no_grad():
        np.testing.assert_allclose(run(module, X)[0], model(X).numpy(), rtol=2e-4, atol=2e-5)


class Normed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 8)
        self.norm = nn.BatchNorm1d(8)
        self.norm.running_mean += 0.5  # pyright: ignore[reportOperatorIssue]

    def forward(self, x: Any) -> Any:
        return torch.relu(self.norm(self.linear(x)))


@pytest.mark.slow
def test_only_parameters_become_parameters_and_bounds_of_sizes_are_kept() -> None:
    rows = torch.export.Dim("rows", min=2, max=64)
    program = torch.export.export(Normed().eval(), (torch.randn(3, 4),), dynamic_shapes={"x": {0: rows}})
    module, params = detach_params(from_exported_program(program, keep_params_as_input=True))
    main = module["main"]
    assert [var.name_hint for var in main.params] == [
        "x",
        "p_linear_weight",
        "p_linear_bias",
        "p_norm_weight",
        "p_norm_bias",
    ]
    assert len(params["main"]) == 4
    (name,) = main.attrs["tir_var_lower_bound"]
    assert main.attrs["tir_var_lower_bound"][name] == 2
    assert main.attrs["tir_var_upper_bound"][name] == 64


@pytest.mark.slow
def test_backends_of_torch_compile() -> None:
    model, x = Normed().eval(), torch.randn(3, 4)
    module = dynamo_capture_subgraphs(model, x)
    assert [variable.name_hint for variable in module.functions] == ["subgraph_0"]
    torch._dynamo.reset()
    with torch.no_grad():
        found = torch.compile(model, backend=relax_dynamo())(x)
        torch.testing.assert_close(found, model(x), rtol=1e-4, atol=1e-5)
    torch._dynamo.reset()


def test_images_have_one_layout() -> None:
    with pytest.raises(ValueError, match="ConvertLayout makes NHWC"):
        from_fx(torch.fx.symbolic_trace(nn.ReLU()), [((1, 2), "float32")], default_image_layout="NHWC")

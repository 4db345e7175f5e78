"""Networks as classes, compiled: they compute what PyTorch's layers of the same weights compute."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tilewright import register_global_func, tir  # noqa: E402
from tilewright.relax.frontend import nn  # noqa: E402
from tilewright.relax.frontend.nn import op, spec  # noqa: E402


def like(*tensors: Any) -> list[Any]:
    return [spec.Tensor(list(t.shape), str(t.dtype).removeprefix("torch.")) for t in tensors]


def compiled(network: nn.Module, *args: Any, method: str = "forward", names: tuple[str, ...] = ("x",)) -> Any:
    return network.jit({method: dict(zip(names, like(*args)))})[method]


def agree(ours: nn.Module, theirs: Any, *args: Any) -> None:
    for parameter, weight in zip(ours.parameters(), theirs.parameters(), strict=True):
        parameter.data = weight
    with torch.no_grad():
        wanted = theirs(*args)
    torch.testing.assert_close(compiled(ours, *args)(*args), wanted, rtol=1e-4, atol=1e-5)


def randn(*shape: int) -> Any:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


LAYERS = {
    "Linear": (nn.Linear(8, 5), torch.nn.Linear(8, 5), randn(2, 3, 8)),
    "Conv1D": (nn.Conv1D(4, 6, 3, 2, 1, groups=2), torch.nn.Conv1d(4, 6, 3, 2, 1, groups=2), randn(2, 4, 9)),
    "Conv2D": (nn.Conv2D(4, 6, 3, dilation=2), torch.nn.Conv2d(4, 6, 3, dilation=2), randn(1, 4, 9, 9)),
    "Conv3D": (nn.Conv3D(4, 2, 3, groups=2), torch.nn.Conv3d(4, 2, 3, groups=2), randn(1, 4, 5, 5, 5)),
    "ConvTranspose1D": (nn.ConvTranspose1D(4, 6, 3, 2), torch.nn.ConvTranspose1d(4, 6, 3, 2), randn(2, 4, 5)),
    "LayerNorm": (nn.LayerNorm(8), torch.nn.LayerNorm(8), randn(2, 8)),
    "LayerNorm without weights": (
        nn.LayerNorm(8, elementwise_affine=False),
        torch.nn.LayerNorm(8, elementwise_affine=False),
        randn(2, 8),
    ),
    "RMSNorm": (nn.RMSNorm(8, -1, bias=False), torch.nn.RMSNorm(8, eps=1e-5), randn(2, 8)),
    "GroupNorm": (nn.GroupNorm(2, 4), torch.nn.GroupNorm(2, 4), randn(2, 4, 6)),
    "GroupNorm without weights": (
        nn.GroupNorm(2, 4, affine=False),
        torch.nn.GroupNorm(2, 4, affine=False),
        randn(2, 4, 6),
    ),
    "Embedding": (nn.Embedding(7, 4), torch.nn.Embedding(7, 4), torch.tensor([[1, 6, 0], [2, 2, 5]])),
    "activations": (
        nn.ModuleList([nn.GELU(), nn.SiLU(), nn.ReLU()]),
        torch.nn.Sequential(torch.nn.GELU(), torch.nn.SiLU(), torch.nn.ReLU()),
        randn(4, 4),
    ),
}


@pytest.mark.parametrize("name", list(LAYERS))
def test_layers(name: str) -> None:
    agree(*LAYERS[name])


def test_attention() -> None:
    ours = nn.modules.Attention(8, heads=2, dim_head=4)
    query, key, value, out = (torch.nn.Linear(8, 8, bias=at == 3) for at in range(4))
    for parameter, weight in zip(ours.parameters(), (query.weight, key.weight, value.weight, *out.parameters())):
        parameter.data = weight
    x = randn(2, 5, 8)
    heads = [part(x).reshape(2, 5, 2, 4).transpose(1, 2) for part in (query, key, value)]
    made = torch.nn.functional.scaled_dot_product_attention(*heads).transpose(1, 2).reshape(2, 5, 8)
    found = compiled(ours, x, names=("hidden_states",))(x)
    torch.testing.assert_close(found, out(made).detach(), rtol=1e-4, atol=1e-5)


def test_embeddings_of_time_steps() -> None:
    steps = torch.tensor([0.0, 1.0, 10.0])
    frequencies = torch.exp(-np.log(10000) * torch.arange(2) / 1)
    waves = steps[:, None] * frequencies
    for size in (4, 5):
        wanted = torch.nn.functional.pad(torch.cat([waves.sin(), waves.cos()], -1), (0, size - 4))
        found = compiled(nn.modules.Timesteps(size), steps)(steps)
        torch.testing.assert_close(found, wanted, rtol=1e-4, atol=1e-5)


class Net(nn.Module):
    def __init__(self) -> None:
        self.first = nn.Linear(4, 8)
        self.second = nn.Linear(8, 3, bias=False)

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        return self.second(nn.silu(self.first(x)))

    def both(self, pair: Any, n: tir.Var) -> Any:
        x, y = pair
        return [self.forward(x + y), op.reshape(x, (n, 2, 4))]


def test_methods_take_tuples_and_sizes_and_weights_in_any_mode() -> None:
    net, wanted = Net(), torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.SiLU(), torch.nn.Linear(8, 3, bias=False))
    with pytest.raises(ValueError, match=r"not set to any concrete values: first\.weight, first\.bias, second\.weight"):
        net.jit({"forward": {"x": spec.Tensor((1, 4), "float32")}})
    for parameter, weight in zip(net.parameters(), wanted.parameters()):
        parameter.data = weight
    tensor = spec.Tensor(("b", 4), "float32")
    module = net.jit(
        {"forward": {"x": tensor, "$": {"param_mode": "packed"}}, "both": {"pair": (tensor, tensor), "n": int}}
    )
    x, y = randn(6, 4), randn(6, 4)
    torch.testing.assert_close(module["forward"](x), wanted(x).detach(), rtol=1e-4, atol=1e-5)
    made, reshaped = module["both"]((x, y), 3)
    torch.testing.assert_close(made, wanted(x + y).detach(), rtol=1e-4, atol=1e-5)
    assert torch.equal(reshaped, x.reshape(3, 2, 4))
    for args, message in (
        ((x,), "Expected 2 arguments, but got 1"),
        (((x, y), 2.0), "argument `n` to be `int`"),
        (((x, y.numpy()), 3), r"argument `pair\[1\]` to be `torch.Tensor`"),
    ):
        with pytest.raises(TypeError, match=message):
            module["both"](*args)
    with pytest.raises(ValueError, match="Method `other` is not found"):
        module["other"]


class Growing(nn.Module):
    def __init__(self) -> None:
        self.cache = nn.KVCache(1, [3])

    def forward(self, x: nn.Tensor, length: tir.Var) -> nn.Tensor:
        self.cache.append(x)
        return self.cache.view(length)


@pytest.mark.parametrize("mode", ["plain", "packed"])
@pytest.mark.parametrize("debug", [False, True])
def test_states_are_kept_from_call_to_call(mode: str, debug: bool) -> None:
    methods = {"x": spec.Tensor((1, 3), "float32"), "length": int, "$": {"effect_mode": mode}}
    step = Growing().jit({"forward": methods}, debug=debug)["forward"]
    rows = randn(4, 3)
    for count in range(1, 5):
        assert torch.equal(step(rows[count - 1 : count], count), rows[:count])
    with pytest.raises(ValueError, match=r"the cache holds \(5, 3\), and \(9, 3\) is asked for"):
        step(rows[:1], 9)


def test_running_networks_can_be_looked_into(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[Any] = []
    register_global_func("test.nn.seen", lambda *args: seen.append(args), override=True)

    class Shown(nn.Module):
        def forward(self, x: nn.Tensor, v: tir.Var) -> nn.Tensor:
            op.debug_func("test.nn.seen", x, 1, 2.5, "text", v)
            op.print_(x)
            return x

    x = torch.ones(2, 2)
    methods = {"forward": {"x": spec.Tensor((2, 2), "float32"), "v": "int"}}
    assert torch.equal(Shown().jit(methods, debug=True)["forward"](x, 8), x)
    ((place, tensor, *rest),) = seen
    assert "test_frontend_nn_running.py:" in place
    assert (tuple(tensor.shape), rest) == ((2, 2), [1, 2.5, "text", 8])
    assert "shape = (2, 2), dtype = float32, data =" in capsys.readouterr().out


class Sampling(nn.Module):
    def sample(self, p: nn.Tensor, i: nn.Tensor, top_p: nn.Tensor, top_k: nn.Tensor, u: nn.Tensor, r: nn.Tensor) -> Any:
        return op.sample_top_p_top_k_from_sorted_prob(p, i, top_p, top_k, u, r)

    def renormalize(self, prob: nn.Tensor, p: nn.Tensor, top_p: nn.Tensor, top_k: nn.Tensor) -> Any:
        return op.renormalize_top_p_top_k_prob(prob, p, top_p, top_k)


def kept(row: np.ndarray, top_p: float, top_k: int) -> int:
    return max(1, sum(1 for at in range(len(row)) if at < top_k and row[:at].sum() < top_p))


def test_sampling_among_the_most_probable() -> None:
    rng = np.random.default_rng(0)
    prob = rng.dirichlet(np.ones(6), 4).astype("float32")
    order = np.argsort(-prob, axis=1)
    ranked = np.take_along_axis(prob, order, 1)
    top_p = np.array([[0.5], [0.9], [1.0], [0.0]], "float32")
    top_k = np.array([[6], [2], [6], [3]], "int64")
    rows = rng.integers(0, 4, (20, 1))
    uniform = rng.random((20, 1)).astype("float32")
    counts = [kept(ranked[at], float(top_p[at, 0]), int(top_k[at, 0])) for at in range(4)]
    expected = np.array(
        [
            [order[row, np.searchsorted(np.cumsum(ranked[row, : counts[row]]) / ranked[row, : counts[row]].sum(), u)]]
            for row, u in zip(rows[:, 0], uniform[:, 0])
        ]
    )
    wide, column = ("b", "v"), ("b", 1)
    sampled = {"p": (wide, "float32"), "i": (wide, "int64"), "top_p": (column, "float32"), "top_k": (column, "int64")}
    drawn = {"u": (("n", 1), "float32"), "r": (("n", 1), "int64")}
    again = {
        "prob": (wide, "float32"),
        "p": (wide, "float32"),
        "top_p": (column, "float32"),
        "top_k": (column, "int64"),
    }
    module = Sampling().jit(
        {
            "sample": {name: spec.Tensor(*given) for name, given in {**sampled, **drawn}.items()},
            "renormalize": {name: spec.Tensor(*given) for name, given in again.items()},
        }
    )
    given = [torch.from_numpy(array) for array in (ranked, order, top_p, top_k, uniform, rows)]
    assert np.array_equal(module["sample"](*given).numpy(), expected)
    found = module["renormalize"](torch.from_numpy(prob), given[0], given[2], given[3]).numpy()
    for row, count in enumerate(counts):
        wanted = np.where(prob[row] >= ranked[row, count - 1], prob[row], 0)
        np.testing.assert_allclose(found[row], wanted / wanted.sum(), rtol=1e-5)


CODE = """
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>

static int add(DLTensor* a, DLTensor* b, DLTensor* c) {
  for (int64_t i = 0; i < a->shape[0]; ++i)
    static_cast<float*>(c->data)[i] = static_cast<float*>(a->data)[i] + static_cast<float*>(b->data)[i];
  return 0;
}
TVM_FFI_DLL_EXPORT_TYPED_FUNC(test_added, add);
"""


class Added(nn.Module):
    def __init__(self) -> None:
        symbols = {"test_added": lambda a, b: nn.Tensor.placeholder(a.shape, "float32")}
        self.functions = nn.SourceModule(symbols, CODE, "cpp")

    def forward(self, a: nn.Tensor, b: nn.Tensor) -> nn.Tensor:
        nn.add_extern(self.functions)
        return nn.relu(self.functions["test_added"](a, b))


def is_installed(distribution: str) -> bool:
    """Whether it is there itself: `import tvm_ffi` may mean this library where it stands in for TVM."""
    try:
        return bool(version(distribution))
    except PackageNotFoundError:
        return False


@pytest.mark.slow
def test_functions_in_cpp() -> None:
    methods = {"forward": {"a": spec.Tensor(("n",), "float32"), "b": spec.Tensor(("n",), "float32")}}
    if not is_installed("apache-tvm-ffi"):
        with pytest.raises(ImportError, match="pip install apache-tvm-ffi"):
            Added().jit(methods)
        return
    a, b = randn(5), torch.ones(5)
    torch.testing.assert_close(Added().jit(methods)["forward"](a, b), torch.relu(a + b))

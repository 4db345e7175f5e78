"""Networks for `relax.frontend.nn`, each with the methods that are exported; `nn` and `tir` are ours, or those of Apache TVM."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Cases = dict[str, tuple[Any, dict[str, Any], bool]]

IMAGE, VOLUME = (1, 4, 8, 8), (1, 4, 6, 6, 6)


def cases(nn: Any, tir: Any) -> Cases:
    """By name: a module, the specification to export it for, and whether for debugging."""
    spec = nn.spec
    made: Cases = {}

    def called(name: str, function: Callable[..., Any], debug: bool = False, **args: Any) -> None:
        """A network without weights, which calls the function."""
        written = ", ".join(args)
        scope: dict[str, Any] = {"nn": nn, "function": function}
        exec(f"class Network(nn.Module):\n def test(self, {written}):\n  return function({written})", scope)
        made[name] = scope["Network"](), {"test": args}, debug

    def tensor(*shape: Any, dtype: str = "float32") -> Any:
        return spec.Tensor(shape, dtype)

    def layer(name: str, module: Any, **args: Any) -> None:
        made[name] = module, {"forward": args}, True

    _ops(nn, called, tensor)
    _layers(nn, layer, tensor, tir)
    _kinds_of_arguments(nn, called, tensor)
    _whole(nn, made, tensor)
    return made


def _ops(nn: Any, called: Any, tensor: Any) -> None:
    op = nn.op
    x = tensor(2, 3, 4)
    called(
        "unary",
        lambda x: [
            *(getattr(op, name)(x) for name in ("relu", "silu", "gelu", "sigmoid", "tanh", "exp", "log", "floor")),
            *(getattr(op, name)(x) for name in ("negative", "square", "sqrt", "softmax", "softplus")),
            op.gelu(x, approximate="tanh"),
        ],
        x=x,
    )
    names = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "less", "less_equal", "greater")
    called(
        "binary",
        lambda x, y: tuple(getattr(op, name)(x, y) for name in (*names, "greater_equal", "equal", "not_equal")),
        True,
        x=tensor(1, 10),
        y=tensor(10, 1),
    )
    called(
        "operators",
        lambda x, y: [x + y, x - y, x * y, x / y, 1 + x, 2 - x, x * 3, x / 2, x < 1, x <= y, x > y, x >= 0.5],
        x=x,
        y=tensor(4),
    )
    called(
        "methods",
        lambda x: [
            x.maximum(0),
            x.minimum(1.5),
            x.astype("float16"),
            x.astype("float32"),
            x.reshape(6, 4),
            x.permute_dims(2, 0, 1),
            x.repeat(2, 1),
        ],
        x=x,
    )
    called(
        "moving",
        lambda x: [
            op.broadcast_to(x, [5, 2, 3, 4]),
            op.permute_dims(x),
            op.permute(x, [1, 0, 2]),
            op.reshape(x, [-1, 4]),
            op.repeat(x, 2),
            op.squeeze(op.unsqueeze(x, 1), 1),
            op.concat([x, x], 1),
            op.chunk(x, 3, 1),
            op.split(x, [1, 3], 2),
            op.pad(x, [0, 0, 0, 0, 1, 2]),
            op.triu(x, 1),
        ],
        x=x,
    )
    called("take and where", lambda x, i: [op.take(x, i, 2), op.where(i, x, x)], x=x, i=tensor(4, dtype="int32"))
    called("reductions", lambda x: [op.sum(x), op.max(x, 1), op.min(x, [0, 2], True), op.cumsum(x, 1, "float64")], x=x)
    called("orders", lambda x: [op.sort(x, 1, True), op.argsort(x, 0), op.topk(x, 2), op.topk(x, 1, 1, "values")], x=x)
    called(
        "made",
        lambda: [
            op.zeros([2, 3]),
            op.ones([3], "int32"),
            op.full([2], 3),
            op.arange(5),
            op.arange(1, 7, 2, "int64"),
            op.empty([2, 2], "float16"),
        ],
    )
    called(
        "products",
        lambda x, w, b: [op.matmul(x, w), op.matmul(x, w, out_dtype="float32", name="wide"), op.matmul(x, w) + b],
        x=tensor("n", 4, dtype="float16"),
        w=tensor(4, 8, dtype="float16"),
        b=tensor(8, dtype="float16"),
    )
    called("conv1d", lambda x, w, b: op.conv1d(x, w, b, 2, 1), x=tensor(1, 4, 8), w=tensor(6, 4, 3), b=tensor(6))
    called("conv2d", lambda x, w, b: op.conv2d(x, w, b), x=tensor(*IMAGE), w=tensor(6, 4, 3, 3), b=tensor(6))
    called("conv3d", lambda x, w, b: op.conv3d(x, w, b), x=tensor(*VOLUME), w=tensor(6, 4, 3, 3, 3), b=tensor(6))
    called(
        "conv1d_transpose",
        lambda x, w, b: op.conv1d_transpose(x, w, b, 2),
        x=tensor(1, 4, 8),
        w=tensor(4, 6, 3),
        b=tensor(6),
    )
    called(
        "norms",
        lambda x, w, b: [
            op.layer_norm(x, 4, w, b),
            op.layer_norm(x, [4]),
            op.rms_norm(x, w, -1),
            op.group_norm(x, 1, b, b, axes=[1], channel_axis=2),
        ],
        x=x,
        w=tensor(4),
        b=tensor(4),
    )
    called("prelu", op.prelu, x=tensor(1, 4, 3), alpha=tensor(4))
    called(
        "attention",
        lambda q: [op.scaled_dot_product_attention(q, q, q), op.scaled_dot_product_attention(q, q, q, is_causal=True)],
        q=tensor(1, 8, 4, 16),
    )
    called(
        "interpolate",
        lambda x: [
            op.interpolate(x, (12, 12)),
            op.interpolate(x, scale_factor=2, mode="bilinear", align_corners=True),
            op.interpolate(x, scale_factor=[2.0, 1.5], mode="bicubic"),
        ],
        x=tensor(*IMAGE),
    )
    called("timesteps", lambda x: op.get_timestep_embedding(x, 6, True, 0, 2), x=tensor(5))
    called("kernels", _expressions(nn), x=x, y=x)
    called(
        "extern",
        lambda x, n: op.extern("sampled", [x, 2, 0.5, "text", n, (x, x)], nn.Tensor.placeholder((2, n), "float32")),
        x=x,
        n=int,
    )
    called(
        "workers", lambda x: [op.ccl_allreduce(x, "max"), op.ccl_allgather(x, 2), op.ccl_broadcast_from_worker0(x)], x=x
    )
    called(
        "multinomial",
        lambda p, u: op.multinomial_from_uniform(p, u),
        p=tensor(3, 5),
        u=tensor(3, 1),
    )


def _expressions(nn: Any) -> Callable[..., Any]:
    def plus(a: Any, b: Any) -> Any:
        import sys

        library = sys.modules[nn.__name__.partition(".")[0]]
        return library.te.compute(a.shape, lambda *at: a(*at) + b(*at), name="plus")

    return lambda x, y: nn.op.tensor_expr_op(plus, "added", [x, y])


def _layers(nn: Any, layer: Any, tensor: Any, tir: Any) -> None:
    modules = nn.modules
    x = tensor(2, 4, 8)
    layer("ReLU", modules.ReLU(), x=x)
    layer("SiLU", modules.SiLU(), x=x)
    layer("GELU", modules.GELU(), x=x)
    layer("Identity", modules.Identity(), x=x)
    layer("Linear", modules.Linear(8, 3), x=x)
    layer("Linear without bias", modules.Linear(8, "out", bias=False, dtype="float32", out_dtype="float64"), x=x)
    layer("Conv1D", modules.Conv1D(4, 6, 3, stride=2, groups=2), x=x)
    layer("Conv2D", modules.Conv2D(4, 6, 3, padding=1), x=tensor(*IMAGE))
    layer("Conv2D of symbolic sizes", modules.Conv2D(tir.Var("c", "int64"), 6, [3, 1]), x=tensor("n", "c", "h", "w"))
    layer("Conv2D NHWC", modules.Conv2D(4, 6, 1, data_layout="NHWC"), x=tensor(1, 8, 8, 4))
    layer("Conv3D", modules.Conv3D(4, 6, 3, bias=False), x=tensor(*VOLUME))
    layer("ConvTranspose1D", modules.ConvTranspose1D(4, 6, 3), x=x)
    layer("LayerNorm", modules.LayerNorm(8), x=x)
    layer("LayerNorm without weights", modules.LayerNorm(8, elementwise_affine=False), x=x)
    layer("RMSNorm", modules.RMSNorm(8, [2], bias=False), x=x)
    layer("RMSNorm with bias", modules.RMSNorm(8, -1), x=x)
    layer("GroupNorm", modules.GroupNorm(2, 4), x=x)
    layer("Embedding", modules.Embedding(8, 16), x=tensor(4, dtype="int32"))
    layer("Embedding of rows", modules.Embedding("vocab", 16), x=tensor(2, "n", dtype="int32"))
    layer("Timesteps", modules.Timesteps(8), x=tensor(5))
    layer(
        "TimestepEmbedding",
        modules.TimestepEmbedding(8, 16, cond_proj_dim=4, out_dim=6),
        sample=tensor(3, 8),
        condition=tensor(3, 4),
    )
    layer(
        "Attention",
        modules.Attention(16, 12, 2, 8, norm_num_groups=4),
        hidden_states=tensor(2, 10, 16),
        encoder_hidden_states=tensor(2, 5, 12),
    )


def _kinds_of_arguments(nn: Any, called: Any, tensor: Any) -> None:
    called("sizes", lambda x, n: nn.op.reshape(x, (n, 5, 2)), True, x=tensor(10, 4), n=int)
    called("a tuple", lambda x: (x[0] + x[1], [x[1]]), x=(tensor(3), tensor(3)))
    called("a list with a size", lambda x: nn.op.reshape(x[0], (2, x[1][0])), x=[tensor("n"), (int, tensor(1))])
    called("an object", lambda x, y: (x, y), x=nn.spec.Object(nn.Object), y=tensor(2))


def _whole(nn: Any, made: Cases, tensor: Any) -> None:
    class Mlp(nn.Module):
        def __init__(self) -> None:
            self.layers = nn.ModuleList([nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4, bias=False)])
            self.named = nn.ModuleDict({"norm": nn.LayerNorm(8), "scale": Scale()})

        def forward(self, x: Any) -> Any:
            return self.layers(self.named["scale"](self.named["norm"](x)))

        def other(self, x: Any) -> Any:
            return nn.op.relu(x)

    class Scale(nn.Module):
        def __init__(self) -> None:
            self.factor = nn.Parameter((1,), "float32")

        def forward(self, x: Any) -> Any:
            return x * self.factor

    class Cached(nn.Module):
        def __init__(self) -> None:
            self.cache = nn.KVCache(8, [4])
            self.proj = nn.Linear(4, 4)

        def step(self, x: Any, length: Any) -> Any:
            self.cache.append(self.proj(x))
            nn.op.debug_func("shown", x, 1, 2.5, "text", length, _line_info="here")
            return self.cache.view(length)

    class Activation(nn.Module):
        define_subroutine = True

        def forward(self, state: Any) -> Any:
            return nn.op.silu(state)

    class Layer(nn.Module):
        define_subroutine = True

        def __init__(self, size: int) -> None:
            self.weights = nn.Parameter((size, 32), "float32")
            self.activation = Activation()

        def forward(self, state: Any) -> Any:
            return self.activation(nn.op.matmul(state, self.weights))

    class Layers(nn.Module):
        def __init__(self) -> None:
            self.first, self.second, self.third = Layer(64), Layer(32), Layer(32)

        def forward(self, x: Any) -> Any:
            return self.third(self.second(self.first(x)))

    methods = {"forward": {"x": tensor("batch", 8)}, "other": {"x": tensor("batch", 8)}}
    packed = {"$": {"param_mode": "packed", "effect_mode": "packed"}}
    none = {"$": {"param_mode": "none", "effect_mode": "none"}}
    step = {"x": tensor(1, 4), "length": int}
    made["two methods"] = Mlp(), methods, False
    made["packed weights"] = Mlp(), {"forward": {"x": tensor(2, 8), **packed}}, True
    made["no weights"] = Mlp(), {"other": {"x": tensor(2, 8), **none}}, True
    made["a cache"] = Cached(), {"step": step}, True
    made["a packed cache"] = Cached(), {"step": {**step, **packed}}, True
    made["subroutines"] = Layers(), {"forward": {"x": tensor("batch", 64)}}, True

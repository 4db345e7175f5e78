"""A small language model with random weights, built as MLC-LLM builds large ones: classes of `nn`, exported to Relax, compiled, and run token by token.

Each decoder block keeps the keys and values of earlier tokens in a cache, so that a step computes one token only. The result is compared with a plain
computation of all tokens in numpy, which has no cache.
"""

from typing import Any

import numpy as np

from tilewright import relax, tir
from tilewright.ffi.container import ShapeTuple
from tilewright.relax.frontend import nn
from tilewright.relax.frontend.nn import op, spec

VOCABULARY, WIDTH, HEADS, LAYERS = 64, 32, 4, 2


class Attention(nn.Module):
    """Attention of one new token to all tokens so far."""

    def __init__(self) -> None:
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)
        self.keys = nn.KVCache(8, [WIDTH])
        self.values = nn.KVCache(8, [WIDTH])

    def forward(self, x: nn.Tensor, length: tir.Var) -> nn.Tensor:
        query, key, value = op.split(self.qkv(x), 3, axis=-1)
        self.keys.append(key)
        self.values.append(value)
        scores = op.matmul(heads(query, 1), op.permute_dims(heads(self.keys.view(length), length), [0, 2, 1]))
        weights = op.softmax(scores * (WIDTH // HEADS) ** -0.5, axis=-1)
        mixed = op.matmul(weights, heads(self.values.view(length), length))
        return self.out(op.reshape(op.permute_dims(mixed, [1, 0, 2]), (1, WIDTH)))


def heads(x: nn.Tensor, length: Any) -> nn.Tensor:
    """`[length, width]` as `[heads, length, width / heads]`."""
    return op.permute_dims(op.reshape(x, (length, HEADS, WIDTH // HEADS)), [1, 0, 2])


class Block(nn.Module):
    """A decoder block: attention and a gated perceptron, each after a norm and added to its input."""

    def __init__(self) -> None:
        self.norm = nn.RMSNorm(WIDTH, axes=-1, bias=False)
        self.attention = Attention()
        self.norm_up = nn.RMSNorm(WIDTH, axes=-1, bias=False)
        self.gate = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.up = nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.down = nn.Linear(2 * WIDTH, WIDTH, bias=False)

    def forward(self, x: nn.Tensor, length: tir.Var) -> nn.Tensor:
        x = x + self.attention(self.norm(x), length)
        y = self.norm_up(x)
        return x + self.down(op.silu(self.gate(y)) * self.up(y))


class Model(nn.Module):
    """Tokens to scores of the next token."""

    def __init__(self) -> None:
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList([Block() for _ in range(LAYERS)])
        self.norm = nn.RMSNorm(WIDTH, axes=-1, bias=False)
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def decode(self, token: nn.Tensor, length: tir.Var) -> nn.Tensor:
        x = self.embedding(token)
        for block in self.blocks:
            x = block(x, length)
        return self.head(self.norm(x))


def weights_of(named: Any) -> dict[str, np.ndarray]:
    """Random weights by name."""
    rng = np.random.default_rng(0)
    return {
        name: (rng.standard_normal([int(size) for size in parameter.shape]) * 0.3).astype("float32")
        for name, parameter in named
    }


class Session:
    """The compiled model with its weights and the caches of one conversation."""

    def __init__(self) -> None:
        methods = {
            "decode": {
                "token": spec.Tensor((1,), "int32"),
                "length": int,
                "$": {"param_mode": "packed", "effect_mode": "packed"},
            }
        }
        module, named = Model().export_tvm(methods)
        self.weights = weights_of(named)
        self._machine = relax.VirtualMachine(relax.build(module, "llvm"))
        self._given = tuple(self.weights.values())
        self._caches = self._machine["_initialize_effect"]()
        self._length = 0

    def decode(self, token: int) -> np.ndarray:
        """The scores of the token that follows."""
        self._length += 1
        scores, self._caches = self._machine["decode"](
            np.array([token], "int32"), ShapeTuple([self._length]), self._caches, self._given
        )
        return scores.numpy()[0]


def reference(weights: dict[str, np.ndarray], tokens: list[int]) -> np.ndarray:
    """The scores after each token, computed for all tokens at once."""

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        return x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * weights[name]

    def split(x: np.ndarray) -> np.ndarray:
        return x.reshape(len(tokens), HEADS, -1).transpose(1, 0, 2)

    x = weights["embedding.weight"][tokens]
    for layer in range(LAYERS):
        at = f"blocks.{layer}."
        q, k, v = map(split, np.split(norm(x, at + "norm.weight") @ weights[at + "attention.qkv.weight"].T, 3, axis=-1))
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(WIDTH // HEADS)
        scores = np.where(np.tril(np.ones_like(scores)), scores, -np.inf)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (shares / shares.sum(-1, keepdims=True)) @ v
        x = x + mixed.transpose(1, 0, 2).reshape(len(tokens), WIDTH) @ weights[at + "attention.out.weight"].T
        y = norm(x, at + "norm_up.weight")
        gate = y @ weights[at + "gate.weight"].T
        x = x + (gate / (1 + np.exp(-gate)) * (y @ weights[at + "up.weight"].T)) @ weights[at + "down.weight"].T
    return norm(x, "norm.weight") @ weights["head.weight"].T


def check() -> list[int]:
    """Generate eight tokens after the first, and compare all scores with numpy; the tokens."""
    session = Session()
    tokens, scores = [3], []
    for _ in range(8):
        scores.append(session.decode(tokens[-1]))
        tokens.append(int(scores[-1].argmax()))
    np.testing.assert_allclose(np.stack(scores), reference(session.weights, tokens[:-1]), rtol=1e-3, atol=1e-4)
    return tokens


if __name__ == "__main__":
    print("tokens:", check())

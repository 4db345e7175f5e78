"""Operators of onnxruntime, of the domain "com.microsoft", into which it fuses the layers of transformers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.onnx.values import Node, Operator, Value, dtype_of, rank_of, sizes_of
from tilewright.core.ir.relax import RelaxExpr, TupleGetItem


def _with_bias(node: Node, x: RelaxExpr, position: int) -> RelaxExpr:
    return node.emit(op.add(x, node.x(position))) if node.has(position) else x


def _normalized(node: Node, x: RelaxExpr, scale: int, bias: int) -> RelaxExpr:
    weight = node.x(scale)
    shift = node.x(bias) if node.has(bias) else node.emit(op.zeros_like(weight))
    return node.emit(op.nn.layer_norm(x, weight, shift, axes=[-1], epsilon=node.attr("epsilon", 1e-12)))


def _skip_layer_norm(node: Node) -> list[Value]:
    """The norm of a sum; its means, one over its spreads, and the sum, as far as the model asks for them."""
    total = _with_bias(node, node.emit(op.add(node.x(0), node.x(1))), 4)
    made = _normalized(node, total, 2, 3)
    if node.outputs == 1:
        return [made]
    mean = node.emit(op.mean(total, [-1], True))
    return [made, mean, _inverse_spread(node, node.emit(op.subtract(total, mean))), total]


def _skip_rms_norm(node: Node) -> list[Value]:
    total = _with_bias(node, node.emit(op.add(node.x(0), node.x(1))), 3)
    made = node.emit(op.nn.rms_norm(total, node.x(2), axes=[-1], epsilon=node.attr("epsilon", 1e-12)))
    return [made] if node.outputs == 1 else [made, None, _inverse_spread(node, total), total]


def _inverse_spread(node: Node, x: RelaxExpr) -> RelaxExpr:
    """One over the root of the mean square."""
    spread = node.emit(op.mean(node.emit(op.multiply(x, x)), [-1], True))
    return op.rsqrt(node.emit(op.add(spread, node.number(node.attr("epsilon", 1e-12), x))))


def _embedding_norm(node: Node) -> list[Value]:
    """Rows for words, places and segments added and normalized, and how many words each line has."""
    words, table = node.x(0), node.x(2)
    batch, length = sizes_of(words)
    places = node.emit(op.strided_slice(node.x(3), [0], [0], [length]))
    total = node.emit(op.add(_looked_up(node, table, words), places))
    if node.has(1) and node.has(4):
        total = node.emit(op.add(total, _looked_up(node, node.x(4), node.x(1))))
    count = (
        node.emit(op.sum(node.emit(op.astype(node.x(7), "int32")), [1]))
        if node.has(7)
        else node.emit(op.zeros([batch], "int32"))
    )
    return [_normalized(node, total, 5, 6), count, total]


def _looked_up(node: Node, table: RelaxExpr, at: RelaxExpr) -> RelaxExpr:
    return node.emit(op.take(table, at, 0))


def _attention(node: Node) -> RelaxExpr:
    """Attention of one tensor to itself: its projections, the scores of each head with masks and biases, and their averages."""
    if node.has(4):
        raise ValueError(f"Attention `{node.name}`: keys and values of an earlier run are not read")
    x, heads = node.x(0), node.attr("num_heads")
    batch, length, _ = sizes_of(x)
    projected = _with_bias(node, node.emit(op.matmul(x, node.x(1))), 2)
    whole = sizes_of(projected)[2]
    widths = list(node.attr("qkv_hidden_sizes") or [whole // 3] * 3)  # pyright: ignore[reportOptionalOperand]
    parts = node.emit(op.split(projected, [widths[0], widths[0] + widths[1]], 2))

    def by_head(at: int, order: list[int]) -> RelaxExpr:
        part = node.emit(TupleGetItem(parts, at))
        split = node.emit(op.reshape(part, [batch, length, heads, widths[at] // heads]))
        return node.emit(op.permute_dims(split, order))

    query, key, value = by_head(0, [0, 2, 1, 3]), by_head(1, [0, 2, 3, 1]), by_head(2, [0, 2, 1, 3])
    scale = node.attr("scale", 0.0) or (widths[0] // heads) ** -0.5
    scores = node.emit(op.matmul(query, key))
    scores = node.emit(op.multiply(scores, node.number(scale, scores)))
    scores = _masked(node, _with_bias(node, scores, 5), length)
    mixed = node.emit(op.matmul(node.emit(op.nn.softmax(scores, -1)), value))
    return op.reshape(node.emit(op.permute_dims(mixed, [0, 2, 1, 3])), [batch, length, widths[2]])


def _masked(node: Node, scores: RelaxExpr, length: Any) -> RelaxExpr:
    """The scores, with a large negative number added where the mask is 0, and where a word would see what follows it."""
    low = node.attr("mask_filter_value", -10000.0)
    kind = dtype_of(scores)
    if node.has(3):
        mask = node.x(3)
        if rank_of(mask) not in (2, 3):
            raise ValueError(f"Attention `{node.name}`: a mask has a number for each word, or for each pair of words")
        hidden = node.emit(op.subtract(const(1.0, kind), node.emit(op.astype(mask, kind))))
        spread = node.emit(op.expand_dims(hidden, [1, 2] if rank_of(mask) == 2 else [1]))
        scores = node.emit(op.add(scores, node.emit(op.multiply(spread, const(low, kind)))))
    if node.attr("unidirectional", 0):
        later = node.emit(op.triu(node.emit(op.full([length, length], const(low, kind), kind)), 1))
        scores = node.emit(op.add(scores, later))
    return scores


FUSED: Mapping[str, Operator] = {
    "com.microsoft.BiasGelu": lambda node: op.nn.gelu(_with_bias(node, node.x(), 1)),
    "com.microsoft.FastGelu": lambda node: op.nn.gelu_tanh(_with_bias(node, node.x(), 1)),
    "com.microsoft.SkipLayerNormalization": _skip_layer_norm,
    "com.microsoft.SkipSimplifiedLayerNormalization": _skip_rms_norm,
    "com.microsoft.EmbedLayerNormalization": _embedding_norm,
    "com.microsoft.Attention": _attention,
}

"""Rules of the products of tensors."""

from __future__ import annotations

from typing import Any

from tilewright.core.analysis.infer.support import (
    InferContext,
    broadcast,
    common_type,
    device_of,
    fail,
    fields,
    made,
    number,
    one_device,
    setting_type,
    sizes_of,
    tensor,
    word,
    words,
    wrong_rank,
    wrong_shape,
)
from tilewright.core.base.names import are, counted
from tilewright.core.ir.relax import Call
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo


def matmul(call: Call, context: InferContext) -> StructInfo:
    """Rows of the first and columns of the second, the leading dimensions broadcast."""
    a, b = tensor(call, 0), tensor(call, 1)
    element = setting_type(call, a.dtype, "out_dtype")
    if "out_dtype" not in call.attrs or str(call.attrs["out_dtype"]) == "void":
        element = common_type(call, a.dtype, b.dtype, "x2")
    device = one_device(call, a, b)
    for name, info in (("x1", a), ("x2", b)):
        if info.ndim == 0:
            raise wrong_rank(call, f"`{name}` has no dimension to multiply along", name)
    if -1 in (a.ndim, b.ndim):
        return made(None, element, device=device)
    left, right = sizes_of(a), sizes_of(b)
    rows, columns = a.ndim > 1, b.ndim > 1
    rank = max(a.ndim - 2, b.ndim - 2, 0) + rows + columns
    if left is None or right is None:
        return made(None, element, rank, device)
    inner, other = left[-1], right[-2] if columns else right[-1]
    if context.differ(inner, other):
        sentence = f"the shapes {words(left)} and {words(right)} do not fit: {word(inner)} is not {word(other)}"
        raise wrong_shape(call, sentence, "x2")
    batch = broadcast(call, context, left[:-2], right[:-2], "x2")
    if batch is None:
        return made(None, element, rank, device)
    sizes = (*batch, *(left[-2:-1] if rows else ()), *(right[-1:] if columns else ()))
    return made(sizes, element, device=device)


def outer(call: Call, context: InferContext) -> StructInfo:
    """All pairs of elements of two vectors."""
    a, b = tensor(call, 0), tensor(call, 1)
    for name, info in (("x1", a), ("x2", b)):
        if info.ndim != 1:
            rank = "an unknown number of dimensions" if info.ndim == -1 else f"{info.ndim} dimensions"
            raise wrong_rank(call, f"`{name}` must be a vector, and has {rank}", name)
    left, right = sizes_of(a), sizes_of(b)
    element = common_type(call, a.dtype, b.dtype, "x2")
    device = device_of(a, b)
    if left is None or right is None:
        return made(None, element, 2, device)
    return made((left[0], right[0]), element, device=device)


def einsum(call: Call, context: InferContext) -> StructInfo:
    """The sizes of the letters after the arrow."""
    infos = fields(call)
    element = infos[0].dtype
    for info in infos[1:]:
        element = common_type(call, element, info.dtype, "operands")
    text = str(call.attrs["subscripts"]).replace(" ", "")
    inputs, arrow, output = text.partition("->")
    operands = inputs.split(",")
    if len(operands) != len(infos):
        sentence = f"`{text}` describes {counted(len(operands), 'operand')}, and {are(len(infos))} given"
        raise fail(call, sentence, "subscripts")
    output = output if arrow else _once(inputs)
    sizes: dict[str, Any] = {}
    for letters, info in zip(operands, infos):
        _read(call, context, letters, info, sizes)
    device = device_of(*infos)
    missing = next((letter for letter in output.replace("...", "") if letter not in inputs), None)
    if missing is not None:
        raise fail(call, f"`{missing}` stands in the result and in no operand", "subscripts")
    if any(sizes_of(info) is None for info in infos):
        known = "..." not in output
        return made(None, element, len(output) if known else -1, device)
    before, dots, after = output.partition("...")
    spread = sizes.get("...", ()) if dots else ()
    found = [*[sizes[letter] for letter in before], *spread, *[sizes[letter] for letter in after]]
    return made(found, element, device=device)


def _once(inputs: str) -> str:
    """The result when none is written: the ellipsis, and the letters that stand once, in the order of the alphabet."""
    letters = sorted(letter for letter in set(inputs) if letter.isalpha() and inputs.count(letter) == 1)
    return ("..." if "..." in inputs else "") + "".join(letters)


def _read(call: Call, context: InferContext, letters: str, info: TensorStructInfo, sizes: dict[str, Any]) -> None:
    """Note the size of each letter of an operand; raises when it does not fit."""
    before, dots, after = letters.partition("...")
    named = len(before) + len(after)
    if info.ndim != -1 and (info.ndim < named if dots else info.ndim != named):
        dimensions = f"{counted(info.ndim, 'dimension')}"
        raise wrong_rank(call, f"`{letters}` does not fit a tensor of {dimensions}", "subscripts")
    shape = sizes_of(info)
    if shape is None:
        return
    end = len(shape) - len(after)
    if dots:
        known = sizes.get("...", ())
        joined = broadcast(call, context, known, shape[len(before) : end])
        sizes["..."] = joined if joined is not None else known
    for letter, size in [*zip(before, shape), *zip(after, shape[end:])]:
        known = sizes.get(letter)
        if known is not None and number(size) != 1 and number(known) != 1 and context.differ(known, size):
            raise wrong_shape(call, f"`{letter}` is both {word(known)} and {word(size)}", "operands")
        if known is None or number(known) == 1:
            sizes[letter] = size


RULES = {"matmul": matmul, "outer": outer, "einsum": einsum}

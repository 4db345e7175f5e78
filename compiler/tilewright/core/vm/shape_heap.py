"""The machine's functions that check arguments and keep sizes: `vm.builtin.check_*`, `match_shape`, `make_shape` and similar ones.

Sizes lie in a tensor of int64, the shape heap; a call says for each size what to do with it, by a code and a number (see `shape_codes`).
The last argument of a check is a text that says of what the check is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsInt

from tilewright.core.base.registry import register_global_func
from tilewright.core.base.shape_codes import MakeShapeCode, MatchShapeCode
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.runtime.tensor import Tensor, tensor
from tilewright.core.vm.mismatch import MismatchedKind, MismatchError

if TYPE_CHECKING:
    from typing_extensions import Unpack


def alloc_shape_heap(machine: object, size: int) -> Tensor:
    """A heap for so many sizes."""
    import numpy as np

    return tensor(np.zeros(size, "int64"))


def match_shape(
    value: object, heap: Tensor | None, count: int, *rest: Unpack[tuple[Unpack[tuple[int, ...]], str]]
) -> None:
    """Compare or keep each size of a tensor or shape: `rest` are a code and a number for each, and the text."""
    *codes, where = rest
    sizes = value.shape if isinstance(value, Tensor) else _shape(value, where)
    if len(sizes) != count:
        raise MismatchError(
            f"Check failed: {where}a shape with ndim {count} is expected, and this has ndim {len(sizes)}"
        )
    for at, size in enumerate(sizes):
        _match(size, heap, codes[2 * at], codes[2 * at + 1], f"{where}shape[{at}]")


def match_prim_value(value: SupportsInt, heap: Tensor | None, code: int, number: int, where: str) -> None:
    """Compare or keep a number."""
    _match(int(value), heap, code, number, f"{where}the number")


def _match(size: int, heap: Any, code: int, number: int, what: str) -> None:
    if code == MatchShapeCode.STORE_TO_HEAP:
        heap[number] = size
    elif code != MatchShapeCode.NO_OP:
        wanted = number if code == MatchShapeCode.ASSERT_EQUAL_TO_IMM else int(heap[number])
        if size != wanted:
            raise MismatchError(f"Check failed: {what} is {size}, and has to be {wanted}")


def make_shape(heap: Tensor | None, count: int, *codes: int) -> ShapeTuple:
    """A shape of sizes from the call and from the heap."""
    return ShapeTuple(_made(heap, codes[2 * at], codes[2 * at + 1]) for at in range(count))


def make_prim_value(heap: Tensor | None, code: int, number: int) -> int:
    """A number from the call or from the heap."""
    return _made(heap, code, number)


def _made(heap: Any, code: int, number: int) -> int:
    return number if code == MakeShapeCode.USE_IMM else int(heap[number])


def check_tensor_info(value: object, ndim: int, *rest: str) -> None:
    """A tensor of so many dimensions (-1 for any) and of that data type, when one is given."""
    *given, where = rest
    if not isinstance(value, Tensor):
        raise _kind(where, "a tensor", value)
    if ndim not in (-1, value.ndim):
        raise MismatchError(
            f"Check failed: {where} a tensor with ndim {ndim} is expected, and this has ndim {value.ndim}"
        )
    if given and str(given[0]) not in ("", "void", str(value.dtype)):
        raise MismatchError(
            f"Check failed: {where} a tensor with dtype {given[0]} is expected, and this has dtype {value.dtype}"
        )


def check_shape_info(value: object, ndim: int, where: str) -> None:
    """A shape of so many sizes, -1 for any."""
    sizes = _shape(value, where)
    if ndim not in (-1, len(sizes)):
        raise MismatchError(
            f"Check failed: {where} a shape with ndim {ndim} is expected, and this has ndim {len(sizes)}"
        )


def check_tuple_info(value: object, size: int, where: str) -> None:
    """A tuple of so many values."""
    if not isinstance(value, (tuple, list)) or isinstance(value, ShapeTuple):
        raise _kind(where, "a tuple", value)
    if len(value) != size:  # pyright: ignore[reportUnknownArgumentType]
        have = len(value)  # pyright: ignore[reportUnknownArgumentType]
        raise MismatchError(
            f"Check failed: {where} a tuple of {size} elements is expected, and this has {have} elements"
        )


def check_func_info(value: object, where: str) -> None:
    """A function."""
    if not callable(value):
        raise _kind(where, "a function", value)


def check_prim_value_info(value: object, dtype: object, where: str) -> None:
    """A number, of the kind that the data type says."""
    wanted = float if str(dtype).startswith(("float", "bfloat")) else int
    if not isinstance(value, (bool, int, wanted)):
        raise _kind(where, f"a number of {dtype}", value)


def check_string_info(value: object, where: str) -> None:
    """A string."""
    if not isinstance(value, str):
        raise _kind(where, "a string", value)


def _shape(value: object, where: str) -> tuple[int, ...]:
    if isinstance(value, tuple) and all(type(size) is int for size in value):  # pyright: ignore[reportUnknownVariableType]
        return value  # pyright: ignore[reportUnknownVariableType]
    raise _kind(where, "a shape", value)


def _kind(where: str, wanted: str, value: object) -> MismatchedKind:
    return MismatchedKind(f"Check failed: {where} {wanted} is expected, and this is {type(value).__name__}")


for _function in (
    alloc_shape_heap,
    match_shape,
    match_prim_value,
    make_shape,
    make_prim_value,
    check_tensor_info,
    check_shape_info,
    check_tuple_info,
    check_func_info,
    check_prim_value_info,
    check_string_info,
):
    register_global_func(f"vm.builtin.{_function.__name__}", _function, override=True)

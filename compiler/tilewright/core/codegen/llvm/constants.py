"""Constants as LLVM writes them."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from tilewright.core.base.dtype import DType
from tilewright.core.codegen.llvm.types import register


def integer(type_: DType, value: int) -> str:
    """An integer or bool constant; a vector type gets it in every lane."""
    text = ("true" if value else "false") if type_.is_bool else str(int(value))
    return splat(type_, text)


def floating(type_: DType, value: float) -> str:
    """A float constant by its bits; a vector type gets it in every lane."""
    element = type_.element
    if element.bits == 16:
        return splat(type_, f"0xH{_bits(_half(value), 'e', 'H'):04X}")
    return splat(type_, f"0x{_bits(_single(value) if element.bits == 32 else value, 'd', 'Q'):016X}")


def number(type_: DType, value: int | float) -> str:
    """A constant of either kind."""
    return floating(type_, float(value)) if type_.is_float else integer(type_, int(value))


def splat(type_: DType, text: str) -> str:
    """A scalar constant of the element type in every lane of `type_`."""
    if not type_.is_vector:
        return text
    if type_.scalable:
        return f"splat ({register(type_.element)} {text})"
    return vector(type_, [text] * type_.lanes)


def vector(type_: DType, lanes: Iterable[str]) -> str:
    """A vector constant from its lanes."""
    element = register(type_.element)
    return f"<{', '.join(f'{element} {lane}' for lane in lanes)}>"


def data(content: bytes) -> str:
    """Bytes as a constant array of `i8`."""
    return 'c"' + "".join(_BYTES[byte] for byte in content) + '"'


def _bits(value: float, code: str, integer_code: str) -> int:
    return struct.unpack(f"<{integer_code}", struct.pack(f"<{code}", value))[0]


def _single(value: float) -> float:
    """The nearest float32 as a double, which is how LLVM spells float constants."""
    from tilewright.core.base.dtype import FLOAT32
    from tilewright.core.ops.evaluation import round_float

    return round_float(value, FLOAT32)


def _half(value: float) -> float:
    from tilewright.core.base.dtype import FLOAT16
    from tilewright.core.ops.evaluation import round_float

    return round_float(value, FLOAT16)


_BYTES = tuple(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\{byte:02X}" for byte in range(256))

"""Data types as LLVM writes them: in registers, in memory, and as arguments of a native function.

A bool is `i1` in registers and one byte in memory; integers narrower than a byte take a whole byte each in memory, as numpy
arrays of `ml_dtypes.int4` do; widths that no machine has (int24) are rounded up in memory to the next one.  Half-precision
numbers are passed as their sixteen bits, because C compilers disagree about the register.  bfloat16 is only ever its bits: the
passes have written its arithmetic in float32.
"""

from __future__ import annotations

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import SMALL_FLOATS, DType

_FLOATS = {16: "half", 32: "float", 64: "double"}


def register(type_: DType) -> str:
    """The LLVM type of a value; raises `UserError` for types that have no machine form on a CPU."""
    found = _REGISTER.get(type_)
    if found is None:
        found = _REGISTER[type_] = _vector(_element(type_.element), type_)
    return found


def memory(type_: DType) -> str:
    """The LLVM type of a value as it lies in memory."""
    found = _MEMORY.get(type_)
    if found is None:
        found = _MEMORY[type_] = _vector(_stored(type_.element), type_)
    return found


def abi(type_: DType) -> str:
    """The LLVM type of a scalar parameter or result of a native function."""
    if type_.is_vector:
        raise unsupported(f"a parameter or result of type {type_} cannot be passed to a native function; pass a buffer")
    return "i16" if type_.kind == "float" and type_.bits == 16 else memory(type_)


def element_bytes(type_: DType) -> int:
    """Bytes that one element of the type (one lane of a vector) takes in memory."""
    return 8 if type_.is_handle else stored_bits(type_.element) // 8


def stored_bits(type_: DType) -> int:
    """Width of a scalar in memory: a power of two, at least 8.  Raises `UserError` for wider ones than the machine has."""
    width = next((width for width in (8, 16, 32, 64) if type_.bits <= width), None)
    if width is None:
        raise unsupported(f"{type_} is wider than the 64 bits that a number can have in native code")
    return width


def is_packed(type_: DType) -> bool:
    """Whether memory holds the register form as it is, so that no conversion is needed."""
    return register(type_) == memory(type_)


def suffix(type_: DType) -> str:
    """The type as it appears in the name of an overloaded intrinsic: `v4f32`."""
    element = type_.element
    name = "p0" if element.is_handle else f"f{element.bits}" if element.is_float else f"i{element.bits}"
    return f"{counted(type_)}{name}" if type_.is_vector else name


def lanes(type_: DType) -> str:
    """The number of lanes as it stands in a vector type: `4`, or `vscale x 4`."""
    return f"vscale x {type_.lanes}" if type_.scalable else str(type_.lanes)


def counted(type_: DType) -> str:
    """The number of lanes as it stands in the name of an overloaded intrinsic: `v4`, or `nxv4`."""
    return f"{'nxv' if type_.scalable else 'v'}{type_.lanes}"


def mask(type_: DType) -> str:
    """The LLVM type of one bit for each lane."""
    return f"<{lanes(type_)} x i1>" if type_.is_vector else "i1"


def unsupported(sentence: str) -> UserError:
    """The error for what cannot be compiled for a CPU."""
    return UserError("unsupported-on-cpu", sentence)


def _vector(element: str, type_: DType) -> str:
    return f"<{lanes(type_)} x {element}>" if type_.is_vector else element


def _element(type_: DType) -> str:
    if type_.kind in ("int", "uint", "bool"):
        _check_width(type_)
        return f"i{type_.bits}"
    if type_.kind == "float" and type_ not in SMALL_FLOATS and type_.bits in _FLOATS:
        return _FLOATS[type_.bits]
    if type_.kind == "bfloat":
        return "i16"
    if type_.kind in ("handle", "void"):
        return {"handle": "ptr", "void": "void"}[type_.kind]
    raise unsupported(f"the CPU target has no arithmetic for {type_}; cast it to float32")


def _stored(type_: DType) -> str:
    if type_.is_integer:
        _check_width(type_)
        return f"i{stored_bits(type_)}"
    return _element(type_)


def _check_width(type_: DType) -> None:
    if type_.bits > 64:
        raise unsupported(f"{type_} is wider than the 64 bits of the CPU target's integers")


_REGISTER: dict[DType, str] = {}
_MEMORY: dict[DType, str] = {}

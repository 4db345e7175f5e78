"""The lowering of an op, in a sentence and as the place of the function that does it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType

from tilewright.core.builder.calls import OpFunction
from tilewright.core.builder.namespace import Member
from tilewright.core.builder.relax_ops import RelaxFunction
from tilewright.core.describe.stubs import Place
from tilewright.core.ops.op import Expand, Extern, Instr, Intrinsic, Lowering, Special, Unsupported


def lowering_fact(member: Member) -> str | None:
    """A sentence about what the op becomes on the CPU; None where the table does not say."""
    if isinstance(member.value, OpFunction):
        return _sentence(member.value.row.lower)
    function = _operator(member)
    if function is None:
        return None
    room, _, name = f"{function.__module__}.{function.__qualname__}".partition(".core.")[2].rpartition(".")
    if room.startswith("topi") and not name.startswith("_"):
        return f"lowers to TensorIR by `topi.{name}`"
    return "lowers to TensorIR by a rule of its own"


def _sentence(lower: Lowering | None) -> str | None:
    if isinstance(lower, Instr):
        kinds = {f"`{each}`" for each in (lower.int, lower.uint, lower.float) if each}
        return f"lowers to the LLVM instruction {' or '.join(sorted(kinds))}" if kinds else None
    if isinstance(lower, Intrinsic):
        return f"lowers to the LLVM intrinsic `{lower.name}`"
    if isinstance(lower, Extern):
        return f"calls `{lower.name}` of the C mathematics library"
    if isinstance(lower, Expand):
        return "lowers to arithmetic"
    if isinstance(lower, Unsupported):
        return f"cannot run on the CPU: it {lower.why}"
    return "lowers by a rule of the code generator" if isinstance(lower, Special) else None


def implementation_place(member: Member) -> Place | None:
    """Path, 0-based line and columns of the function that makes TensorIR of an op of Relax."""
    function = _operator(member)
    return None if function is None else _place(function)


def _operator(member: Member) -> FunctionType | None:
    """The tensor operator behind an op of Relax, or the rule that makes TensorIR of it."""
    if not isinstance(member.value, RelaxFunction):
        return None
    # It loads numpy, which editing needs for nothing else.
    from tilewright.core.passes.relax.legalize import legalization_of

    rule = legalization_of(member.value.row)
    if not isinstance(rule, FunctionType):
        return None
    inside = [cell.cell_contents for cell in rule.__closure__ or ()]
    return next((each for each in inside if isinstance(each, FunctionType) and _is_operator(each)), rule)


def _is_operator(function: Callable[..., object]) -> bool:
    return ".core.topi" in function.__module__ or ".core.passes.relax.legalize" in function.__module__


def _place(function: FunctionType) -> Place | None:
    made: CodeType = function.__code__
    try:
        line = Path(made.co_filename).read_text(encoding="utf-8").splitlines()[made.co_firstlineno - 1]
    except (OSError, IndexError):
        return None
    start = max(line.find(made.co_name), 0)
    return made.co_filename, made.co_firstlineno - 1, start, start + len(made.co_name)

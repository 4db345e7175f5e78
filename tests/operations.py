"""What is done with programs in public, as functions from a program's text to text: reading, analysing, printing, building by hand, lowering, passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tilewright import relax, tir
from tilewright.core.analyze import analyze
from tilewright.core.driver.build import lower
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.node import Node
from tilewright.core.ir.structural import structural_equal
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.relax.transform import CanonicalizeBindings, DeadCodeElimination, FuseOps, LegalizeOps
from tilewright.script import from_source
from tilewright.script.ir_builder import IRBuilder
from tilewright.script.ir_builder import tir as TB

_EXAMPLES = Path(__file__).parent.parent / "examples"
_MISTAKES = """from tvm.script import ir as I, tir as T

@T.prim_func
def wrong(A: T.Buffer((8,), "float32"), n: T.int32):
    for i in T.serial(8):
        with T.block("copy"):
            vi = T.axis.spatial(8, i)
            T.writes(A[vi])
            A[vi, 0] = undefined + 1
    x = [j for j in range(3) if j]
    A[9] = (lambda a: a * 2.0)(A[0])
"""
TEXTS: dict[str, str] = {
    **{f"{path.parent.name}/{path.stem}": path.read_text() for path in sorted(_EXAMPLES.rglob("*.py"))},
    "mistakes": _MISTAKES,
}


def values(text: str) -> Iterator[Any]:
    """The functions and modules of a file."""
    for definition in analyze(text).definitions:
        for value in definition.values.values():
            if isinstance(value, Node):
                yield value


def functions(value: Any) -> list[PrimFunc]:
    """The functions of TensorIR in a value."""
    found = value.functions.values() if isinstance(value, IRModule) else [value]
    return [function for function in found if isinstance(function, PrimFunc)]


def is_graph(value: Any) -> bool:
    """Whether a value is a module with functions of Relax."""
    return isinstance(value, IRModule) and any(isinstance(each, relax.Function) for each in value.functions.values())


def printed(value: Any) -> str:
    return str(value.script())


def read_back(value: Any) -> str:
    again = from_source(value.script())
    return f"{structural_equal(value, again)} {again.script()}"


def hashed(value: Any) -> str:
    return str(structural_hash(value))


def lowered(value: Any) -> str:
    return "\n".join(str(lower(function).script()) for function in functions(value))


def simplified(value: Any) -> str:
    given = value if isinstance(value, IRModule) else IRModule({"main": value})
    passes = (tir.transform.Simplify(), tir.transform.RemoveNoOp())
    for each in passes:
        given = each(given)
    return str(given.script())


def scheduled(value: Any) -> str:
    """Every outer loop of every block is split and unrolled, where that is possible."""
    written: list[str] = []
    for function in functions(value):
        schedule = tir.Schedule(function)
        for block in schedule.get_child_blocks(schedule.get_block("root")):
            loops = schedule.get_loops(block)
            if loops:
                _, inner = schedule.split(loops[-1], [None, 2])
                schedule.unroll(inner)
        written.append(str(schedule.mod.script()))
    return "\n".join(written)


def legalized(value: Any) -> str:
    if not is_graph(value):
        return ""
    passes = (CanonicalizeBindings(), DeadCodeElimination(), LegalizeOps(), FuseOps())
    for each in passes:
        value = each(value)
    return str(value.script())


# What is done with a function or module, by name.
OPERATIONS: dict[str, Callable[[Any], str]] = {
    function.__name__: function for function in (printed, read_back, hashed, lowered, simplified, scheduled, legalized)
}


def analyzed(text: str) -> str:
    """What is said about a file, and what it defines."""
    found = analyze(text)
    said = [f"{each.span} {each.code}: {each.message}" for each in found.diagnostics]
    return "\n".join([*said, *(printed(function) for function in found.functions.values())])


def built(text: str) -> str:
    """A function that is built with frames, whose size is that of the text."""
    with IRBuilder() as builder, TB.prim_func():
        TB.func_name("built")
        A = TB.arg("A", TB.buffer_decl((len(text),), "float32"))
        with TB.grid(len(text), 4) as (i, j):
            IRBuilder.name_many(["i", "j"], [i, j])
            TB.buffer_store(A, TB.float32(j), [i])
    return printed(builder.get())


def emitted(text: str) -> str:
    """A graph that is built with a `BlockBuilder`, whose size is that of the text."""
    x = relax.Var("x", relax.TensorStructInfo((len(text), 4), "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x]):
        with builder.dataflow():
            y = builder.emit(relax.op.add(x, x))
            z = builder.emit_output(relax.op.multiply(y, x))
        builder.emit_func_output(z)
    return printed(builder.get())


def everything(text: str) -> dict[str, str]:
    """What all operations make of a text."""
    found = {function.__name__: function(text) for function in (analyzed, built, emitted)}
    for number, value in enumerate(values(text)):
        for name, operation in OPERATIONS.items():
            found[f"{name} {number}"] = outcome(operation, value)
    return found


def outcome(operation: Callable[[Any], str], value: Any) -> str:
    """What an operation makes of a value, or why it refuses to."""
    try:
        return operation(value)
    except Exception as error:
        return f"{type(error).__name__}: {error}"

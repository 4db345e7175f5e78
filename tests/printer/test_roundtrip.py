"""What is printed reads back as an equal program, whose text is the same again."""

from __future__ import annotations

import contextlib
import importlib.util
from functools import cache
from pathlib import Path

import pytest

from tests.printer.generated_programs import Programs
from tests.printer.hand_built import function, matmul, var
from tests.printer.test_expressions import CASES as EXPRESSIONS
from tests.printer.test_statements import CASES as STATEMENTS
from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.namespace import TIR
from tilewright.core.ir.buffer import decl_buffer
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.core.ops.op import Op, Param
from tilewright.core.ops.table import OPS
from tilewright.core.passes import pipelines
from tilewright.ir.expr import Call, Expr, GlobalVar
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import Block, BlockRealize, Evaluate, Stmt
from tilewright.script import from_source
from tilewright.target import Target

EXAMPLES = sorted((Path(__file__).parent.parent.parent / "examples").glob("*.py"))


def round_trip(program: PrimFunc | IRModule, **options: object) -> None:
    text = program.script(**options)
    back = from_source(text, check_well_formed=False)
    assert_structural_equal(program, back, map_free_vars=True)
    assert structural_hash(program, map_free_vars=True) == structural_hash(back, map_free_vars=True)
    assert back.script(**options) == text


def calls_a_function(node: object) -> bool:
    return isinstance(node, Call) and isinstance(node.op, GlobalVar)


@pytest.mark.parametrize(
    "node", [node for node, _ in EXPRESSIONS if isinstance(node, Expr) and not calls_a_function(node)], ids=str
)
@pytest.mark.parametrize("sugar", [True, False])
def test_expressions(node: Expr, sugar: bool) -> None:
    if not isinstance(node, GlobalVar):
        round_trip(function(Evaluate(node)), syntax_sugar=sugar)


# Blocks stand in a function only under its root block, and the constant of the wrong type is no program.
ALONE = [
    node
    for node, text in STATEMENTS
    if isinstance(node, Stmt)
    and not isinstance(node, (Block, BlockRealize))
    and "f(1)" not in text
    and "int8" not in text
]


@pytest.mark.parametrize("node", ALONE, ids=lambda node: type(node).__name__)
@pytest.mark.parametrize("sugar", [True, False])
def test_statements(node: Stmt, sugar: bool) -> None:
    round_trip(function(node), syntax_sugar=sugar)


@pytest.mark.parametrize("seed", range(150))
def test_generated_programs(seed: int) -> None:
    program = Programs(seed).function(5)
    round_trip(program)
    round_trip(program, syntax_sugar=False)


@pytest.mark.parametrize(
    "options", [{"tir_prefix": "tir", "ir_prefix": "ir"}, {"indent_spaces": 2}, {"int_dtype": "int64"}]
)
def test_options_that_change_the_text_only(options: dict[str, object]) -> None:
    module = IRModule({"main": matmul(8), "other": matmul(4, None)})
    text = module.script(**options)
    if "tir_prefix" in options:
        text = "from tvm.script import tir, ir\n" + text
    if "int_dtype" not in options:
        assert_structural_equal(module, from_source(text))
    else:
        assert "T.int32(8)" in text


def test_a_module_whose_functions_call_each_other() -> None:
    callee = GlobalVar("callee")
    round_trip(IRModule({"main": function(Evaluate(callee(1, 2))), callee: matmul(4, None)}))


@cache
def programs_of(path: Path) -> dict[str, PrimFunc | IRModule]:
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: value for name, value in vars(module).items() if isinstance(value, (PrimFunc, IRModule))}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    for program in programs_of(path).values():
        round_trip(program)
        round_trip(program, syntax_sugar=False)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_at_every_stage_of_lowering(path: Path) -> None:
    for program in programs_of(path).values():
        module = program if isinstance(program, IRModule) else IRModule({"main": program})
        for stage in pipelines.stages(Target("llvm")):
            lowered = stage(module)
            if lowered is not module:
                round_trip(lowered)
            module = lowered


SAMPLES = ("float32", "int32", "bool", "handle", "int64", "float32x4", "uint8")
A = decl_buffer((8,), "float32", "A")


def sample(param: Param, row: Op, type_: str) -> object:
    """An argument for a parameter of a row, of type `type_` where it may be of any."""
    fixed: dict[str, object] = {"dtype": type_, "str": "text", "int": 1, "var": A.data, "buffer": A, "any": A[0]}
    if "llvm" in row.name and param.name == "name":
        return "llvm.sqrt"
    if row.name == "tir.reinterpret" and param.kind == "expr":
        return var("x", "float32" if type_ == "int32" else "int32")  # of a value of that type it is the value itself
    return fixed[param.kind] if param.kind in fixed else var("x", type_)


def calls_of(row: Op) -> list[Call]:
    """Calls of a row with arguments of each type that it takes in a script."""
    found: list[Call] = []
    for type_ in SAMPLES:
        with IRBuilder(), contextlib.suppress(UserError, TypeError, ValueError):
            made = TIR.members[str(row.script)].value(*[sample(param, row, type_) for param in row.params])
            if isinstance(made, Call) and made.op is row:
                found.append(made)
    return found


# Rows with an expression class of their own are no calls, and those two are built as comparisons.
BUILT_OTHERWISE = ("isinf", "isfinite")
# Those of devices stand in tirx only: `tests/tile_language/test_rows.py`.
NAMED = [
    row
    for row in OPS.values()
    if row.script not in (None, *BUILT_OTHERWISE) and row.node is None and row.group != "device"
]


@pytest.mark.parametrize("row", NAMED, ids=lambda row: row.name)
def test_calls_of_every_op(row: Op) -> None:
    calls = calls_of(row)
    assert calls
    for call in calls:
        assert call.script().startswith(f"T.{row.script}(")
        round_trip(function(Evaluate(call)), syntax_sugar=False)


def test_scalable_vectors_are_slices() -> None:
    slice_ = "i * 4:i * 4 + T.vscale() * 4"
    func = from_source(
        "@T.prim_func\ndef main(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')):\n"
        f"    for i in range(4):\n        B[{slice_}] = A[{slice_}] + A[{slice_}]\n"
    )
    assert func.script().endswith(f"        B[{slice_}] = A[{slice_}] + A[{slice_}]")
    round_trip(func)


def test_shown_metadata_is_read_back() -> None:
    from tilewright.ir.expr import StringImm

    func = function(Evaluate(StringImm("one\ntwo")))
    assert_structural_equal(func, from_source(func.script(show_meta=True)))

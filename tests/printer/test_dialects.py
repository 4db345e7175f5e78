"""A program prints in the dialect that it was written in, and every program comes back from every dialect that has forms for it."""

from __future__ import annotations

import ast
import copy
import re
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tests.printer.generated_programs import BlockPrograms, Programs
from tests.tile_language.programs import PROGRAMS
from tests.tile_language.programs import program as tile_program
from tests.transform.programs import cases, program
from tilewright import te, tir
from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Severity
from tilewright.core.builder.dialects import NAMESPACES, member_at
from tilewright.core.dialects import DIALECTS
from tilewright.core.frontend.dialects import NAMES
from tilewright.core.frontend.dispatch import statements_of
from tilewright.core.ir.flat import flat, nested
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.json import save_json
from tilewright.core.ir.program import is_program
from tilewright.core.ir.stmt import Around
from tilewright.core.ir.structural import assert_structural_equal, structural_equal
from tilewright.core.printer.state import Inexpressible
from tilewright.explore.programs import top_level
from tilewright.hybrid import from_source as from_hybrid
from tilewright.relax.transform import LegalizeOps
from tilewright.script import from_source

TEXTS = {
    "classic": (
        "# from tvm.script import tir as T\n\n@T.prim_func\n"
        'def main(A: T.Buffer((16,), "float32"), n: T.int32):\n    T.func_attr({"tir.noalias": True})\n'
        '    # with T.block("root"):\n    B = T.alloc_buffer((16,))\n    for i in range(16):\n'
        '        with T.block("B"):\n            vi = T.axis.spatial(16, i)\n            T.reads(A[vi])\n            T.writes(B[vi])\n'
        "            B[vi] = A[vi]"
    ),
    "tirx": (
        "# from tvm.script import tirx as T\n# from tvm.tirx.layout import Axis\n\n@T.prim_func(s_tir=True)\n"
        'def main(A: T.Buffer((16,), "float32"), n: T.int32):\n    T.func_attr({"tirx.noalias": True})\n'
        '    # with T.sblock("root"):\n    B = T.sblock_alloc_buffer((16,))\n    for i in range(16):\n'
        '        with T.sblock("B"):\n            vi = T.axis.spatial(16, i)\n            T.reads(A[vi])\n            T.writes(B[vi])\n'
        "            B[vi] = A[vi]"
    ),
    "hybrid": (
        "# import tvm\n\n@tvm.hybrid.script\n"
        'def main(A_handle: ty.handle, n: ty.int32):\n    tir.func_attr({"tir.noalias": True})\n'
        '    A = tir.buffer_bind(A_handle, (16,))\n    # with tir.block("root"):\n    B = tir.buffer_allocate((16,))\n'
        '    for i in tir.range(0, 16):\n        with tir.block([16], "B") as [vi]:\n            tir.bind(vi, i)\n'
        "            tir.reads(A[vi])\n            tir.writes(B[vi])\n            B[vi] = A[vi]"
    ),
}
RELAX = {
    "classic": "from tvm.script import ir as I, relax as R, tir as T\n",
    "tirx": "from tvm.script import ir as I, relax as R, tirx as T\n",
}
EXAMPLES = sorted((Path(__file__).parent.parent.parent / "examples").rglob("*.py"))


@pytest.mark.parametrize("name", TEXTS)
def test_a_program_prints_in_the_dialect_that_it_was_written_in(name: str) -> None:
    made = from_source(TEXTS[name])
    assert made.dialect == name
    assert made.script() == str(made) == repr(made) == TEXTS[name]
    for other in TEXTS:
        assert structural_equal(from_source(made.script(dialect=other)), made)


def test_the_dialect_is_no_part_of_what_a_program_means() -> None:
    classic, tirx = (from_source(TEXTS[name]) for name in ("classic", "tirx"))
    assert structural_equal(classic, tirx)
    assert structural_hash(classic) == structural_hash(tirx)
    assert save_json(classic) == save_json(tirx)


def test_copies_passes_and_schedules_keep_the_dialect() -> None:
    made = from_source(TEXTS["tirx"])
    module = tilewright.IRModule({"main": made})
    schedule = tir.Schedule(module)
    schedule.split(schedule.get_loops(schedule.get_block("B"))[0], (4, None))
    lowered = tir.transform.MakePackedAPI()(
        tir.transform.BindTarget(tilewright.target.Target("llvm"))(tilewright.lower(module))
    )
    for changed in (
        *(copy.deepcopy(made), copy.deepcopy(module), schedule.mod, lowered, made.specialize({made.params[1]: 3})),
        *(made.with_attr("k", 1), tir.stmt_functor.renew_defs(made), module.clone(), module.with_attr("k", 1)),
    ):
        assert changed.dialect == "tirx"
        assert "import tirx as T" in changed.script()


@pytest.mark.parametrize("name", RELAX)
def test_functions_of_relax_are_in_the_dialect_of_their_file(name: str) -> None:
    text = RELAX[name] + (
        "@I.ir_module\nclass Module:\n    @R.function\n    def main(x: R.Tensor((4, 4), 'float32')):\n"
        "        y = R.matmul(x, x)\n        z = R.call_packed('f', y, sinfo_args=R.Object)\n        return z\n"
    )
    (module,) = top_level(analyze(text)).values()
    assert module["main"].dialect == name
    open_type, kept = ('"void"', "sinfo_args=(R.Object,)") if name == "classic" else ("None", "ty_args=(R.Any,)")
    assert f"out_dtype={open_type}" in module.script()
    assert kept in module.script()
    assert LegalizeOps()(module).dialect == name


def test_a_module_of_two_dialects_is_classic() -> None:
    classic, tirx = (from_source(TEXTS[name]) for name in ("classic", "tirx"))
    assert tilewright.IRModule({"a": classic, "b": tirx}).dialect == "classic"
    assert "tirx" not in tilewright.IRModule({"a": classic, "b": tirx}).script()
    assert tilewright.IRModule({"a": tirx, "b": made_by_te()}).dialect == "tirx"
    assert tilewright.IRModule({"b": made_by_te()}).dialect is None


def made_by_te() -> Any:
    A = te.placeholder((4,), name="A")
    return te.create_prim_func([A, te.compute((4,), lambda i: A[i] + 1.0, name="B")])


def test_what_hybrid_script_cannot_say_is_classic_unless_hybrid_is_asked_for() -> None:
    made = from_hybrid(TEXTS["hybrid"]).without_attr("global_symbol")
    assert made.dialect == "hybrid"
    assert "@T.prim_func(private=True)" in made.script()
    with pytest.raises(Inexpressible, match="hybrid script has no private functions"):
        made.script(dialect="hybrid")


@pytest.mark.parametrize("name", DIALECTS)
def test_every_floor_knows_every_dialect(name: str) -> None:
    row = DIALECTS[name]
    assert statements_of(row.statements)
    assert set(NAMESPACES) == set(NAMES) == set(DIALECTS)
    namespace = NAMESPACES[name]
    for form in (*row.names, *row.words.forms.values()):
        assert member_at(namespace, form) is not None or name == "classic"
    if row.namespace is not None:
        assert NAMES[name][row.namespace] is namespace


# Every program of the examples and of the case files, and some at random, in every dialect


def programs() -> list[Any]:
    examples = [value for path in EXAMPLES for value in top_level(analyze(path.read_text())).values()]
    written = [program(text) for case in cases() for text in (case.before, case.after)]
    return [*examples, *written]


def came_back(made: Any, dialect: str) -> str:
    """How a program comes back from its text in a dialect: "equal", or the sentence that refuses it."""
    try:
        text = made.script(dialect=dialect)
    except Inexpressible as error:
        return str(error)
    back = from_source(text, check_well_formed=False)
    assert back.dialect == dialect, text
    assert back.script() == text
    assert_structural_equal(lasting(made) if DIALECTS[dialect].is_flat else made, back, map_free_vars=True)
    return "equal"


def lasting(made: Any) -> Any:
    """The program with variables and memory that last to the end of their suites, as in the flat dialects, where no form ends them early."""
    if isinstance(made, tilewright.IRModule):
        return made.map_functions(lasting)
    return made.with_body(_suite(made.body)) if isinstance(made, tir.PrimFunc) else made


def _suite(stmt: Any) -> Any:
    return nested([part if isinstance(part, Around) else part.map_children(_inner) for part in flat(stmt)])


def _inner(part: Any) -> Any:
    return _suite(part) if isinstance(part, tir.Stmt) else part


# What hybrid script, the dialect of 2020, has no form for, in the order of the programs.
NOT_IN_HYBRID = [
    "hybrid script has no functions of Relax, and `main` is one: its modules hold functions of TensorIR alone",
    "hybrid script has no Python functions in modules, and `python_add` is one: its modules hold functions of TensorIR alone",
    "hybrid script has no functions of Relax, and `backbone` is one: its modules hold functions of TensorIR alone",
]


NO_WHILE = "hybrid script has no `while`"
REFUSED_BY_HYBRID = {
    NO_WHILE,
    "hybrid script has no functions of Relax",
    "hybrid script has no Python functions in modules",
    "hybrid script has no private functions",
    "hybrid script has no annotations of memory",
}


def expected(dialect: str) -> set[str]:
    """What may come of a program that is printed in a dialect and read again."""
    return {"equal", NO_WHILE} if dialect == "hybrid" else {"equal"}


@pytest.mark.parametrize(("dialect", "refused"), [("classic", []), ("tirx", []), ("hybrid", NOT_IN_HYBRID)])
def test_programs_come_back(dialect: str, refused: list[str]) -> None:
    found = [came_back(each, dialect) for each in programs()]
    assert len(found) > 600
    assert [how for how in found if how not in expected(dialect)] == refused


# The tile language, which tirx alone has: what another dialect has a form for comes back, all else is refused by its name.


@pytest.mark.parametrize("dialect", DIALECTS)
def test_programs_of_the_tile_language_come_back_or_are_refused(dialect: str) -> None:
    made = [from_source(tile_program(body)) for body in PROGRAMS.values()]
    found = Counter(came_back(each, dialect) for each in made)
    assert found.pop("equal") == (len(made) if dialect == "tirx" else 17)
    namespace = "tir" if dialect == "hybrid" else "T"
    refused = [re.fullmatch(rf"the {dialect} dialect has no `{namespace}\.([\w.]+)`", sentence) for sentence in found]
    assert all(refused)
    assert len(found) == (0 if dialect == "tirx" else 19)
    for each in refused:
        assert each is not None
        assert member_at(NAMESPACES["tirx"], each[1]) is not None


@pytest.mark.parametrize("dialect", [name for name in DIALECTS if name != "tirx"])
def test_what_a_dialect_has_no_form_for_is_printed_in_tirx_unless_the_dialect_is_asked_for(dialect: str) -> None:
    made = from_source(tile_program(PROGRAMS["warps and lanes"]))
    other = tir.PrimFunc(made.params, made.body, made.ret_type, made.buffer_map, made.attrs, dialect=dialect)
    assert other.script() == made.script()
    assert "T.warp_id" in str(other.body)
    with pytest.raises(Inexpressible, match="has no `tir.warp_id`" if dialect == "hybrid" else "has no `T.warp_id`"):
        other.script(dialect=dialect)


# Every program in the text of a test: test files themselves, and strings in them with functions.
IMPORTS = "from tvm.script import ir as I, tir as T, relax as R\n"
TESTS = Path(__file__).parent.parent


def texts_of_tests() -> Iterator[str]:
    for path in sorted(TESTS.rglob("*.py")):
        content = path.read_text(encoding="utf-8")
        constants = (node.value for node in ast.walk(ast.parse(content)) if isinstance(node, ast.Constant))
        strings = (textwrap.dedent(each) for each in constants if isinstance(each, str) and "def " in each)
        yield from (each if "import" in each else IMPORTS + each for each in (content, *strings) if "\n" in each)


def programs_of_tests() -> Iterator[Any]:
    for text in dict.fromkeys(texts_of_tests()):
        analysis = analyze(text)
        if not any(each.severity is Severity.ERROR for each in analysis.diagnostics):
            yield from (each for each in top_level(analysis).values() if is_program(each))


# Forms of the tile language in the texts of tests.
TILES = ("S", "warp.fill", "tile.add")


def came_back_alike(made: Any, dialect: str) -> str:
    """The same with the constants that stand beside the program; text of graphs alone reads in every dialect, and an empty class is in none."""
    try:
        text = made.script(dialect=dialect, show_meta=True)
    except Inexpressible as error:
        return str(error).partition(", and ")[0]
    back = from_source(text, check_well_formed=False)
    assert back.script(dialect=dialect, show_meta=True) == text
    assert_structural_equal(lasting(made) if DIALECTS[dialect].is_flat else made, back, map_free_vars=True)
    return "equal"


@pytest.mark.slow
def test_programs_in_the_texts_of_tests_come_back() -> None:
    made = list(programs_of_tests())
    assert len(made) > 500
    found = {dialect: Counter(came_back_alike(each, dialect) for each in made) for dialect in DIALECTS}
    assert {*found["tirx"]} == {"equal"}
    assert {*found["classic"]} == {"equal", *(f"the classic dialect has no `T.{name}`" for name in TILES)}
    assert found["hybrid"].pop("equal") > 300
    assert {*found["hybrid"]} == REFUSED_BY_HYBRID | {f"the hybrid dialect has no `tir.{name}`" for name in TILES}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_generated_programs_come_back(dialect: str) -> None:
    assert {came_back(Programs(seed).function(5), dialect) for seed in range(40)} == expected(dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_generated_programs_with_blocks_come_back(dialect: str) -> None:
    assert {came_back(BlockPrograms(seed).function(4), dialect) for seed in range(25)} == expected(dialect)


def test_an_axis_that_does_not_begin_at_0_keeps_its_extent() -> None:
    text = (
        '# from tvm.script import tir as T\n\n@T.prim_func\ndef main(A: T.Buffer((64,), "float32"), n: T.int32):\n'
        '    # with T.block("root"):\n    for i in range(n):\n        with T.block("B"):\n'
        "            vi = T.axis.spatial((2, 2 + n), i + 2)\n            T.reads()\n            T.writes(A[vi])\n            A[vi] = T.float32(0.0)"
    )
    made = from_source(text)
    assert made.body.block.body.body.block.iter_vars[0].dom.extent is made.params[1]
    assert made.script() == text


def test_a_variable_that_ends_early_lasts_to_the_end_of_its_suite_in_tirx() -> None:
    made = from_source(
        '@T.prim_func\ndef main(A: T.Buffer((2,), "float32"), B: T.Buffer((2,), "float32")):\n'
        "    with T.LetStmt(A[0]) as x:\n        B[0] = x\n    B[1] = A[1]\n"
    )
    back = from_source(made.script(dialect="tirx"))
    assert not structural_equal(made, back)
    assert isinstance(back.body, tir.LetStmt)
    assert isinstance(back.body.body, tir.SeqStmt)
    assert structural_equal(lasting(made), back)


def test_a_mark_ends_where_it_did_below_a_variable_that_ends_early() -> None:
    made = from_source(
        '@T.prim_func\ndef main(A: T.Buffer((2,), "float32")):\n    with T.LetStmt(A[0]) as x:\n'
        '        with T.attr("text", "key", 1):\n            A[0] = x\n    A[1] = A[0]\n'
    )
    back = from_source(made.script(dialect="tirx"))
    assert_structural_equal(lasting(made), back)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("@R.function\ndef f(x: R.Tensor((4,), 'float32')):\n    return x\n", NOT_IN_HYBRID[0].replace("main", "f")),
        (
            "@T.prim_func(private=True)\ndef f(A: T.Buffer((4,))):\n    A[0] = 1.0\n",
            "hybrid script has no private functions, and `main` is one",
        ),
        (
            "@T.prim_func\ndef f(A: T.Buffer((4,))):\n"
            "    with T.allocate([4], 'float32', 'global', annotations={'k': 1}) as p:\n        T.evaluate(p)\n",
            "hybrid script has no annotations of memory, and `p` has `k`",
        ),
    ],
)
def test_what_hybrid_script_has_no_form_for_is_refused_by_its_name(text: str, sentence: str) -> None:
    with pytest.raises(Inexpressible) as found:
        from_source(text).script(dialect="hybrid")
    assert str(found.value) == sentence

"""A program prints in the dialect that it was written in, and every program comes back from every dialect that has forms for it."""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tests.printer.generated_programs import Programs
from tests.transform.programs import cases, program
from tilewright import te, tir
from tilewright.cli.select import top_level
from tilewright.core.analyze import analyze
from tilewright.core.builder.dialects import NAMESPACES
from tilewright.core.dialects import DIALECTS
from tilewright.core.frontend.dialects import NAMES
from tilewright.core.frontend.dispatch import statements_of
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.json import save_json
from tilewright.core.ir.structural import assert_structural_equal, structural_equal
from tilewright.core.printer.hybrid import Inexpressible
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
        "# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"
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
        assert form in namespace.members or name == "classic"
    if row.namespace is not None:
        assert NAMES[name][row.namespace] is namespace


# Every program of the examples and of the case files, and some at random, in every dialect


def programs() -> list[Any]:
    examples = [value for path in EXAMPLES for value in top_level(analyze(path.read_text())).values()]
    written = [program(text) for case in cases() for text in (case.before, case.after)]
    return [*examples, *written]


def came_back(made: Any, dialect: str) -> str:
    """How a program comes back from its text in a dialect: "equal", "longer" where a variable lasts longer there, or "refused" without a form for it."""
    try:
        text = made.script(dialect=dialect)
    except Inexpressible:
        return "refused"
    back = from_source(text, check_well_formed=False)
    assert back.dialect == dialect, text
    assert back.script() == text
    if DIALECTS[dialect].is_flat and ends_early(made) and not structural_equal(made, back, map_free_vars=True):
        return "longer"
    assert_structural_equal(made, back, map_free_vars=True)
    return "equal"


def ends_early(made: Any) -> bool:
    """Whether a variable or memory ends before its suite does: in a flat dialect it lasts on."""
    return any(line.lstrip().startswith(EARLY) for line in made.script(dialect="classic").splitlines())


EARLY = tuple(f"with T.{form}(" for form in ("LetStmt", "decl_buffer", "allocate", "Assert", "attr"))


@pytest.mark.parametrize(("dialect", "others"), [("classic", {}), ("tirx", {"longer": 1}), ("hybrid", {"refused": 3})])
def test_programs_come_back(dialect: str, others: dict[str, int]) -> None:
    found = Counter(came_back(each, dialect) for each in programs())
    assert found["equal"] > 600
    assert {how: count for how, count in found.items() if how != "equal"} == others


@pytest.mark.parametrize("dialect", DIALECTS)
def test_generated_programs_come_back(dialect: str) -> None:
    found = Counter(came_back(Programs(seed).function(5), dialect) for seed in range(40))
    assert found["equal"] >= (30 if DIALECTS[dialect].is_flat else 40)

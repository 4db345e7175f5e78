"""What a `PassContext` in force changes about the way programs are lowered."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program, text_of
from tilewright import tir
from tilewright.core.driver.build import build, lower
from tilewright.core.ir.walk import walk
from tilewright.error import DiagnosticError
from tilewright.ir.function import IRModule
from tilewright.ir.stmt import AssertStmt, For, ForKind
from tilewright.transform import PassContext, Sequential

TEXT = """
@T.prim_func
def main(A: T.Buffer((16,), "float32"), n: T.int32):
    assert n < 100, "few"
    for i in T.vectorized(16):
        A[i] = A[i] + T.float32(1)
    for j in range(4):
        A[j] = A[j] * T.float32(3)
    A[n] = A[n] * T.float32(2)
"""


def lowered(config: dict[str, Any] | None = None, **options: Any) -> IRModule:
    with PassContext(config=config, **options):
        return lower(program(TEXT))


def loops(module: IRModule) -> list[For]:
    return [node for node in walk(module["main"]) if isinstance(node, For)]


def test_loops_are_not_vectorized() -> None:
    assert len(loops(lowered())) == 1
    made = lowered({"tir.disable_vectorize": True})
    assert [loop.kind for loop in loops(made)] == [ForKind.SERIAL, ForKind.SERIAL]


def test_short_loops_are_unrolled() -> None:
    assert not loops(lowered({"tir.UnrollLoop": {"auto_max_step": 4}}))
    assert len(loops(lowered({"tir.UnrollLoop": {"auto_max_step": 3}}))) == 1
    assert not loops(lowered({"tir.UnrollLoop": {"auto_max_extent": 4}}))
    assert len(loops(lowered({"tir.UnrollLoop": {"auto_max_step": 4, "explicit_unroll": False}}))) == 1


def test_assertions_go() -> None:
    assert any(isinstance(node, AssertStmt) for node in walk(lowered()["main"]))
    assert not any(isinstance(node, AssertStmt) for node in walk(lowered({"tir.disable_assert": True})["main"]))


def test_accesses_are_checked() -> None:
    with PassContext(config={"tir.instrument_bound_checkers": True}):
        call = build(program(TEXT))
    call(np.zeros(16, "float32"), 15)
    with pytest.raises(RuntimeError, match="OUT OF THE BOUNDS: `A`"):
        call(np.zeros(16, "float32"), 16)


def test_a_disabled_pass_is_left_out() -> None:
    made = lowered(disabled_pass=["tir.VectorizeLoop"])
    assert [loop.kind for loop in loops(made)] == [ForKind.VECTORIZED, ForKind.SERIAL]
    with PassContext(disabled_pass=["tir.LowerOpaqueBlock"]), pytest.raises(DiagnosticError, match="have been lowered"):
        build(program(TEXT.replace("A[n] =", 'with T.block("b"):\n        A[n] =')))


@pytest.mark.parametrize("phase", [0, 1, 2, 3, 7])
def test_own_passes_run_in_their_phase(phase: int) -> None:
    seen: list[str] = []

    @tir.transform.prim_func_pass(opt_level=0)
    def look(func: Any, mod: Any, ctx: Any) -> Any:
        seen.append(text_of(mod))
        return func

    lowered({"tir.add_lower_pass": [(phase, look)]})
    assert len(seen) == 1
    assert ("T.vectorized" in seen[0]) == (phase < 2)


def test_what_is_no_pass_is_refused() -> None:
    with pytest.raises(TypeError, match=r'"tir.add_lower_pass" lists pairs'):
        lowered({"tir.add_lower_pass": ["tir.Simplify"]})


def test_dataflow_is_followed_when_asked() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(16):
        T.evaluate(T.assume(i < 14 or A[i] == T.float32(0)))
    for i in range(16):
        if i < 14:
            B[0] = B[0] + A[i]
"""
    reduce = tir.transform.ReduceBranchingThroughOvercompute()
    module = program(text)
    assert reduce(module) is module
    with PassContext(config={"tir.ReduceBranchingThroughOvercompute": {"use_dataflow_analysis": True}}):
        assert "if " not in reduce(module).script()


def test_double_buffers_are_split() -> None:
    text = """
@T.prim_func
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    b = T.allocate([4], "float32", "global")
    b_1 = T.decl_buffer((4,), data=b)
    for i in range({extent}):
        with T.attr(b, "double_buffer_scope", 1):
            for j in range(4):
                b_1[j] = A[i * 4 + j]
        for j in range(4):
            B[i * 4 + j] = b_1[j]
"""
    given = np.arange(32, dtype="float32")
    for extent in (8, 7):
        with PassContext(config={"tir.InjectDoubleBuffer": {"split_loop": 2}}):
            made = tir.transform.InjectDoubleBuffer()(program(text.format(extent=extent)))
        assert "for i_outer in range(3)" in made.script()  # the last iterations follow the loop
        found = np.zeros(32, "float32")
        build(made)(given, found)
        assert found[: extent * 4].tolist() == given[: extent * 4].tolist()


def test_options_and_passes_are_known_by_the_names_of_either_release() -> None:
    names = ("tirx.Simplify", "s_tir.Simplify", "tir.Simplify")
    contexts = [PassContext(config={name: {"convert_boolean_to_and_of_ors": True}}) for name in names]
    assert [context.option("tir.Simplify").convert_boolean_to_and_of_ors for context in contexts] == [True] * 3
    assert contexts[0].config.keys() == {"tirx.Simplify"}
    disabled = PassContext(disabled_pass=["tirx.Simplify"])
    assert not disabled.pass_enabled(tir.transform.Simplify().info)


def test_a_disabled_pass_is_known_without_its_prefix_and_a_misspelt_one_is_warned_of() -> None:
    module = program("@T.prim_func\ndef main(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = 0\n")
    sequence = Sequential([tir.transform.Simplify(), tir.transform.FlattenBuffer()])
    assert not PassContext(disabled_pass=["Simplify"]).pass_enabled(tir.transform.Simplify().info)
    assert PassContext(disabled_pass=["Simplif"]).pass_enabled(tir.transform.Simplify().info)
    for name in ("tir.Simplfy", "Simplfy"):
        with pytest.warns(UserWarning, match=f"no pass is called '{name}'; did you mean 'tir.Simplify'") as found:
            with PassContext(disabled_pass=[name]):
                sequence(module)
        assert found[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("Simplify", "tirx.Simplify", "tir.UnrollLoop", "FuseOps", "a.pass.of.somebody"):
            with PassContext(disabled_pass=[name]):
                sequence(module)


def test_a_field_is_known_by_either_name() -> None:
    for field in ("support_block_scope_hosting", "support_block_scope_hoisting"):
        context = PassContext(config={"tir.HoistIfThenElse": {field: True}})
        assert context.option("tir.HoistIfThenElse").support_block_scope_hosting

"""Passes: decorators on functions and classes, sequences, and passes made of passes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.transform_infra.programs_for_passes import Module, noting
from tilewright import tir
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.script import tir as T
from tilewright.target import Target
from tilewright.transform import (
    ApplyPassToFunction,
    FunctionPass,
    ModulePass,
    Pass,
    PassContext,
    PassInfo,
    PrimFuncPass,
    PrintIR,
    Sequential,
    function_pass,
    module_pass,
    prim_func_pass,
)


def renamed(func: PrimFunc) -> PrimFunc:
    return func.with_attr("seen", True)


def test_a_function_becomes_a_module_pass() -> None:
    @module_pass(opt_level=1, required=["tir.Simplify"])
    def strip(mod: IRModule, ctx: PassContext) -> IRModule:
        return IRModule({"only": mod["first"]})

    assert isinstance(strip, ModulePass)
    assert strip.info == PassInfo(1, "strip", ("tir.Simplify",), False)
    assert [var.name_hint for var in strip(Module)] == ["only"]


def test_a_class_becomes_a_class_of_passes() -> None:
    @module_pass(opt_level=2, name="Keep")
    class Keeper:
        """Keeps one function."""

        def __init__(self, name: str) -> None:
            self.name_to_keep = name

        def transform_module(self, mod: IRModule, ctx: PassContext) -> IRModule:
            return IRModule({self.name_to_keep: mod[self.name_to_keep]})

    keep = Keeper("second")
    assert isinstance(keep, Keeper)
    assert (Keeper.__name__, Keeper.__doc__) == ("Keeper", "Keeps one function.")
    assert keep.name_to_keep == "second"
    assert keep.info.name == "Keep"
    assert [var.name_hint for var in keep(Module)] == ["second"]
    with pytest.raises(AttributeError, match="nothing"):
        keep.nothing  # noqa: B018
    assert isinstance(keep, Pass)


@pytest.mark.parametrize(("decorator", "kind"), [(prim_func_pass, PrimFuncPass), (function_pass, FunctionPass)])
def test_functions_are_seen_one_by_one(decorator: Any, kind: type) -> None:
    seen: list[tuple[int, bool]] = []

    @decorator(opt_level=0)
    class Seeing:
        def transform_function(self, func: PrimFunc, mod: IRModule, ctx: PassContext) -> PrimFunc:
            seen.append((ctx.opt_level, mod is Module))
            return renamed(func)

    seeing: Any = Seeing()
    with PassContext(opt_level=1):
        made = seeing(Module)
    assert seen == [(1, True), (1, True)]
    assert all(func.attrs["seen"] for func in made.functions.values())
    assert "seen" not in Module["first"].attrs
    assert isinstance(seeing, kind)


def test_a_function_pass_may_leave_functions_out_and_keeps_the_module_otherwise() -> None:
    @prim_func_pass(opt_level=0)
    def drop(func: PrimFunc, mod: IRModule, ctx: PassContext) -> PrimFunc | None:
        return func if func.name == "first" else None

    @prim_func_pass(opt_level=0)
    def nothing(func: PrimFunc, mod: IRModule, ctx: PassContext) -> PrimFunc:
        return func

    assert [var.name_hint for var in drop(Module)] == ["first"]
    assert nothing(Module) is Module


def test_a_decorator_may_be_called_with_the_function() -> None:
    assert module_pass(lambda mod, ctx: mod, opt_level=0, name="same")(Module) is Module


@pytest.mark.parametrize("decorator", [module_pass, function_pass, prim_func_pass])
def test_passes_need_a_level_and_something_callable(decorator: Any) -> None:
    with pytest.raises(ValueError, match="give opt_level="):
        decorator(lambda mod, ctx: mod)
    with pytest.raises(TypeError, match="not of int"):
        decorator(3, opt_level=0)
    with pytest.raises(TypeError, match=r"class int .* has no method `transform_"):
        decorator(int, opt_level=0)


def test_passes_take_and_give_modules() -> None:
    forgetful = module_pass(lambda mod, ctx: None, opt_level=0, name="forgetful")
    with pytest.raises(TypeError, match="forgetful gave NoneType"):
        forgetful(Module)
    with pytest.raises(TypeError, match=r"tir.Simplify takes an IRModule, not PrimFunc"):
        tir.transform.Simplify()(Module["first"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="gave int for `first`"):
        prim_func_pass(lambda func, mod, ctx: 1, opt_level=0, name="one")(Module)


def test_a_sequence_runs_required_passes_before() -> None:
    ran: list[str] = []
    steps = Sequential([noting(ran, "a"), noting(ran, "b", required=("tir.Simplify",))], name="both", opt_level=1)
    after = steps(Module)
    assert ran == ["a", "b"]
    assert steps.info == PassInfo(1, "both")
    assert "A[0] = " in after["second"].script()
    assert [step.name for step in steps.passes] == ["a", "b"]


def test_a_sequence_says_what_is_wrong_with_its_passes() -> None:
    with pytest.raises(TypeError, match="is none; a pass is made by calling its factory"):
        Sequential([tir.transform.Simplify])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="takes a list"):
        Sequential(tir.transform.Simplify())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"there is no pass 'tir.Simplifi'; did you mean 'tir.Simplify'"):
        Sequential([noting([], "a", required=("tir.Simplifi",))])(Module)


def test_apply_and_filter() -> None:
    both = Sequential(
        [tir.transform.Filter(lambda func: func.name == "second"), tir.transform.Apply(renamed)], name="filtered"
    )
    made = both(Module)
    assert [(var.name_hint, func.attrs["seen"]) for var, func in made.functions.items()] == [("second", True)]


def test_a_pass_can_be_kept_to_some_functions() -> None:
    made = ApplyPassToFunction(tir.transform.Apply(renamed), "sec.*")(Module)
    assert list(made.functions) == list(Module.functions)
    assert ["seen" in func.attrs for func in made.functions.values()] == [False, True]
    assert made["first"] is Module["first"]
    assert ApplyPassToFunction(tir.transform.Apply(renamed), "irst")(Module) is Module
    dropped = ApplyPassToFunction(tir.transform.Filter(lambda func: False), "first")(Module)
    assert [var.name_hint for var in dropped] == ["second"]
    with pytest.raises(ValueError, match="no function matches 'none'; the module has first, second"):
        ApplyPassToFunction(tir.transform.Simplify(), "none", error_if_no_function_matches_regex=True)(Module)


def test_print_ir_prints_the_module(capsys: pytest.CaptureFixture[str]) -> None:
    assert PrintIR("here")(Module) is Module
    assert capsys.readouterr().out == f"PrintIR(here):\n{Module.script()}\n"


def test_passes_of_the_compiler_answer_under_their_names() -> None:
    simplify = tir.transform.Simplify()
    assert isinstance(simplify, Pass)
    assert simplify.info.name == "tir.Simplify"
    assert "tir.Simplify" in repr(simplify)


def test_passes_that_are_missing_say_why() -> None:
    with pytest.raises(NotImplementedError, match=r"`LowerWarpMemory` has something to do .* builds for the CPU"):
        with Target("cuda"):
            tir.transform.LowerWarpMemory()(IRModule({}))
    with pytest.raises(AttributeError, match=r"has no attribute 'Simplfy'; did you mean Simplify\?"):
        tir.transform.Simplfy  # noqa: B018


def test_passes_see_values_of_the_script() -> None:
    @T.prim_func
    def main(A: T.Buffer((4,), "int32")):
        A[0] = 1 + 2

    once = IRModule.from_expr(main)
    assert tir.transform.Simplify()(once) is not None

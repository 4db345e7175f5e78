"""`PassContext`: nesting, options, and what a `Sequential` runs under it."""

from __future__ import annotations

import threading

import pytest

from tests.transform_infra.programs_for_passes import Module, noting
from tilewright.core.passes.core.config import UnrollLoopConfig
from tilewright.transform import PassContext, PassInfo, Sequential


def test_defaults() -> None:
    context = PassContext.current()
    assert context.opt_level == 2
    assert (context.required_pass, context.disabled_pass, context.instruments, dict(context.config)) == ((), (), (), {})


def test_the_innermost_is_current_and_an_exception_leaves_it() -> None:
    outermost = PassContext.current()
    with PassContext(opt_level=3) as outer:
        with pytest.raises(KeyError), PassContext(opt_level=1):
            {}[PassContext.current().opt_level]
        with PassContext(opt_level=1) as inner:
            assert PassContext.current() is inner
        assert PassContext.current() is outer
    assert PassContext.current() is outermost


def test_each_thread_has_its_own() -> None:
    seen: list[int] = []
    with PassContext(opt_level=3):
        thread = threading.Thread(target=lambda: seen.append(PassContext.current().opt_level))
        thread.start()
        thread.join()
    assert seen == [2]


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        (PassContext(opt_level=0), ["zero"]),
        (PassContext(opt_level=2), ["zero", "two"]),
        (PassContext(opt_level=3), ["zero", "two", "three"]),
        (PassContext(opt_level=0, required_pass=["three"]), ["zero", "three"]),
        (PassContext(opt_level=3, disabled_pass=["two"]), ["zero", "three"]),
        (PassContext(opt_level=3, required_pass=["two"], disabled_pass=["two"]), ["zero", "three"]),
    ],
    ids=repr,
)
def test_a_sequence_runs_what_the_context_enables(context: PassContext, expected: list[str]) -> None:
    ran: list[str] = []
    passes = [noting(ran, "zero"), noting(ran, "two", 2), noting(ran, "three", 3)]
    with context:
        assert Sequential(passes)(Module) is Module
    assert ran == expected


def test_a_pass_called_by_itself_runs_at_every_level() -> None:
    ran: list[str] = []
    with PassContext(opt_level=0, disabled_pass=["late"]):
        noting(ran, "late", 3)(Module)
    assert ran == ["late"]


def test_enabled_passes_are_those_up_to_the_level() -> None:
    assert PassContext(opt_level=1).pass_enabled(PassInfo(1, "p"))
    assert not PassContext(opt_level=1).pass_enabled(PassInfo(2, "p"))


def test_options_are_values_or_groups_of_fields() -> None:
    context = PassContext(config={"tir.disable_vectorize": 1, "tir.UnrollLoop": {"auto_max_step": 16}})
    assert context.config["tir.disable_vectorize"] is True
    assert context.config["tir.UnrollLoop"] == UnrollLoopConfig(auto_max_step=16)
    assert context.option("tir.UnrollLoop").auto_max_depth == 8
    assert context.option("tir.vtcm_capacity") == 0
    again = PassContext(config={"tir.UnrollLoop": context.config["tir.UnrollLoop"]})
    assert again.option("tir.UnrollLoop").auto_max_step == 16


@pytest.mark.parametrize(
    ("config", "error", "sentence"),
    [
        (
            {"tir.disable_vectorise": True},
            AttributeError,
            "Invalid config option 'tir.disable_vectorise': did you mean",
        ),
        ({"nonsense!": True}, AttributeError, "Invalid config option 'nonsense!': PassContext.list_configs"),
        ({"tir.disable_vectorize": "yes"}, AttributeError, "'tir.disable_vectorize' takes True or False, not 'yes'"),
        ({"tir.vtcm_capacity": True}, AttributeError, "takes an integer"),
        ({"tir.add_lower_pass": "x"}, AttributeError, "takes a list"),
        ({"tir.UnrollLoop": 3}, AttributeError, "takes a dict or a UnrollLoopConfig, not 3"),
        ({"tir.UnrollLoop": {"step": 3}}, TypeError, "'tir.UnrollLoop' has no field 'step'; it has auto_max_step"),
        ({"tir.UnrollLoop": {"auto_max_step": "a"}}, AttributeError, "'tir.UnrollLoop.auto_max_step' takes an integer"),
    ],
)
def test_wrong_options_are_refused(config: dict[str, object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        PassContext(config=config)


def test_options_can_be_listed() -> None:
    known = PassContext.list_configs()
    assert known["tir.disable_vectorize"] == {"type": "bool"}
    assert known["tir.UnrollLoop"] == {"type": "UnrollLoopConfig"}


def test_one_name_is_no_list_of_names() -> None:
    with pytest.raises(TypeError, match="disabled_pass takes a list"):
        PassContext(disabled_pass="tir.Simplify")

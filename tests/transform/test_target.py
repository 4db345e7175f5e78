"""Targets: what is understood of their text, and what is refused."""

from __future__ import annotations

import pytest

from tilewright.target import Target


def test_options_of_a_text() -> None:
    target = Target("llvm -mcpu=core-avx2 -mattr=+avx512f,-avx512vl -mtriple=x86_64-linux-gnu -num-cores=2")
    assert (target.kind.name, target.mcpu, target.mattr) == ("llvm", "core-avx2", ("+avx512f", "-avx512vl"))
    assert (target.mtriple, target.num_cores, target.keys) == ("x86_64-linux-gnu", 2, ("cpu",))


@pytest.mark.parametrize(
    "text",
    [
        "llvm",
        "llvm -mcpu=znver5 -num-cores=8",
        "llvm -keys=arm_cpu,cpu -device=arm_cpu -mattr=+neon",
        "cuda -arch=sm_80 -max_num_threads=1024",
        "opencl -device=adreno",
    ],
)
def test_text_and_dict_give_the_target_back(text: str) -> None:
    target = Target(text)
    assert Target(str(target)) == target
    assert Target(target.export()) == target
    assert hash(Target(str(target))) == hash(target)


def test_a_dict_and_a_text_say_the_same() -> None:
    assert Target({"kind": "llvm", "mcpu": "znver5", "num-cores": 2}) == Target("llvm -mcpu=znver5 -num-cores=2")
    assert Target('{"kind": "llvm", "mattr": ["+avx2"]}') == Target("llvm -mattr=+avx2")


def test_values_may_follow_after_a_space() -> None:
    assert Target("llvm -mcpu znver5 -link-params").attrs == {"mcpu": "znver5", "link-params": True}


def test_host() -> None:
    target = Target("cuda", host="llvm -mcpu=znver5")
    assert target.host == Target("llvm -mcpu=znver5")
    assert Target(target).host == target.host
    assert Target("cuda").with_host("llvm").host == Target("llvm")


def test_current_is_the_innermost_scope() -> None:
    assert Target.current() is None
    with Target("llvm") as outer:
        with Target("llvm -mcpu=znver5") as inner:
            assert Target.current() is inner
        assert Target.current() is outer
    with pytest.raises(ValueError, match="Target context required"):
        Target.current(allow_none=False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lvm", "'lvm' is not a kind of target; the kinds are llvm, c, cuda"),
        ("", "an empty text is no target"),
        ("llvm mcpu=x", "'mcpu=x' in target 'llvm mcpu=x' is no option"),
        ("llvm -num-cores=many", "target option -num-cores is a number, not 'many'"),
    ],
)
def test_mistakes(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Target(text)


def test_a_dict_needs_a_kind() -> None:
    with pytest.raises(ValueError, match="a target needs a kind"):
        Target({"mcpu": "znver5"})

"""What a function of Relax does wrong as a whole: effects, casts that cannot hold, results that are not what was announced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.core.analyze import analyze
from tilewright.project.rules import Rules
from tilewright.project.verdict import judged

HEAD = "from tvm.script import ir as I, relax as R, tir as T\n\n\n"
X = 'x: R.Tensor((2, 3), "float32")'
N = 'x: R.Tensor(("n", 3), "float32")'


def said(text: str) -> list[str]:
    return [f"{found.code}: {found.span.text}" for found in analyze(HEAD + text).diagnostics]


def cast(target: str, parameter: str = X) -> list[str]:
    body = f"    n = T.int64()\n    m = T.int64()\n    y = R.match_cast(x, {target})\n    return y\n"
    return said(f"@R.function\ndef main({parameter}):\n{body}")


@pytest.mark.parametrize(
    "target",
    [
        'R.Tensor((3, 2), "float32")',
        'R.Tensor((2, 3), "int32")',
        'R.Tensor((2, 3, 1), "float32")',
        'R.Tensor((n, n), "float32")',
        'R.Tuple(R.Tensor((2, 3), "float32"))',
        "R.Shape([2, 3])",
    ],
)
def test_casts_that_never_hold(target: str) -> None:
    assert cast(target) == [f"cast-never-holds: R.match_cast(x, {target})"]


@pytest.mark.parametrize(
    "target",
    [
        'R.Tensor((n, m), "float32")',
        'R.Tensor((2, n), "float32")',
        'R.Tensor(dtype="float32", ndim=2)',
        "R.Tensor",
        "R.Object",
    ],
)
def test_casts_that_may_hold(target: str) -> None:
    assert cast(target) == []
    assert cast(target, 'x: R.Tensor("float32")') == []
    assert cast(target, "x: R.Object") == []


def test_a_cast_of_symbolic_sizes() -> None:
    assert cast('R.Tensor((4, 3), "float32")', N) == []
    for target in ('R.Tensor((n + 1, 3), "float32")', 'R.Tensor((4, 4), "float32")'):
        assert cast(target, N) == [f"cast-never-holds: R.match_cast(x, {target})"]


@pytest.mark.parametrize("value", ["x", "R.exp(x)", "y"])
def test_a_cast_is_reported_and_silenced_where_it_stands(value: str) -> None:
    target = 'R.Tensor((n + 1, 3), "float32")'
    body = f"    n = T.int64()\n    y = R.log(x)\n    z = R.match_cast({value}, {target})"
    head = f"@R.function\ndef main({N}):\n"
    assert said(f"{head}{body}\n    return z\n") == [f"cast-never-holds: R.match_cast({value}, {target})"]
    analysis = analyze(f"{HEAD}{head}{body}  # tilewright: ignore[cast-never-holds]\n    return z\n", "/programs/a.py")
    assert judged(analysis.source, analysis.diagnostics, Rules().of_file(Path("/programs/a.py"))) == ()


MULTIPLES = ["(n, 3)", "(n + n, 3)", "(n * 3, 3)", "(2 * n + 1, 3)"]


@pytest.mark.parametrize("shape", MULTIPLES)
def test_a_cast_to_another_multiple_of_a_size(shape: str) -> None:
    body = f"    n = T.int64()\n    y = R.concat((x, x), axis=0)\n    z = R.match_cast(y, R.Tensor({shape}, 'float32'))\n    return z\n"
    found = analyze(f"{HEAD}@R.function\ndef main({N}):\n{body}").diagnostics
    expected = {
        "(n, 3)": ["`n * 2` and `n` are different sizes"],
        "(n + n, 3)": [],
        "(n * 3, 3)": ["`n * 2` and `n * 3` are different sizes"],
        "(2 * n + 1, 3)": ["this cast always fails"],
    }[shape]
    assert [item.code for item in found] == ["cast-never-holds"] * len(expected)
    assert all(text in item.message for item, text in zip(found, expected))
    assert all(("all tensors but empty ones" in item.message) is ("always" not in item.message) for item in found)


def test_a_cast_to_a_new_size_or_to_another_one_of_the_signature_may_hold() -> None:
    assert cast('R.Tensor((m * 2, 3), "float32")', N) == []
    assert cast('R.Tensor((m, 3), "float32")', f'{N}, q: R.Tensor(("m",), "float32")') == []
    assert cast('R.Tensor((n * m, 3), "float32")', f'{N}, q: R.Tensor(("m",), "float32")') == []


EFFECTS = [
    "R.print(y, format='{}')",
    "R.assert_op(c, format='x')",
    "z = R.call_packed('f', y, sinfo_args=R.Tensor((2, 3), 'float32'))",
]


@pytest.mark.parametrize("effect", EFFECTS)
def test_effects(effect: str) -> None:
    parameters = f"{X}, c: R.Tensor((), 'bool')"
    body = f"    with R.dataflow():\n        y = R.add(x, x)\n        {effect}\n        R.output(y)\n    return y\n"
    call = effect.removeprefix("z = ")
    assert said(f"@R.function(pure=False)\ndef main({parameters}):\n{body}") == [f"effect-in-dataflow: {call}"]
    body = f"    y = R.add(x, x)\n    {effect}\n    return y\n"
    assert said(f"@R.function\ndef main({parameters}):\n{body}") == [f"effect-in-pure-function: {call}"]
    assert said(f"@R.function(pure=False)\ndef main({parameters}):\n{body}") == []


def test_effects_in_a_branch_and_of_functions_of_the_module() -> None:
    branch = (
        "    if c:\n        R.print(x, format='{}')\n        y = x\n    else:\n        y = R.add(x, x)\n    return y\n"
    )
    assert said(f"@R.function\ndef main({X}, c: R.Tensor((), 'bool')):\n{branch}") == [
        "effect-in-pure-function: R.print(x, format='{}')"
    ]
    module = (
        "@I.ir_module\nclass M:\n    @R.function(pure=False)\n    def loud(x: R.Tensor((2, 3), 'float32')) -> R.Tensor((2, 3), 'float32'):\n"
        "        R.print(x, format='{}')\n        return x\n\n    @R.function\n    def main(x: R.Tensor((2, 3), 'float32')):\n"
        "        y = M.loud(x)\n        return y\n"
    )
    assert said(module) == ["effect-in-pure-function: M.loud(x)"]


@pytest.mark.parametrize(
    "text",
    [
        "    y = R.call_pure_packed('f', x, sinfo_args=R.Tensor((2, 3), 'float32'))\n    return y\n",
        "    with R.dataflow():\n        y = R.call_dps_packed('f', (x,), out_sinfo=R.Tensor((2, 3), 'float32'))\n        R.output(y)\n    return y\n",
        "    R.func_attr({'relax.force_pure': True})\n    y = R.call_packed('f', x, sinfo_args=R.Tensor((2, 3), 'float32'))\n    return y\n",
    ],
)
def test_no_effects(text: str) -> None:
    assert said(f"@R.function\ndef main({X}):\n{text}") == []


@pytest.mark.parametrize(
    ("declared", "returned"),
    [
        ('R.Tensor((3, 2), "float32")', "y"),
        ('R.Tensor((2, 3), "float16")', "y"),
        ('R.Tensor((2, 3), "float32")', "(y, y)"),
        ('R.Tensor(dtype="float32", ndim=3)', "y"),
        ('R.Tuple(R.Tensor((2, 3), "float32"), R.Tensor((3, 3), "float32"))', "(y, y)"),
    ],
)
def test_results_that_are_not_what_was_announced(declared: str, returned: str) -> None:
    text = f"@R.function\ndef main({X}) -> {declared}:\n    y = R.add(x, x)\n    return {returned}\n"
    assert said(text) == [f"return-mismatch: {returned}"]


@pytest.mark.parametrize(
    ("parameter", "declared"),
    [
        (X, 'R.Tensor((2, 3), "float32")'),
        (X, "R.Tensor"),
        (X, "R.Object"),
        (X, 'R.Tensor(dtype="float32", ndim=2)'),
        (N, 'R.Tensor(("n", 3), "float32")'),
        ('x: R.Tensor("float32")', 'R.Tensor((2, 3), "float32")'),
    ],
)
def test_results_that_may_be_what_was_announced(parameter: str, declared: str) -> None:
    assert said(f"@R.function\ndef main({parameter}) -> {declared}:\n    y = R.add(x, x)\n    return y\n") == []

"""What a function of Relax does wrong as a whole: effects, casts that cannot hold, results that are not what was announced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.errors import DiagnosticError
from tilewright.project.rules import Rules
from tilewright.project.verdict import judged
from tilewright.script import from_source

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


def sized(parameters: str, value: str, before: str = "") -> list[str]:
    names = "    n, m, k, h = T.int64(), T.int64(), T.int64(), T.int64()\n"
    return said(f"@R.function\ndef main({parameters}):\n{names}{before}    z = {value}\n    return z\n")


ROWS = "x: R.Tensor(('n', 'k'), 'float32')"
WEIGHTS = "w: R.Tensor(('k', 'h'), 'float32'), v: R.Tensor(('k', 'h'), 'float32')"


@pytest.mark.parametrize(
    ("parameters", "value"),
    [
        (f"{ROWS}, {WEIGHTS}", "R.matmul(R.matmul(x, w), v)"),
        (f"{ROWS}, {WEIGHTS}", "R.matmul(x, R.permute_dims(w))"),
        (f"{ROWS}, {WEIGHTS}", "R.concat((w, R.permute_dims(v)), axis=0)"),
        (f"{ROWS}, {WEIGHTS}", "R.einsum((w, v), 'ab,bc->ac')"),
        (f"{ROWS}, {WEIGHTS}", "R.reshape(w, R.shape([k, k]))"),
    ],
)
def test_ops_on_sizes_that_are_equal_only_by_chance(parameters: str, value: str) -> None:
    (found,) = sized(parameters, value)
    assert found.startswith("size-mismatch: ")
    assert found.removeprefix("size-mismatch: ") in value


@pytest.mark.parametrize(
    ("parameters", "value"),
    [
        (f"{ROWS}, w: R.Tensor((64, 3), 'float32')", "R.matmul(x, w)"),
        (f"{ROWS}, w: R.Tensor(('m', 3), 'float32')", "R.matmul(x, w)"),
        (
            "x: R.Tensor(('n', 'm', 8, 8), 'float32'), w: R.Tensor((16, 4, 3, 3), 'float32')",
            "R.nn.conv2d(x, w, padding=1)",
        ),
        ("x: R.Tensor(('n',), 'float32')", "R.reshape(x, R.shape([8, 8]))"),
    ],
)
def test_ops_on_sizes_of_which_only_a_run_tells_whether_they_are_equal(parameters: str, value: str) -> None:
    assert sized(parameters, value) == [f"sizes-may-differ: {value}"]


@pytest.mark.parametrize(
    ("parameters", "value"),
    [
        (f"{ROWS}, {WEIGHTS}", "R.matmul(R.matmul(x, w), R.permute_dims(v))"),
        (f"{ROWS}, {WEIGHTS}", "R.add(R.matmul(x, w), R.matmul(x, v))"),
        (f"{ROWS}, w: R.Tensor(('m', 'k'), 'float32')", "R.add(x, w)"),  # may be broadcast
        (f"{ROWS}, w: R.Tensor((1, 'k'), 'float32')", "R.multiply(x, w)"),
        (f"{ROWS}, w: R.Tensor(dtype='float32', ndim=2)", "R.matmul(x, w)"),
        (ROWS, "R.reshape(x, R.shape([k, n]))"),
        (ROWS, "R.reshape(x, R.shape([n // 2, k * 2]))"),
        ("x: R.Tensor(('n', 'k * 2'), 'float32'), s: R.Shape(['k'])", "R.reshape(x, R.shape([n, 2, k]))"),
    ],
)
def test_ops_on_sizes_that_fit_or_may_be_broadcast(parameters: str, value: str) -> None:
    assert sized(parameters, value) == []


def test_a_cast_says_that_sizes_are_equal() -> None:
    cast_of_v = "    u = R.match_cast(v, R.Tensor((k, k), 'float32'))\n"
    parameters = f"{ROWS}, {WEIGHTS}"
    assert sized(parameters, "R.matmul(R.matmul(x, u), w)", cast_of_v) == []
    assert sized(parameters, "R.matmul(R.matmul(x, w), v)", cast_of_v) == []
    new = "    u = R.match_cast(v, R.Tensor((m, h), 'float32'))\n"
    assert sized(parameters, "R.matmul(x, u)", new) == []


def test_what_follows_from_unequal_sizes_is_not_said_again() -> None:
    first = "    y = R.matmul(x, R.permute_dims(w))\n"
    assert sized(f"{ROWS}, {WEIGHTS}", "R.matmul(x, R.permute_dims(v))", first) == [
        "size-mismatch: R.matmul(x, R.permute_dims(w))"
    ]


def test_a_call_that_gives_one_size_two_values() -> None:
    module = """@I.ir_module
class N:
    @R.function
    def square(x: R.Tensor(("n", 8), "float32"), y: R.Tensor((8, "n"), "float32")) -> R.Tensor(("n", "n"), "float32"):
        z = R.matmul(x, y)
        return z

    @R.function
    def main(x: R.Tensor(("a", 8), "float32"), y: R.Tensor((8, "a"), "float32"), w: R.Tensor((8, "b"), "float32")):
        u = N.square(x, {})
        return u
"""
    assert said(module.format("y")) == []
    assert said(module.format("w")) == ["sizes-may-differ: N.square(x, w)"]


WITH_NAMES = """\
@R.function
def main({parameters}):
    k, m = T.int64(), T.int64()
{body}
    return y
"""


def indented(body: str) -> str:
    return "\n".join(f"    {line}" for line in body.split("\n"))


def named(body: str, parameters: str = X) -> list[str]:
    return said(WITH_NAMES.format(parameters=parameters, body=indented(body)))


@pytest.mark.parametrize(
    "value",
    [
        'R.zeros(R.shape([k, 8]), dtype="float32")',
        'R.zeros(R.shape([4, k + 1]), dtype="float32")',
        "R.prim_value(k)",
        'R.call_pure_packed("f", x, sinfo_args=R.Tensor((k,), "float32"))',
    ],
)
def test_sizes_that_nothing_gives_a_value(value: str) -> None:
    assert named(f"y = {value}") == [f"undefined-name: {value}"]
    text = HEAD + WITH_NAMES.format(parameters=X, body=indented(f"y = {value}"))
    with pytest.raises(DiagnosticError, match="the size `k` has no value"):
        from_source(text)
    from_source(text, check_well_formed=False)


@pytest.mark.parametrize(
    "parameters", ['x: R.Tensor(("k", 3), "float32")', f'{X}, s: R.Shape(["k"])', f'{X}, p: R.Prim(value="k")']
)
def test_sizes_that_parameters_give(parameters: str) -> None:
    body = 'y = R.zeros(R.shape([k, 8]), dtype="float32")'
    assert named(body, parameters) == []
    from_source(HEAD + WITH_NAMES.format(parameters=parameters, body=indented(body)))


def test_a_size_of_the_signature_is_declared_inside_a_dataflow_block() -> None:
    body = 'with R.dataflow():\n    k = T.int64()\n    y = R.zeros(R.shape([k, 8]), dtype="float32")\n    R.output(y)'
    text = f'@R.function\ndef main(x: R.Tensor(("k", 3), "float32")):\n{indented(body)}\n    return y\n'
    assert said(text) == []
    function = from_source(HEAD + text)
    assert function.params[0].struct_info.shape[0].same_as(function.ret_struct_info.shape[0])


def test_sizes_that_a_cast_gives_and_those_of_functions_inside() -> None:
    cast = 'z = R.match_cast(x, R.Tensor((k, m), "float32"))\ny = R.zeros(R.shape([k * m, 8]), dtype="float32")'
    assert named(cast, "x: R.Tensor(ndim=2)") == []
    from_source(HEAD + WITH_NAMES.format(parameters="x: R.Tensor(ndim=2)", body=indented(cast)))
    inside = '@R.function\ndef f(z: R.Tensor(("k", 3), "float32")) -> R.Tensor(("k", 3), "float32"):\n    return R.add(z, R.zeros(R.shape([k, 3]), dtype="float32"))\ny = f(x)'
    assert named(inside) == []
    from_source(HEAD + WITH_NAMES.format(parameters=X, body=indented(inside)))

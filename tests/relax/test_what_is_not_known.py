"""In an editor some values are not known: what follows from them is not called a mistake."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source

HEADER = "from tvm import topi\nfrom tvm.script import ir as I, tir as T, relax as R\n"
PROGRAMS = {
    "an output of a dataflow block": """@R.function
def main(x: R.Tensor(["n"], "float32")):
    with R.dataflow():
        y = topi.somewhere(x)
        R.output(y)
    return y
""",
    "a tuple of it": """@R.function
def main(x: R.Tensor(["n"], "float32")):
    y = topi.somewhere(x)
    z: R.Tuple(R.Tensor(["n"], "float32")) = (y,)
    w = (x, z)
    return (w, y)
""",
    "the value of a branch": """@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    if c:
        y = topi.somewhere(x)
    else:
        y = R.add(x, x)
    return y
""",
}


@pytest.mark.parametrize("title", PROGRAMS)
def test_nothing_is_said_of_what_is_not_known(title: str) -> None:
    assert [found.message for found in analyze(HEADER + PROGRAMS[title]).diagnostics] == []


def test_branches_of_known_values_are_still_compared() -> None:
    text = (
        PROGRAMS["the value of a branch"]
        .replace("topi.somewhere(x)", "x")
        .replace("        y = R.add", "        z = R.add")
    )
    assert "branch-result" in {found.code for found in analyze(HEADER + text).diagnostics}


def test_a_function_inside_calls_itself() -> None:
    text = """@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")) -> R.Tensor((2,), "float32"):
    @R.function
    def again(s: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        if c:
            r = again(s)
        else:
            r = s
        return r

    y = again(x)
    return y
"""
    func = from_source(text)
    same = from_source(func.script())
    assert_structural_equal(same, func)
    assert structural_hash(same) == structural_hash(func)
    assert not analyze(HEADER + text).diagnostics


def test_a_number_bound_to_a_name_is_a_size() -> None:
    text = """@R.function
def main(x: R.Tensor("float32", ndim=2)):
    n, m = T.int64(), T.int64(16)
    y = R.match_cast(x, R.Tensor((n, m), "float32"))
    return y
"""
    assert int(from_source(text).ret_struct_info.ndim) == 2
    assert "R.Tensor((n, 16)" in from_source(text).script()

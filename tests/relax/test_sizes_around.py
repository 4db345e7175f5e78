"""Functions inside functions that share sizes, printed and read back, and other calls that are written in several ways."""

from __future__ import annotations

import pytest

from tilewright.core.ir.structural import assert_structural_equal
from tilewright.relax import Function
from tilewright.script import from_source
from tilewright.script import relax as R
from tilewright.script import tir as T


@R.function
def shared(x: R.Tensor(("n", "m"), "float32")):
    n = T.int64()

    @R.function
    def inner(y: R.Tensor((n, "k"), "float32")):
        z = R.add(y, y)
        return z

    return inner(x)


@R.function
def fresh():
    @R.function
    def inner(x: R.Tensor(("n",), "float32")):
        return x

    return inner


@R.function(pure=False)
def checked(x: R.Tensor((), "int32"), q: R.Tensor((2, 3, 4, 5), "float32")):
    R.assert_op(R.const(False, "bool"), [x, x], format="{} and {}")
    R.assert_op(R.const(False, "bool"), format="never")
    y = R.nn.attention(q, q, q, scale=T.FloatImm("float32", 0.5))
    return y


@pytest.mark.parametrize("function", [shared, fresh, checked])
@pytest.mark.parametrize("dialect", ["classic", "tirx"])
def test_what_is_printed_reads_back(function: Function, dialect: str) -> None:
    assert_structural_equal(from_source(function.script(dialect=dialect)), function)


def test_a_size_of_the_function_around_is_neither_text_nor_made_again() -> None:
    assert 'def inner(y: R.Tensor((n, "k"), dtype="float32"))' in shared.script()
    assert shared.script().count("n = T.int64()") == 1


def test_a_size_that_only_the_result_names_is_text_in_the_signature() -> None:
    assert 'def fresh() -> R.Callable((R.Tensor(("n",), dtype="float32"),), ' in fresh.script()


def test_values_of_an_assertion_in_a_row() -> None:
    text = checked.script()
    assert 'R.assert_op(R.const(False, "bool"), x, x, format=R.str("{} and {}"))' in text
    listed = text.replace('x, x, format=R.str("{} and {}")', '[x, x], "{} and {}"')
    assert_structural_equal(from_source(listed), checked)

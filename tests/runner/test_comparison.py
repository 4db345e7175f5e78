"""A run compared with a reference: a numpy function of the file, or the interpreter."""

from __future__ import annotations

import pytest

from tests.server.programs import HEADER
from tilewright.runner.request import Outcome, RunRequest
from tilewright.runner.run import run

TWICE = (
    HEADER
    + """\
@T.prim_func
def twice(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    for i, j in T.grid(4, 8):
        B[i, j] = A[i, j] * T.float32(2)


"""
)


def ran(text: str) -> Outcome:
    request = RunRequest(text=text, path="/nowhere/program.py", name="twice", repeat=1, compare=True)
    return run(request, lambda _stage, _percentage: None)


def test_small_work_is_compared_with_the_interpreter() -> None:
    found = ran(TWICE)
    assert found.ok
    assert "compared equal to the interpreter, largest difference 0" in found.text


@pytest.mark.parametrize("name", ["numpy_twice", "twice_reference"])
def test_a_function_of_the_file_is_the_reference(name: str) -> None:
    found = ran(f"{TWICE}def {name}(a):\n    return a + a\n")
    assert found.ok
    assert f"equal to `{name}`" in found.text


def test_a_difference_is_said_with_its_place() -> None:
    found = ran(f"{TWICE}def numpy_twice(a):\n    b = a + a\n    b[1, 2] = 7\n    return b\n")
    assert not found.ok
    assert "differs from `numpy_twice` at B[1, 2]: " in found.title
    assert "compared not equal to `numpy_twice`, largest difference " in found.text
    assert found.title.endswith("instead of 7.0")


def test_a_difference_is_said_as_it_is_and_in_parts_of_the_value() -> None:
    found = ran(f"{TWICE}def numpy_twice(a):\n    b = a + a\n    b[1, 2] = 64\n    return b\n")
    difference = 64 - float(found.title.partition("B[1, 2]: ")[2].partition(" ")[0])
    assert f"largest difference {difference:.3g} ({difference / 64:.3g} of the value)\n" in found.text


def test_another_shape_is_said_without_a_difference() -> None:
    found = ran(f"{TWICE}def numpy_twice(a):\n    return (a + a)[:, :5]\n")
    assert not found.ok
    assert found.title.endswith("differs from `numpy_twice`: B: shape (4, 8) instead of (4, 5)")
    assert "compared not equal to `numpy_twice`: B: shape (4, 8) instead of (4, 5)\n" in found.text


def test_a_difference_from_zero_is_no_part_of_it() -> None:
    found = ran(f"{TWICE}def numpy_twice(a):\n    b = 0 * a\n    return b\n")
    assert "of the value" not in found.text


def test_another_shape_and_another_number_of_results_are_said() -> None:
    assert "shape (4, 8) instead of (32,)" in ran(f"{TWICE}def numpy_twice(a):\n    return a.reshape(-1)\n").title
    assert "gives 2 results" in ran(f"{TWICE}def numpy_twice(a):\n    return a, a\n").text

"""What the runner makes of a function before and after a call: arguments, roles, sizes, words."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.core.analysis.roles import roles
from tilewright.core.analyze import analyze
from tilewright.ir.function import PrimFunc
from tilewright.runner.durations import duration
from tilewright.runner.inputs import arguments
from tilewright.runner.load import load
from tilewright.runner.parameters import bind, plan
from tilewright.runner.report import array_report
from tilewright.runner.request import CannotRun, RunRequest
from tilewright.runner.run import run

HEADER = "from tilewright.script import ir as I\nfrom tilewright.script import tir as T\n\n\n"


def function(signature: str, *body: str) -> PrimFunc:
    """The function `f` with these parameters and lines."""
    lines = "".join(f"    {line}\n" for line in body)
    analysis = analyze(f"{HEADER}@T.prim_func\ndef f({signature}):\n{lines}")
    assert [str(d) for d in analysis.diagnostics if d.severity == 1] == []
    return analysis.functions["f"]


def test_arguments_follow_dtype_shape_and_seed() -> None:
    signature = ", ".join(
        f'{name}: T.Buffer((3, 5), "{dtype}")'
        for name, dtype in zip("abcdef", ("float32", "float16", "bfloat16", "int8", "uint64", "bool"))
    )
    func = function(signature, "T.evaluate(0)")
    given = arguments(func, {}, 7)
    assert [str(array.dtype) for array in given] == ["float32", "float16", "bfloat16", "int8", "uint64", "bool"]
    assert all(array.shape == (3, 5) for array in given)
    assert all((array.astype("float64") >= -8).all() and (array.astype("float64") < 8).all() for array in given)
    assert all((a == b).all() for a, b in zip(given, arguments(func, {}, 7)))
    assert (given[0] != arguments(func, {}, 8)[0]).any()


def test_symbolic_sizes_and_integer_parameters_are_chosen_by_name() -> None:
    func = function(
        "a: T.handle, n: T.int32, x: T.float32",
        "m = T.int64()",
        'A = T.match_buffer(a, (m, n * 2), "int32")',
        "T.evaluate(x)",
    )
    chosen = bind(func, {"m": 3}, 5)
    array, n, x = arguments(func, chosen, 0)
    assert array.shape == (3, 10)
    assert n == 5
    assert -1 <= x < 1
    assert [symbol["name"] for symbol in plan(func, 16)["symbols"]] == ["m", "n"]
    assert plan(func, 16)["parameters"][0] == {"name": "A", "kind": "buffer", "shape": ["m", "n * 2"], "dtype": "int32"}
    with pytest.raises(CannotRun, match="`k` is not a symbolic size"):
        bind(func, {"k": 1}, 5)


def test_indices_stay_inside_what_they_index() -> None:
    signature = 'table: T.Buffer((3,), "float32"), index: T.Buffer((500,), "int32"), out: T.Buffer((500,), "float32")'
    func = function(signature, "for i in range(500):", "    out[i] = table[index[i]]")
    _, index, _ = arguments(func, {}, 0)
    assert index.min() == 0
    assert index.max() == 2


def test_declared_strides_are_kept() -> None:
    func = function("a: T.handle", 'A = T.match_buffer(a, (2, 3), "float32", strides=(8, 2))', "T.evaluate(0)")
    (array,) = arguments(func, {}, 0)
    assert array.strides == (32, 8)


@pytest.mark.parametrize(
    ("body", "role"),
    [
        ("A[i] = A[i] + 1", "in/out"),
        ("A[i] = 1", "output"),
        ("B[i] = A[i]", "input"),
        ("T.evaluate(T.call_extern('void', 'g', A.data))", "in/out"),
    ],
)
def test_roles(body: str, role: str) -> None:
    func = function('A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")', "for i in range(4):", f"    {body}")
    found = {buffer.name: name for buffer, name in roles(func).items()}
    assert found["A"] == role


def test_a_pointer_alone_cannot_be_filled() -> None:
    with pytest.raises(CannotRun, match="`p` is an untyped pointer"):
        arguments(function("p: T.handle", "T.evaluate(0)"), {}, 0)


def test_too_large_arguments_are_refused_before_they_are_made() -> None:
    with pytest.raises(CannotRun, match="GiB"):
        arguments(function('A: T.Buffer((1 << 40,), "int8")', "T.evaluate(0)"), {}, 0)


def test_elements_that_were_not_written_are_counted() -> None:
    before = np.array([1.5, 2.5, 3.5], np.float32)
    after = np.array([1.5, np.nan, 4.0], np.float32)
    found = array_report("A", "output", "float32", before, after)
    assert (found.unchanged, found.nans, found.low, found.high) == (1, 1, 1.5, 4.0)
    assert found.first == ("1.5", "nan", "4")


def test_an_empty_array_has_no_extremes() -> None:
    found = array_report("A", "output", "float32", np.empty(0, np.float32), np.empty(0, np.float32))
    assert (found.low, found.size, found.first) == (None, 0, ())


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1.5, "1.50 s"), (0.0123, "12.3 ms"), (4.2e-6, "4.20 µs"), (3e-9, "3.00 ns"), (0.25, "250 ms")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


NESTED = (
    HEADER + 'def make():\n    @T.prim_func\n    def g(A: T.Buffer((4,), "int32")):\n        A[0] = 1\n    return g\n'
)


def test_a_function_inside_a_python_function_is_found_by_its_qualified_name() -> None:
    assert load(RunRequest(NESTED, "k.py", "make.g")).entry == "g"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("make.h", "There is no function `make.h`"), ("", "There is no function"), ("make", "There is no function")],
)
def test_names_that_are_no_function(name: str, sentence: str) -> None:
    outcome = run(RunRequest(NESTED, "k.py", name), lambda *_: None)
    assert not outcome.ok
    assert sentence in outcome.title


def test_a_run_in_this_process() -> None:
    stages: list[str] = []
    outcome = run(RunRequest(NESTED, "k.py", "make.g", repeat=1), lambda stage, _: stages.append(stage))
    assert outcome.ok, outcome.text
    assert stages[:3] == ["loading", "building", "running"]
    assert outcome.data["arrays"][0]["role"] == "output"

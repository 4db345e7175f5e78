"""`CompareBeforeAfter`: every way to say before, expected and transform."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest_plugins = ["pytester"]

Run = Callable[..., pytest.RunResult]
SIMPLIFY = """
class Simplify(tvm.testing.CompareBeforeAfter):
    transform = tvm.tir.transform.Simplify()

"""
PASSING = {
    "the program of another class of tests": """
class Own:
    check_well_formed = True

    def __init_subclass__(cls):
        cls.func = tvm.testing.CompareBeforeAfter._normalize_before(cls.func)

class TestIt(Own):
    def func(A: T.Buffer((16,), "int32")):
        A[1] = 2

    def test_it(self, func):
        assert isinstance(func, tvm.tir.PrimFunc)
""",
    "a transform that takes a function": """
class TestIt(Simplify):
    def before(A: T.Buffer((16,), "int32")):
        A[0 + 1] = 2

    def expected(A: T.Buffer((16,), "int32")):
        A[1] = 2

    def test_compare(self, before, expected, transform):
        tvm.ir.assert_structural_equal(transform(before), expected)
""",
    "undecorated": """
class TestIt(Simplify):
    def before(A: T.Buffer((16,), "int32")):
        A[0 + 1] = 2

    def expected(A: T.Buffer((16,), "int32")):
        A[1] = 2
""",
    "the same function": """
class TestIt(Simplify):
    def before(A: T.Buffer((16,), "int32")):
        A[1] = 2

    expected = before
""",
    "decorated": """
class TestIt(Simplify):
    @T.prim_func
    def before(A: T.Buffer((16,), "int32")):
        A[0 + 1] = 2

    @T.prim_func(private=True)
    def expected(A: T.Buffer((16,), "int32")):
        A[1] = 2
""",
    "modules": """
class TestIt(Simplify):
    @I.ir_module
    class Before:
        @T.prim_func
        def main(A: T.Buffer((16,), "int32")):
            A[0 + 1] = 2

    @I.ir_module
    class Expected:
        @T.prim_func
        def main(A: T.Buffer((16,), "int32")):
            A[1] = 2
""",
    "classes of functions": """
class TestIt(Simplify):
    class before:
        def main(A: T.Buffer((16,), "int32")):
            A[0 + 1] = 2

        @T.prim_func
        def other(A: T.Buffer((16,), "int32")):
            A[0] = 2

    class expected:
        def main(A: T.Buffer((16,), "int32")):
            A[1] = 2

        def other(A: T.Buffer((16,), "int32")):
            A[0] = 2
""",
    "methods and fixtures": """
class TestIt(tvm.testing.CompareBeforeAfter):
    size = tvm.testing.parameter(4, 8)

    @tvm.testing.fixture
    def before(self, size):
        @T.prim_func
        def func(A: T.Buffer((size,), "int32")):
            A[0 + 1] = size
        return func

    def expected(self, size):
        @T.prim_func
        def func(A: T.Buffer((size,), "int32")):
            A[1] = size
        return func

    @pytest.fixture
    def transform(self):
        return tvm.tir.transform.Simplify()
""",
    "a method that transforms": """
class TestIt(tvm.testing.CompareBeforeAfter):
    flag = True

    def transform(self, mod):
        return tvm.tir.transform.Simplify()(mod) if self.flag else mod

    def before(A: T.Buffer((16,), "int32")):
        A[0 + 1] = 2

    def expected(A: T.Buffer((16,), "int32")):
        A[1] = 2
""",
    "a method that gives a pass": """
class TestIt(tvm.testing.CompareBeforeAfter):
    def transform(self):
        return lambda mod: tvm.tir.transform.Simplify()(mod)

    def before(A: T.Buffer((16,), "int32")):
        A[0 + 1] = 2

    def expected(A: T.Buffer((16,), "int32")):
        A[1] = 2
""",
    "an exception": """
class TestIt(tvm.testing.CompareBeforeAfter):
    transform = tvm.tir.analysis.OOBChecker()
    check_well_formed = False

    def before(A: T.Buffer((16,), "int32")):
        A[16] = 2

    expected = tvm.tir.ScheduleError
""",
}


@pytest.mark.parametrize("text", PASSING.values(), ids=PASSING.keys())
def test_programs_that_agree_pass(outcome: Run, text: str) -> None:
    result = outcome(SIMPLIFY + text)
    assert result.parseoutcomes() == {"passed": 2 if "size" in text else 1}


def test_programs_that_differ_are_shown(outcome: Run) -> None:
    result = outcome(
        SIMPLIFY
        + """
class TestIt(Simplify):
    def before(A: T.Buffer((16,), "int32")):
        A[0 + 1] = 2

    def expected(A: T.Buffer((16,), "int32")):
        A[1] = 3
"""
    )
    assert result.parseoutcomes() == {"failed": 1}
    result.stdout.fnmatch_lines(
        ["*the pass did not give what was expected*", "*after the pass:", "*A?1? = 2*", "*expected:"]
    )


def test_an_exception_that_does_not_come_fails(outcome: Run) -> None:
    result = outcome(
        SIMPLIFY
        + """
class TestIt(Simplify):
    def before(A: T.Buffer((16,), "int32")):
        A[0] = 2

    expected = ValueError
"""
    )
    assert result.parseoutcomes() == {"failed": 1}
    result.stdout.fnmatch_lines(["*DID NOT RAISE*ValueError*"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("before = 3\n    Before = 4", "TestIt has both `before` and `Before`"),
        ("transform = 3", "`transform` is a pass, a fixture, or a method"),
    ],
)
def test_mistakes_in_the_class_are_named(outcome: Run, text: str, sentence: str) -> None:
    result = outcome(f"class TestIt(tvm.testing.CompareBeforeAfter):\n    {text}\n")
    result.stdout.fnmatch_lines([f"*{sentence}*"])

"""What somebody who knows numpy writes in a kernel, and what is said of it."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.frontend.numpy_names import OPERATORS
from tilewright.project.fixing import spliced
from tilewright.script import from_source

HEAD = "import math\nimport numpy as np\nfrom tvm.script import tir as T\n\n@T.prim_func\n"


def reported(text: str) -> tuple[Diagnostic, ...]:
    return analyze(HEAD + text).diagnostics


def test_a_parameter_that_is_indexed_does_not_become_a_number() -> None:
    indexed = reported("def f(X, Y):\n    for i in range(8):\n        Y[i] = X[i]\n")
    assert [(each.code, each.fixes) for each in indexed] == [("missing-annotation", ())] * 2
    (number,) = reported("def f(n):\n    T.evaluate(n)\n")
    assert [each.title for each in number.fixes] == ["Make it an int32"]


KERNEL = "def f(X: T.Buffer((8,), 'float32'), Y: T.Buffer((8,), 'float32')):\n"


@pytest.mark.parametrize(
    ("body", "code", "fixed"),
    [
        (
            "for i in range(len(Y)):\n        Y[i] = X[i]",
            "host-error",
            "for i in range(Y.shape[0]):\n        Y[i] = X[i]",
        ),
        ("Y[0] = math.sqrt(X[0])", "host-error", "Y[0] = T.sqrt(X[0])"),
        ("Y[0] = np.sqrt(X[0])", "host-error", "Y[0] = T.sqrt(X[0])"),
        ("Y[0] = np.maximum(X[0], np.float32(2))", "host-error", "Y[0] = T.max(X[0], np.float32(2))"),
        ("Y[0] = np.arctan2(X[0], X[1])", "host-error", "Y[0] = T.atan2(X[0], X[1])"),
        (
            "Y[0] = T.Select(np.greater(X[0], X[1]), X[0], X[1])",
            "host-error",
            "Y[0] = T.Select((X[0] > X[1]), X[0], X[1])",
        ),
        ("Y[0] = X[0].sqrt()", "unknown-attribute", "Y[0] = T.sqrt(X[0])"),
        ("Y[0] = (X[0] + X[1]).arctan() * X[2]", "unknown-attribute", "Y[0] = T.atan(X[0] + X[1]) * X[2]"),
        ("Y[0] = X[0]\n    return Y", "return-value", "Y[0] = X[0]"),
        (
            "with T.sblock('b'):\n        with T.init:\n            Y[0] = 0.0",
            "not-a-frame",
            "with T.sblock('b'):\n        with T.init():\n            Y[0] = 0.0",
        ),
    ],
)
def test_the_form_that_was_meant_is_offered(body: str, code: str, fixed: str) -> None:
    text = HEAD + KERNEL + f"    {body}\n"
    (one,) = reported(KERNEL + f"    {body}\n")
    assert one.code == code
    ((edit,),) = (each.edits for each in one.fixes)
    after = spliced(text, [edit])
    assert after == HEAD + KERNEL + f"    {fixed}\n"
    assert analyze(after).diagnostics == ()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "Y[0] = np.sum(X)",
            "`np.sum` does not take the buffer `X`; a kernel reduces a dimension in a loop",
        ),
        (
            "Y[0] = np.clip(X[0], 0, 1)",
            "`np.clip` computes on numpy's arrays, not on an expression of type float32, and",
        ),
        ("Y[0] = pow(X[0], 2)", "the Python builtin `pow` cannot take an expression; use `T.pow`"),
        ("Y[0] = T.fma(X[0], X[1], X[2])", "`T` has no `fma`"),
    ],
)
def test_functions_of_python_and_names_far_from_any_get_no_wrong_fix(body: str, said: str) -> None:
    (one,) = reported(KERNEL + f"    {body}\n")
    assert one.message.startswith(said)
    assert "did you mean" not in one.message


def test_methods_that_t_has_no_function_of_one_argument_for_are_not_rewritten() -> None:
    (one,) = reported(KERNEL + "    Y[0] = X[0].maximum(X[1])\n")
    assert (one.code, one.fixes, "write" in one.message) == ("unknown-attribute", (), False)


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("", "from tilewright.script import tir as T\n\n\n"),
        ("# Kernels.\nimport tvm\n", "# Kernels.\nimport tvm\nfrom tvm.script import tir as T\n"),
        (
            '"""Kernels."""\n\nfrom tilewright.script import relax as R\n\n\n',
            '"""Kernels."""\n\nfrom tilewright.script import relax as R\nfrom tilewright.script import tir as T\n\n\n',
        ),
        ("#!/usr/bin/env python\n", "#!/usr/bin/env python\nfrom tilewright.script import tir as T\n\n\n"),
    ],
)
def test_the_import_that_a_file_lacks_is_offered_in_the_form_of_its_others(head: str, after: str) -> None:
    kernel = "@T.prim_func\n" + KERNEL + "    for i in range(8):\n        Y[i] = X[i]\n"
    (one,) = analyze(head + kernel).diagnostics
    ((edit,),) = (each.edits for each in one.fixes)
    text = head + kernel
    assert spliced(text, [edit]) == after + kernel
    assert analyze(after + kernel).diagnostics == ()


def test_names_that_are_no_namespaces_get_no_import() -> None:
    (one,) = reported(KERNEL + "    Y[I] = X[0]\n")
    assert (one.message, one.fixes) == ("`I` is not defined here", ())


def test_numpy_on_numbers_of_python_is_left_alone() -> None:
    text = """
def f(X: T.Buffer((8,), 'float32'), Y: T.Buffer((int(np.prod((2, 4))),), 'float32')):
    for i in range(int(np.prod(X.shape))):
        Y[i] = X[i] * T.float32(np.sqrt(2.0)) + np.add(X[i], np.float32(np.pi))


def make(n, m):
    k = np.maximum(n, np.ceil(m / 2))

    @T.prim_func
    def g(X: T.Buffer((n, int(k)), 'float32')):
        for i in range(np.minimum(n, 3)):
            X[i, 0] = T.float32(np.sqrt(n))
    return g
"""
    assert reported(text) == ()


def test_numpys_functions_compute_with_the_operators_of_expressions() -> None:
    sums = """def f(X: T.Buffer((4, 8), 'float32'), Y: T.Buffer((4,), 'float32')):
    for i, j in T.grid(4, 8):
        with T.sblock('sum'):
            vi, vj = T.axis.remap('SR', [i, j])
            Y[vi] += np.square(X[vi, vj])
"""
    assert [each.code for each in reported(sums)] == ["missing-init"]
    assert [each.code for each in reported(sums.replace("square(X[vi, vj])", "add(X[vi, vj], np.float32(1))"))] == []
    (outside,) = reported(KERNEL + "    for i in range(8):\n        Y[i] = np.add(X[np.add(i, 1)], 1.0)\n")
    assert (outside.code, outside.span.text) == ("index-out-of-bounds", "np.add(i, 1)")
    (mismatch,) = reported(KERNEL + "    Y[0] = np.bitwise_or(X[0], X[1])\n")
    assert mismatch.code == "dtype-mismatch"


def raised(program: str) -> set[str]:
    """The codes of what is wrong with a program for one that calls numpy itself."""
    try:
        from_source("@T.prim_func\n" + program, {"np": np})
    except DiagnosticError as error:
        return {each.code for each in error.diagnostics}
    return set()


@pytest.mark.parametrize("name", sorted(name for name in dir(np) if isinstance(getattr(np, name), np.ufunc)))
def test_each_function_of_numpys_elements_computes_or_is_reported_wherever_it_is_read(name: str) -> None:
    function = getattr(np, name)
    arguments = ", ".join("X[0]" if at == 0 else f"X[{at}]" for at in range(function.nin))
    text = KERNEL + f"    Y[0] = T.Cast('float32', np.{name}({arguments}))\n"
    for dtype in ("int32", "float32"):
        program = text.replace("X: T.Buffer((8,), 'float32')", f"X: T.Buffer((8,), '{dtype}')")
        found = {each.code for each in reported(program)}
        assert found == raised(program)
        assert found or name in OPERATORS


def test_a_function_of_math_under_its_own_name_is_known() -> None:
    text = "from math import sqrt\n" + HEAD + KERNEL + "    Y[0] = sqrt(X[0])\n"
    assert [each.message.partition("; ")[2] for each in analyze(text).diagnostics] == ["write `T.sqrt(X[0])`"]


def test_a_size_that_is_a_text_gets_the_declaration_of_a_variable() -> None:
    (one,) = reported("def f(X: T.Buffer(('n',), 'float32')):\n    X[0] = 0.0\n")
    assert one.code == "not-an-integer"
    assert "`n = T.int64()`" in one.message
    assert "`T.match_buffer(a, (n,))`" in one.message


def test_a_frame_that_needs_arguments_gets_no_empty_call() -> None:
    (one,) = reported(KERNEL + "    with T.launch_thread:\n        Y[0] = X[0]\n")
    assert one.code == "not-a-frame"
    assert one.fixes == ()


@pytest.mark.parametrize(
    ("written", "said", "fixed"),
    [
        ("int", "`int` is Python's type; write `n: T.int32`", "T.int32"),
        ("float", "`float` is Python's type; write `n: T.float32`", "T.float32"),
        ("bool", "`bool` is Python's type; write `n: T.bool`", "T.bool"),
        ("'int'", "`int` is Python's type; write `n: T.int32`", "T.int32"),
        (
            "int | None",
            "`int | None` allows several types, and a value of a script has one; write `n: T.int32`",
            "T.int32",
        ),
        ("'int | str'", "`int | str` allows several types, and a value of a script has one", None),
        ("np.int32", "`np.int32` is numpy's type; write `n: T.int32`", "T.int32"),
        ("np.uint8", "`np.uint8` is numpy's type; write `n: T.uint8`", "T.uint8"),
        ("str", "`str` is Python's type, of which a script has no values; it has buffers, handles and numbers", None),
        (
            "list[int]",
            '`list[int]` is Python\'s type; an array has its shape and data type here: `n: T.Buffer((16,), "float32")`',
            None,
        ),
        (
            "np.ndarray",
            '`np.ndarray` is numpy\'s type; an array has its shape and data type here: `n: T.Buffer((16,), "float32")`',
            None,
        ),
    ],
)
def test_types_of_python_are_told_from_those_of_the_script(written: str, said: str, fixed: str | None) -> None:
    text = f"def f(n: {written}):\n    T.evaluate(0)\n"
    (found,) = reported(text)
    assert (found.code, found.message) == ("parameter-type", said)
    assert [each.edits[0].text for each in found.fixes] == ([] if fixed is None else [fixed])
    if fixed is not None:
        assert not reported(text.replace(written, fixed))


def test_a_running_program_is_told_the_same() -> None:
    with pytest.raises(DiagnosticError, match=r"`np\.float64` is numpy's type; write `n: T\.float64`"):
        from_source(HEAD + "def f(n: np.float64):\n    T.evaluate(0)\n", {"np": np})


def test_types_of_python_in_other_places() -> None:
    (variable,) = reported("def f():\n    x: int = 5\n    T.evaluate(x)\n")
    assert (variable.code, variable.message) == ("bad-annotation", "`int` is Python's type; write `x: T.int32`")
    (result,) = reported("def f() -> float:\n    return T.float32(1)\n")
    assert result.message == "`float` is Python's type; write `-> T.float32`"
    graph = "from tvm.script import relax as R\n\n@R.function\ndef f(n: int, x: list) -> R.Object:\n    return x\n"
    number, array = analyze(graph).diagnostics
    assert number.message == '`int` is Python\'s type; write `n: R.Prim("int64")`'
    assert array.message.endswith('here: `x: R.Tensor((16,), "float32")`')


@pytest.mark.parametrize("index", ["0", "-1", "0, 0", "0:2", "...", "'a'"])
def test_elements_of_a_tensor_are_not_taken_in_a_graph(index: str) -> None:
    head = "from tvm.script import relax as R\n\n@R.function\ndef f(x: R.Tensor((4, 4), 'float32')):\n"
    (found,) = analyze(f"{head}    y = x[{index}]\n    return y\n").diagnostics
    assert found.code == "tuple-index"
    assert found.message.startswith(
        "the elements of a tensor cannot be taken by an index in a graph; use `R.strided_slice`"
    )

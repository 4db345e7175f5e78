"""Programs that are right although something in them is not known, or looks like a mistake."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze

IMPORTS = "from tvm.script import tir as T\n\n\n"

RIGHT = {
    "the variables of a grid of unknown extents under one name": """
def make(n, shape):
    @T.prim_func
    def f(a: T.handle):
        A = T.match_buffer(a, (n, n))
        for at in T.grid(*shape):
            with T.block("A"):
                i, j = T.axis.remap("SS", at)
                A[i, j] = T.float32(0)
""",
    "a vector that goes on in the rows below": """
@T.prim_func
def f(A: T.Buffer((16, 4), "int8"), B: T.Buffer((64,), "int8")):
    B[0:64] = A.vload([0, 0], dtype="int8x64")
""",
    "a description of an intrinsic that adds to what it is given": """
@T.prim_func
def f(a: T.handle, c: T.handle):
    A = T.match_buffer(a, (4,), "int32")
    C = T.match_buffer(c, (4,), "int32")
    with T.block("root"):
        T.reads(C[0:4], A[0:4])
        T.writes(C[0:4])
        for i, k in T.grid(4, 4):
            with T.block("update"):
                vi, vk = T.axis.remap("SR", [i, k])
                C[vi] = C[vi] + A[vk]
""",
}


# What comes before a function that uses `n`, in a Python function.
DEFINITIONS = [
    "for n in sizes:",
    "for i, (n, m) in enumerate(sizes):",
    "while n := next(sizes):",
    "with opened() as n:",
    "with opened() as file, other() as (n, m):",
    "async for n in sizes:",
    "try:\n        pass\n    except ValueError as n:",
    "match sizes:\n      case [n, *rest]:",
    "match sizes:\n      case {'n': 1, **n}:",
]


@pytest.mark.parametrize("before", DEFINITIONS)
def test_names_of_the_python_around(before: str) -> None:
    function = "@T.prim_func\ndef f(A: T.Buffer((4,))):\n    A[0] = T.float32(n)\n"
    keyword = "async def" if before.startswith("async") else "def"
    text = f"{IMPORTS}{keyword} make(sizes, opened, other):\n    {before}\n" + "".join(
        f"            {line}\n" for line in function.splitlines()
    )
    assert [d.message for d in analyze(text).diagnostics] == []


@pytest.mark.parametrize("title", RIGHT)
def test_nothing_is_said_of_what_is_right(title: str) -> None:
    assert [d.message for d in analyze(IMPORTS + RIGHT[title]).diagnostics] == []


# Functions of Relax in which something comes from the Python around them, and so is not known here.
RELAX = {
    "what a block of unknown values puts out": """
    with R.dataflow():
        lv = op(x)
        gv = R.add(x, x)
        R.output(lv, gv)
    return gv, (lv, x)
""",
    "what branches of unknown values end with": """
    if cond:
        y = R.add(x, x)
        r = y
    else:
        r = op(x)
    return r
""",
    "what is named under an unknown condition": """
    if flag(x):
        r = x
    else:
        r = R.add(x, x)
    return r
""",
    "an unknown value in a tuple": """
    pair: R.Tuple(R.Tensor, R.Tensor) = (op(x), x)
    return pair
""",
    "an inner function without a result behind an unknown value": """
    @R.function
    def inner(y: R.Tensor) -> R.Tensor:
        return op(y)

    z = R.add(x, x)
    return z
""",
    "sizes that are numbers": """
    N, M = T.int64(), T.int64(4)
    y = R.match_cast(x, R.Tensor((N, M), "float32"))
    return y
""",
    "an empty tuple for its own sake": """
    R.tuple()
    return x
""",
}


@pytest.mark.parametrize("name", RELAX)
def test_functions_of_relax(name: str) -> None:
    signature = 'def f(x: R.Tensor(ndim=2, dtype="float32"), cond: R.Tensor((), "bool")):'
    text = "from tvm.script import relax as R, tir as T\nfrom anywhere import flag, op\n\n\n@R.function\n" + signature
    found = analyze(text + RELAX[name]).diagnostics
    assert [each for each in found if each.severity == "error"] == []


def test_the_text_of_an_instruction_that_only_running_tells() -> None:
    text = """from tvm.script import tirx as T


def make(chain, lanes):
    @T.prim_func(tirx=True)
    def f(A: T.Buffer((8,), "uint32"), B: T.Buffer((8,), "uint32")):
        T.device_entry()
        T.ptx[chain](*[A[at] for at in range(lanes)], B.ptr_to([0]))
"""
    assert [str(found) for found in analyze(text).diagnostics] == []


def test_range_takes_what_a_serial_loop_does() -> None:
    text = (
        IMPORTS + "@T.prim_func\ndef f(A: T.Buffer((8,))):\n    for i in range(8, {}):\n        A[i] = T.float32(i)\n"
    )
    assert analyze(text.format('annotations={"unrolled": 1}')).diagnostics == ()
    (found,) = analyze(text.format("step_by=1")).diagnostics
    assert found.code == "missing-argument"


@pytest.mark.parametrize(
    "name", ["import other.language as T", "from other import language as T", "import tvm.other.language as T"]
)
def test_functions_of_another_language_under_our_usual_name_are_left_alone(name: str) -> None:
    text = f"{name}\n\n@T.prim_func\ndef f(A: T.Tensor((8,), 'float16')):\n    with T.Kernel(4, 2) as (x, y):\n        T.copy(A[x], y)\n"
    assert analyze(text).diagnostics == ()
    assert analyze(text.replace(name, "from tvm.script import tir as T")).diagnostics != ()


def test_a_python_function_that_is_handed_on_is_not_called() -> None:
    text = """
from tvm import topi
from tvm.script import relax as R

def test():
    def twice(x):
        return topi.add(x, x)

    @R.function
    def main(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        with R.dataflow():
            y = R.emit_te(twice, x)
            R.output(y)
        return y
"""
    assert analyze(text).diagnostics == ()


def test_a_data_type_given_by_name_is_not_the_first_argument_too() -> None:
    text = """
from tvm.script import tirx as T

def make(dtype, size):
    @T.prim_func
    def f(a: T.handle):
        C = T.match_buffer(a, [32, size], dtype=dtype, scope="warp", offset_factor=1)
        T.evaluate(T.mma_fill(size, C.data, C.elem_offset, dtype=dtype))
    return f
"""
    assert [found.code for found in analyze(text).diagnostics] == []

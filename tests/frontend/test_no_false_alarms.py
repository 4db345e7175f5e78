"""Programs that are right although something in them is not known, or looks like a mistake."""

from __future__ import annotations

import pytest

from tilewright.analyze import analyze

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
    text = f"{IMPORTS}{keyword} make(sizes):\n    {before}\n" + "".join(
        f"            {line}\n" for line in function.splitlines()
    )
    assert [d.message for d in analyze(text).diagnostics] == []


@pytest.mark.parametrize("title", RIGHT)
def test_nothing_is_said_of_what_is_right(title: str) -> None:
    assert [d.message for d in analyze(IMPORTS + RIGHT[title]).diagnostics] == []

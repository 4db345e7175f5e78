"""Views of buffers by their methods: the same memory with other sizes, another type, another order, or as one thread has it."""

from __future__ import annotations

import pytest

from tilewright.error import DiagnosticError
from tilewright.script import from_source
from tilewright.tir import DeclBuffer
from tilewright.tir.stmt_functor import post_order_visit

HEAD = """from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4, 8), "float16")):
    L = T.alloc_buffer((8, 4), "float16", scope="local")
    L[0, 0] = A[0, 0]
"""


def declared(view: str) -> str:
    func = from_source(f"{HEAD}    V = {view}\n    T.evaluate(V.data)\n")
    found: list[DeclBuffer] = []
    post_order_visit(func.body, lambda node: found.append(node) if isinstance(node, DeclBuffer) else None)
    made, source = [node.buffer for node in found]
    if made.name != "V":
        made, source = source, made
    assert made.data is source.data
    assert from_source(func.script()).script() == func.script()
    return next(line.partition(", data=")[0] for line in func.script().split("\n") if "V = " in line).strip()


@pytest.mark.parametrize(
    ("view", "shape"),
    [
        ("L.view(4, 8)", '(4, 8), "float16"'),
        ("L.view(2, -1)", '(2, 16), "float16"'),
        ('L.view("uint8")', '(8, 8), "uint8"'),
        ('L.view("float32")', "(8, 2)"),
        ("L.permute(1, 0)", '(4, 8), "float16"'),
        ("L.local()", '(32,), "float16"'),
        ("L.local(4, 8)", '(4, 8), "float16"'),
    ],
)
def test_a_view_is_a_buffer_over_the_same_memory(view: str, shape: str) -> None:
    assert declared(view) == f"V = T.decl_buffer({shape}"


def test_a_permutation_says_where_elements_lie() -> None:
    func = from_source(f"{HEAD}    V = L.permute(1, 0)\n    V[3, 7] = A[0, 0]\n")
    assert "layout=T.TileLayout(T.S[(4, 8):(1, 4)])" in func.script()


def test_a_thread_has_the_part_of_a_layout_that_lies_in_memory() -> None:
    func = from_source(
        "from tvm.script import tirx as T\n\n@T.prim_func\ndef f():\n"
        '    L = T.alloc_buffer((32, 4), "float32", scope="local", layout=T.TileLayout(T.S[(32, 4) : (1 @ Axis.laneid, 1)]))\n'
        "    L[0, 0] = T.float32(0)\n    V = L.local()\n    V[3] = T.float32(1)\n"
    )
    assert "V = T.decl_buffer((4,), data=L.data" in func.script()


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ("L.view(4, 9)", "`L` has 32 elements, and the view has 36"),
        ("L.permute(0, 0)", "is no order of them"),
        ("L.local(5)", "the view has 5 elements, and a thread has 32"),
    ],
)
def test_a_view_of_other_elements_is_refused(view: str, sentence: str) -> None:
    with pytest.raises(DiagnosticError, match=sentence):
        from_source(f"{HEAD}    V = {view}\n    T.evaluate(V.data)\n")

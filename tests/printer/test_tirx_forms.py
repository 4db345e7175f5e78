"""The forms of tirx in print, and their way back."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.ir.structural import assert_structural_equal
from tilewright.script import from_source

PROGRAM = """
@T.prim_func
def f(A: T.Buffer((16,), "float32"), b: T.handle, n: T.int32) -> T.int32:
    T.func_attr({"tir.noalias": True})
    B = T.match_buffer(b, (16, n), "float32")
    C = T.alloc_buffer((16,))
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            T.block_attr({"k": 1})
            C[vi] = A[vi] + B[vi, 0]
    assert n > 0, "ValueError: too small"
    x: T.int32 = n * 2
    D = T.decl_buffer((4,), scope="local")
    D[0] = C[x]
    for i in range(4):
        if n > i:
            T.break_loop()
        T.evaluate(T.call_intrin("float32", "tir.exp", T.float32(1)))
    return x
"""


def tirx_text(func: Any) -> str:
    return func.script(dialect="tirx")


def test_forms_are_called_as_tirx_text() -> None:
    text = tirx_text(from_source(PROGRAM))
    for part in (
        *(
            "# from tvm.script import tirx as T",
            "@T.prim_func(s_tir=True)",
            '"tirx.noalias": True',
            "T.sblock_alloc_buffer((16,))",
        ),
        *(
            'with T.sblock("C"):',
            'T.sblock_attr({"k": 1})',
            '("ValueError", ["too small"])',
            "x: T.let[T.int32] = n * 2",
        ),
        *("D = T.alloc_local((4,))", "T.break_loop()", "return x"),
    ):
        assert part in text
    assert "T.block" not in text


def test_what_is_printed_reads_back() -> None:
    func = from_source(PROGRAM)
    assert_structural_equal(func, from_source(tirx_text(func)), map_free_vars=True)


def test_modules_read_back() -> None:
    module = from_source(
        "@I.ir_module\nclass M:\n    @T.prim_func(private=True)\n    def g(n: T.int32) -> T.int32:\n        return n + 1\n"
        "    @T.prim_func\n    def main(A: T.Buffer((4,), 'int32')):\n        A[0] = M.g(A[1])\n"
    )
    assert "@T.prim_func(private=True, s_tir=True)" in tirx_text(module)
    assert_structural_equal(module, from_source(tirx_text(module)))


def test_raw_memory_becomes_a_buffer() -> None:
    func = from_source(
        "@T.prim_func\ndef f(A: T.Buffer((4,))):\n    p = T.allocate([4], 'float32', 'local')\n    B = T.Buffer((4,), data=p, scope='local')\n    B[0] = A[0]\n"
    )
    text = tirx_text(func)
    assert "p = T.alloc_local((4,))" in text
    assert "data=p.data" in text
    from_source(text)


def test_only_known_dialects_are_printed() -> None:
    with pytest.raises(ValueError, match="classic, tirx"):
        from_source(PROGRAM).script(dialect="modern")

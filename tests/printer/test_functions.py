"""Functions and modules: signatures, attributes, the implicit root block, names."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.printer.hand_built import function, matmul, nop, point, var
from tilewright.core.base.dtype import dtype
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.ir.expr import Call, ExprLike, GlobalVar, IntImm, IterVar, Range, Var
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, SeqStmt, Stmt

HEADER = "# from tvm.script import tir as T\n\n"


def text(func: PrimFunc, **options: object) -> str:
    printed = func.script(**options)
    assert printed.startswith(HEADER)
    return printed[len(HEADER) :]


def with_buffer(buffer: Buffer, body: Stmt | None = None) -> PrimFunc:
    handle = var("a", "handle")
    return PrimFunc((handle,), body or nop(), None, {handle: buffer}, {"global_symbol": "f"})  # pyright: ignore[reportArgumentType]


def test_matmul() -> None:
    assert text(matmul()) == (
        "@T.prim_func\n"
        'def matmul(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):\n'
        '    # with T.block("root"):\n'
        "    for i, j, k in T.grid(128, 128, 128):\n"
        '        with T.block("C"):\n'
        '            vi, vj, vk = T.axis.remap("SSR", [i, j, k])\n'
        "            T.reads(A[vi, vk], B[vk, vj])\n"
        "            T.writes(C[vi, vj])\n"
        "            with T.init():\n"
        "                C[vi, vj] = T.float32(0.0)\n"
        "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]"
    )


def test_without_sugar() -> None:
    assert text(matmul(4), syntax_sugar=False) == (
        "@T.prim_func\n"
        "def matmul(a: T.handle, b: T.handle, c: T.handle):\n"
        "    A = T.match_buffer(a, (4, 4))\n"
        "    B = T.match_buffer(b, (4, 4))\n"
        "    C = T.match_buffer(c, (4, 4))\n"
        '    with T.block("root"):\n'
        "        T.reads()\n"
        "        T.writes()\n"
        "        for i in range(4):\n"
        "            for j in range(4):\n"
        "                for k in range(4):\n"
        '                    with T.block("C"):\n'
        "                        vi = T.axis.spatial(4, i)\n"
        "                        vj = T.axis.spatial(4, j)\n"
        "                        vk = T.axis.reduce(4, k)\n"
        "                        T.reads(A[vi, vk], B[vk, vj])\n"
        "                        T.writes(C[vi, vj])\n"
        "                        with T.init():\n"
        "                            C[vi, vj] = T.float32(0.0)\n"
        "                        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]"
    )


@pytest.mark.parametrize(
    ("func", "signature"),
    [
        (function(nop()), "@T.prim_func\ndef main():"),
        (function(nop(), name=None), "@T.prim_func(private=True)\ndef main():"),
        (function(nop(), var("n"), var("x", "float16")), "@T.prim_func\ndef main(n: T.int32, x: T.float16):"),
        (function(nop(), decl_buffer((4,), "int8", "A")), '@T.prim_func\ndef main(A: T.Buffer((4,), "int8")):'),
        (function(nop(), decl_buffer((), "int8", "A")), '@T.prim_func\ndef main(A: T.Buffer((), "int8")):'),
        (function(nop(), var("a", "handle")), "@T.prim_func\ndef main(a: T.handle):"),
        (
            function(nop(), Var("a", PointerType(PrimType(dtype("float32")), ""))),  # pyright: ignore[reportArgumentType]
            '@T.prim_func\ndef main(a: T.handle("float32")):',
        ),
        (
            PrimFunc((), nop(), PrimType(dtype("int32")), None, {"global_symbol": "f"}),  # pyright: ignore[reportArgumentType]
            "@T.prim_func\ndef f() -> T.int32:",
        ),
    ],
)
def test_signature(func: PrimFunc, signature: str) -> None:
    assert text(func) == f"{signature}\n    T.evaluate(0)"


def test_attributes_are_sorted_and_leave_out_the_name() -> None:
    func = function(nop(), b=True, a=[1, 2.0, None, "x"], c={"k": {"n": 1}})
    func = func.with_attr("tir.noalias", IntImm(dtype("bool"), 1))
    assert text(func).splitlines()[2] == (
        '    T.func_attr({"a": [1, 2.0, None, "x"], "b": True, "c": {"k": {"n": 1}}, "tir.noalias": T.bool(True)})'
    )
    assert text(func, name="other").splitlines()[1:3] == [
        "def other():",
        '    T.func_attr({"a": [1, 2.0, None, "x"], "b": True, "c": {"k": {"n": 1}}, "global_symbol": "main", "tir.noalias": T.bool(True)})',
    ]


n, m = var("n"), var("m")
s0, offset = var("s0"), var("A_elem_offset")


@pytest.mark.parametrize(
    ("buffer", "lines"),
    [
        (decl_buffer((n, 4), "float32", "A"), ["n = T.int32()", "A = T.match_buffer(a, (n, 4))"]),
        (decl_buffer((n, m), "int8", "A"), ["n, m = T.int32(), T.int32()", 'A = T.match_buffer(a, (n, m), "int8")']),
        (
            decl_buffer((n, n + m), "int8", "A"),
            ["m = T.int32()", "n = T.int32()", 'A = T.match_buffer(a, (n, n + m), "int8")'],
        ),
        (decl_buffer((4, 4), "float32", "A", strides=(s0, 1)), ['A = T.match_buffer(a, (4, 4), strides=("s0", 1))']),
        (
            decl_buffer((4, 4), "float32", "A", strides=(n, n)),
            ["n = T.int32()", "A = T.match_buffer(a, (4, 4), strides=(n, n))"],
        ),
        (decl_buffer((4,), "float32", "A", elem_offset=2), ["A = T.match_buffer(a, (4,), elem_offset=2)"]),
        (
            decl_buffer((4,), "float32", "A", elem_offset=offset, offset_factor=1),
            ["A = T.match_buffer(a, (4,), offset_factor=1)"],
        ),
        (
            decl_buffer((4,), "float32", "A", scope="local", data_alignment=128, offset_factor=8),
            ['A = T.match_buffer(a, (4,), scope="local", align=128, offset_factor=8)'],
        ),
        (
            decl_buffer((4,), "float32", "A", buffer_type="auto_broadcast"),
            ['A = T.match_buffer(a, (4,), buffer_type="auto_broadcast")'],
        ),
        (
            decl_buffer((4, 4), "float32", "A", axis_separators=(1,)),
            ["A = T.match_buffer(a, (4, 4), axis_separators=[1])"],
        ),
        (
            decl_buffer((IntImm(dtype("int64"), 4),), "float32", "A", strides=(1,)),
            ["A = T.match_buffer(a, (T.int64(4),), strides=(1,))"],
        ),
    ],
)
def test_buffers_that_the_signature_cannot_say(buffer: Buffer, lines: list[str]) -> None:
    assert text(with_buffer(buffer)).splitlines()[1:] == [
        "def f(a: T.handle):",
        *(f"    {line}" for line in lines),
        "    T.evaluate(0)",
    ]


def test_what_a_declaration_defines_is_written_through_the_buffer() -> None:
    buffer = decl_buffer((4,), "float32", "A", strides=(s0,), elem_offset=offset, offset_factor=1)
    body = Evaluate(Call("int32", "tir.bitwise_and", (s0, offset)))
    assert text(with_buffer(buffer, body)).splitlines()[-1] == "    T.bitwise_and(A.strides[0], A.elem_offset)"


def test_a_handle_or_pointer_used_elsewhere_is_not_in_the_signature() -> None:
    a, b = var("a", "handle"), var("b", "handle")
    first = decl_buffer((4,), "float32", "A")
    second = decl_buffer((2,), "float32", "B", data=first.data)
    used = PrimFunc((a,), Evaluate(a), None, {a: first}, {"global_symbol": "f"})  # pyright: ignore[reportArgumentType]
    shared = PrimFunc((a, b), nop(), None, {a: first, b: second}, {"global_symbol": "f"})  # pyright: ignore[reportArgumentType]
    assert text(used).splitlines()[1:] == [
        "def f(a: T.handle):",
        "    A = T.match_buffer(a, (4,))",
        "    T.evaluate(a)",
    ]
    assert text(shared).splitlines()[1:4] == [
        "def f(a: T.handle, b: T.handle):",
        "    A = T.match_buffer(a, (4,))",
        "    B = T.match_buffer(b, (2,), data=A.data)",
    ]


def test_a_flat_view_of_a_parameter_is_declared_where_it_is_used() -> None:
    whole = decl_buffer((4, 4), "float32", "A")
    flat = decl_buffer((16,), "float32", "A", data=whole.data)
    i = var("i")
    body = For(i, 0, 16, 0, BufferStore(flat, 0.0, (i,)))  # pyright: ignore[reportArgumentType]
    assert text(with_buffer(whole, body)).splitlines()[1:] == [
        'def f(A: T.Buffer((4, 4), "float32")):',
        "    for i in range(16):",
        "        A_1 = T.Buffer((16,), data=A.data)",
        "        A_1[i] = T.float32(0.0)",
    ]


def block(name: str, body: Stmt, *axes: tuple[IterVar, ExprLike], **more: Any) -> BlockRealize:
    made = Block(tuple(axis for axis, _ in axes), (), (), name, body, **more)  # pyright: ignore[reportArgumentType]
    return BlockRealize(tuple(value for _, value in axes), True, made)  # pyright: ignore[reportArgumentType]


def axis(name: str, extent: int = 128, kind: int = 0, low: int = 0) -> IterVar:
    return IterVar(Range(low, low + extent), var(name), kind)  # pyright: ignore[reportArgumentType]


def test_the_root_block_is_implicit_only_when_it_says_nothing() -> None:
    buffer = decl_buffer((4,), "float32", "a")
    allocating = block("root", nop(), alloc_buffers=(buffer,))
    assert text(function(allocating)).splitlines()[2:] == [
        '    # with T.block("root"):',
        "    a = T.alloc_buffer((4,))",
        "    T.evaluate(0)",
    ]
    bare = block("root", nop())
    assert text(function(bare)).splitlines()[2] == '    with T.block("root"):'
    reading = block("root", block("b", nop(), (axis("v"), 0)))
    object.__setattr__(reading.block, "reads", (point(buffer, 0),))  # pyright: ignore[reportArgumentType]
    assert text(function(reading)).splitlines()[2:4] == ['    with T.block("root"):', "        a = T.Buffer((4,))"]


def test_neighbouring_axes_over_whole_loops_are_remapped_together() -> None:
    loops = [var(f"i{at}") for at in range(6)]
    axes = [axis(f"v{at}", kind=2 if at in (2, 4) else 0) for at in range(6)]
    values = [loops[0] + 1, loops[1], loops[2], loops[3] - 1, loops[4], loops[5]]
    body: Stmt = block("update", nop(), *zip(axes, values))
    for loop in reversed(loops):
        body = For(loop, 0, 128, 0, body)  # pyright: ignore[reportArgumentType]
    lines = text(function(block("root", body))).splitlines()
    assert [line.strip() for line in lines[5:9]] == [
        "v0 = T.axis.spatial(128, i0 + 1)",
        'v1, v2 = T.axis.remap("SR", [i1, i2])',
        "v3 = T.axis.spatial(128, i3 - 1)",
        'v4, v5 = T.axis.remap("RS", [i4, i5])',
    ]


def test_axes_of_every_kind() -> None:
    axes = [axis("a", 4, 0, 2), axis("b", 4, 2), axis("c", 4, 3), axis("d", 4, 4)]
    lines = block("b", nop(), *((one, 0) for one in axes)).script().splitlines()
    assert [line.strip() for line in lines[1:5]] == [
        "a = T.axis.spatial((2, 6), 0)",
        "b = T.axis.reduce(4, 0)",
        "c = T.axis.scan(4, 0)",
        "d = T.axis.opaque(4, 0)",
    ]


def test_a_call_between_functions_goes_through_the_module() -> None:
    helper = GlobalVar("helper")
    module = IRModule({"main": function(Evaluate(helper(1))), helper: function(nop(), var("n"), name=None)}, {"key": 1})
    assert module.script() == (
        "# from tvm.script import ir as I\n"
        "# from tvm.script import tir as T\n"
        "\n"
        "@I.ir_module\n"
        "class Module:\n"
        '    I.module_attrs({"key": 1})\n'
        "    @T.prim_func(private=True)\n"
        "    def helper(n: T.int32):\n"
        "        T.evaluate(0)\n"
        "\n"
        "    @T.prim_func\n"
        "    def main():\n"
        "        Module.helper(1)"
    )
    assert "class Other:" in module.script(name="Other")
    assert "Other.helper(1)" in module.script(name="Other")


def test_an_empty_module() -> None:
    assert IRModule({}).script() == "# from tvm.script import ir as I\n\n@I.ir_module\nclass Module:\n    pass"


def test_prefixes_and_indentation() -> None:
    printed = IRModule({"f": function(nop())}).script(tir_prefix="tir", ir_prefix="ir", indent_spaces=2)
    assert printed.splitlines()[:2] == ["# from tvm.script import ir as ir", "# from tvm.script import tir as tir"]
    assert printed.splitlines()[3:] == [
        "@ir.ir_module",
        "class Module:",
        "  @tir.prim_func",
        "  def f():",
        '    tir.func_attr({"global_symbol": "main"})',
        "    tir.evaluate(0)",
    ]
    with pytest.raises(ValueError, match="ir_prefix"):
        IRModule({}).script(ir_prefix="2I")
    with pytest.raises(TypeError, match="no option 'sugar'"):
        IRModule({}).script(sugar=False)


def test_the_default_buffer_type_is_an_option() -> None:
    func = function(
        block("root", nop(), alloc_buffers=(decl_buffer((4,), "int8", "a"), decl_buffer((4,), "float32", "b")))
    )
    lines = text(func, buffer_dtype="int8").splitlines()
    assert lines[3:5] == ["    a = T.alloc_buffer((4,))", '    b = T.alloc_buffer((4,), "float32")']


def test_addresses_mark_every_name() -> None:
    printed = function(Evaluate(n), n).script(show_object_address=True)
    found = re.search(r"def main\((n_0x[0-9a-f]+): T\.int32\):\n    T\.evaluate\((n_0x[0-9a-f]+)\)", printed)
    assert found is not None
    assert found[1] == found[2]


def test_metadata() -> None:
    from tilewright.core.ir.json import load_json
    from tilewright.ir.expr import StringImm

    long = StringImm("one\ntwo\n")
    func = function(SeqStmt((Evaluate(long), Evaluate(StringImm("one\ntwo\n")), Evaluate(StringImm("x\ny")))))
    hidden = func.script()
    assert hidden.count('metadata["tir.StringImm"][0]') == 2
    assert hidden.count('metadata["tir.StringImm"][1]') == 1
    assert hidden.endswith("\n# Metadata omitted. Use show_meta=True in script() method to show it.")
    first = func.script(show_meta=True).splitlines()[0]
    namespace: dict[str, Any] = {}
    exec(first.replace("tvm.ir.load_json", "load_json"), {"load_json": load_json}, namespace)
    loaded = namespace["metadata"]
    assert [item.value for item in loaded["tir.StringImm"]] == ["one\ntwo\n", "x\ny"]


def test_hundreds_of_nested_statements() -> None:
    from tilewright.ir.stmt import LetStmt

    body: Stmt = nop()
    for at in range(800):
        body = LetStmt(var(f"v{at}"), at, body)  # pyright: ignore[reportArgumentType]
    assert function(body).script().count("\n") == 804

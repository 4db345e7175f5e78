"""`tir.analysis`: what is asked of functions, on the smallest functions that show it."""

from __future__ import annotations

import pytest

from tilewright import tir
from tilewright.ir.expr import IntImm, Var
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import Block, Evaluate, For, ForKind, LetStmt, SeqStmt
from tilewright.script import tir as T
from tilewright.target import Target
from tilewright.tir import analysis


@T.prim_func
def two_stages(A: T.Buffer((16, 16), "float32"), D: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16, 16))
    for i, j in T.grid(16, 16):
        with T.block("scale"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, k in T.grid(16, 16):
        with T.block("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                D[vi] = T.float32(0)
            D[vi] = D[vi] + B[vi, vk] * B[vi, vk]


@T.prim_func
def pure(n: T.int32) -> T.int32:
    local = T.allocate([4], "int32", "global")
    L = T.Buffer((4,), "int32", data=local)
    L[0] = n + 1
    T.ret(L[0])


def test_lca_of_accesses() -> None:
    root = two_stages.body.block
    A, D = two_stages.buffer_map.values()
    (B,) = root.alloc_buffers
    found = analysis.detect_buffer_access_lca(two_stages)
    # A is accessed in one block only; B in two nests; D above the loop of the reduction.
    assert found[A] is root.body[0].body.body.block
    assert found[D] is root.body[1]
    assert found[B] is root


def test_lca_of_views_pointers_and_accesses_outside_blocks() -> None:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block():
                vi = T.axis.spatial(16, i)
                T.reads(A[vi], B[vi])
                T.writes()
                part = T.match_buffer(A[vi], (), offset_factor=1)
                T.evaluate(part[()])
                T.evaluate(T.call_extern("int32", "f", B.data))
        C[0] = C[1]

    A, B, C = main.buffer_map.values()
    found = analysis.detect_buffer_access_lca(main)
    block = main.body.block.body[0].body.block
    assert found[A] is block
    assert found[B] is block
    assert found[C] is main.body.block


def test_lca_without_a_block_around() -> None:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            A[i] = T.float32(0)
        for i in range(16):
            A[i] = B[i]

    A, B = main.buffer_map.values()
    assert analysis.detect_buffer_access_lca(main) == {A: None, B: main.body[1]}


def test_anchor_is_the_reduction_with_most_work() -> None:
    @T.prim_func
    def softmax_like(A: T.Buffer((4, 4), "float32"), S: T.Buffer((4,), "float32"), P: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 2):
            with T.block("small"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk] * A[vi, vk]
        for i, k in T.grid(4, 4):
            with T.block("large"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    P[vi] = T.float32(0)
                P[vi] = P[vi] + A[vi, vk]
        for i in range(4):
            with T.block("last"):
                vi = T.axis.spatial(4, i)
                S[vi] = S[vi] + P[vi] * P[vi] * P[vi] * P[vi] * P[vi]

    # 4 * 2 * 2 = 16 operations and 4 * 4 * 1 = 16: the first of equals.
    small, last = (analysis.find_anchor_block(IRModule({"main": each})) for each in (softmax_like, two_stages))
    assert small is not None
    assert last is not None
    assert (small.name_hint, last.name_hint) == ("small", "sum")
    assert analysis.find_anchor_block(IRModule({"main": pure})) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B[0] = A[0] + T.float32(1)", 1),
        ("B[0] = T.exp(A[0])", 0),
        ("B[0] = T.sqrt(A[0] * A[1])", 1),
        ("C[0] = C[1] + 1", 1),
        ("C[0] = C[1 + C[2]]", 0),
        ("B[0] = T.if_then_else(A[0] < T.float32(1), A[1] * A[2], A[3])", 1),
        ("B[0] = T.Select(A[0] < T.float32(1), A[1] * A[2], A[3])", 1),
        ("B[0] = T.Cast('float32', C[0] + 1)", 1),
        ("B[0] = T.max(A[0], A[1])", 1),
        ("if A[0] < T.float32(2):\n        B[0] = A[0] + A[1]\n    else:\n        B[0] = A[0] + A[1] + A[2]", 2),
        ("for i in range(4):\n        for j in range(i + 1):\n            B[j] = A[i] + A[j]", 16),
        ("for i in T.vectorized(4):\n        B[i] = A[i] + T.float32(2)", 4),
        ("B[T.Ramp(0, 1, 4)] = A[T.Ramp(0, 1, 4)] + A[T.Ramp(4, 1, 4)]", 4),
        ("T.evaluate(T.call_extern('float32', 'f', A[0] + A[1]))", 0),
        ("while A[0] < T.float32(2):\n        A[0] = A[0] + A[1]", 1),
        ("with T.LetStmt(A[0] * A[1]) as x:\n        B[0] = x + x", 2),
        ("for i in range(C[0]):\n        pass", 0),
    ],
)
def test_flops_are_those_that_tvm_estimates(text: str, expected: float) -> None:
    from tilewright.script import from_source

    head = '@T.prim_func\ndef main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "int32")):\n'
    func = from_source(f"{head}    {text}\n", check_well_formed=False)
    assert analysis.estimate_tir_flops(func.body) == expected
    assert analysis.estimate_tir_flops(IRModule({"f": func, "g": func})) == 2 * expected


def test_memory_is_counted_by_what_lives_at_once() -> None:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), n: T.int32):
        with T.block("root"):
            T.reads()
            T.writes()
            B = T.alloc_buffer((64,), "float32")
            with T.block("one"):
                T.reads()
                T.writes()
                C = T.alloc_buffer((9,), "float32")
                S = T.alloc_buffer((8,), "float32", scope="shared")
                C[0] = S[0] + B[0]
            with T.block("other"):
                T.reads()
                T.writes()
                D = T.alloc_buffer((100,), "int8")
                E = T.alloc_buffer((n,), "int8")
                D[0] = E[0]

    assert analysis.calculate_allocated_bytes(main) == {"main": {"global": 256 + 100, "shared": 32}}
    assert analysis.calculate_allocated_bytes(IRModule({"f": main, "g": pure})) == {
        "f": {"global": 356, "shared": 32},
        "g": {"global": 16},
    }
    assert analysis.calculate_workspace_bytes(main, 64) == 256 + 128
    assert analysis.calculate_workspace_bytes(pure, 1) == 16


def test_purity() -> None:
    @T.prim_func
    def calling(n: T.int32):
        T.evaluate(T.call_extern("int32", "f", n))

    assert analysis.is_pure_function(pure)
    assert analysis.assert_pure_function(pure)
    assert not analysis.is_pure_function(two_stages)
    with pytest.raises(
        AssertionError, match="function `two_stages` is not pure: it stores to `D`, which is not its own"
    ):
        analysis.assert_pure_function(two_stages)
    with pytest.raises(AssertionError, match=r"calls `tir.call_extern`, which may have effects"):
        analysis.assert_pure_function(calling)


def test_memory_of_a_device_is_touched_by_its_threads_only() -> None:
    @T.prim_func
    def threads(A: T.Buffer((16,), "float32")):
        for i in T.thread_binding(16, "threadIdx.x"):
            A[i] = T.float32(0)

    @T.prim_func
    def host(A: T.Buffer((16,), "float32")):
        for i in range(16):
            A[i] = T.float32(0)

    on_gpu = Target("cuda")
    assert analysis.verify_memory(host)
    assert analysis.verify_memory(host.with_attr("target", Target("llvm")))
    assert not analysis.verify_memory(host.with_attr("target", on_gpu))
    assert analysis.verify_memory(threads.with_attr("target", on_gpu))
    with on_gpu:
        assert not analysis.verify_memory(host)


def test_accesses_outside_their_buffer_are_refused() -> None:
    @T.prim_func(check_well_formed=False)
    def outside(A: T.Buffer((2, 3), "float32"), B: T.Buffer((3,), "float32")):
        for i in range(3):
            B[i] = A[i, 2]

    checker = analysis.OOBChecker()
    inside = IRModule({"main": two_stages})
    assert checker(inside) is inside
    with pytest.raises(
        tir.ScheduleError, match=r"buffer A: .*reaches 2 when i = 2, and dimension 0 of `A` has 2 elements"
    ):
        checker(IRModule({"main": outside}))


def test_branches_are_found_in_statements_and_expressions() -> None:
    @T.prim_func
    def choosing(A: T.Buffer((4,), "int32")):
        A[0] = T.if_then_else(A[1] > 0, 1, 2)

    assert analysis.has_if_then_else(choosing.body)
    assert not analysis.has_if_then_else(two_stages.body)


def test_regions_of_blocks_that_hand_out_pointers() -> None:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        with T.block("root"):
            T.reads(A[0:16], B[0:16])
            T.writes(A[0:16], B[0:16])
            B[0] = A[1]
            T.evaluate(T.call_extern("int32", "f", A.data))

    known = {buffer.data: buffer for buffer in main.buffer_map.values()}
    reads, writes, opaque = analysis.get_block_access_region(main.body.block, known)
    assert [[region.buffer.name for region in regions] for regions in (reads, writes, opaque)] == [["A"], ["B"], ["A"]]
    both = analysis.get_block_read_write_region(main.body.block, known)
    assert [[region.buffer.name for region in regions] for regions in both] == [["A"], ["B", "A"]]


def test_regions_under_nested_lets_of_one_variable() -> None:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        x = T.int32()
        with T.block("root"):
            T.reads()
            T.writes(A[1:3])
            with T.LetStmt(T.int32(2), var=x):
                A[x] = 0.0

    block = main.body.block
    let = block.body
    assert isinstance(let, LetStmt)
    after = SeqStmt([LetStmt(let.var, IntImm("int32", 2), let.body), let.body])
    nested = Block(block.iter_vars, block.reads, block.writes, "root", LetStmt(let.var, IntImm("int32", 1), after))
    _, (written,), _ = analysis.get_block_access_region(
        nested, {buffer.data: buffer for buffer in main.buffer_map.values()}
    )
    (range_,) = written.region
    assert (int(range_.min), int(range_.extent)) == (1, 2)


def test_what_is_missing_says_why() -> None:
    with pytest.raises(
        AttributeError,
        match=r"tir\.analysis\.verify_gpu_code is not in Tilewright: it judges kernels for GPUs",
    ):
        analysis.verify_gpu_code  # noqa: B018


def test_a_variable_is_defined_in_one_place() -> None:
    i = Var("i", "int32")
    once = For(i, IntImm("int32", 0), IntImm("int32", 4), ForKind.SERIAL, Evaluate(i))
    twice = PrimFunc((), SeqStmt((once, For(i, IntImm("int32", 0), IntImm("int32", 2), ForKind.SERIAL, Evaluate(i)))))
    nested = PrimFunc(
        (), For(i, IntImm("int32", 0), IntImm("int32", 4), ForKind.SERIAL, LetStmt(i, IntImm("int32", 1), Evaluate(i)))
    )
    apart = IRModule({"f": PrimFunc((), once), "g": PrimFunc((), once)})
    assert analysis.verify_well_formed(PrimFunc((), once))
    with pytest.raises(ValueError, match="due to multiple definitions of variable i"):
        analysis.verify_well_formed(twice)
    with pytest.raises(ValueError, match="due to multiple nested definitions of variable i"):
        analysis.verify_well_formed(nested)
    assert not analysis.verify_well_formed(apart, assert_mode=False)


def test_memory_of_the_device_is_used_around_the_blocks_of_threads() -> None:
    @T.prim_func
    def copy(A: T.Buffer((4, 32), "int32"), B: T.Buffer((4, 32), "int32")):
        for i in T.thread_binding(4, thread="blockIdx.x"):
            for j in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("copy"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj]

    found = tir.analysis.detect_buffer_access_lca(copy)
    kernel = copy.body.block.body
    assert all(found[copy.buffer_map[param]] is kernel for param in copy.params)


def test_regions_of_views_of_memory_that_was_not_asked_for() -> None:
    @T.prim_func
    def views(A: T.Buffer((16, 16), "float32")):
        for i in range(16):
            with T.block("outer"):
                vi = T.axis.spatial(16, i)
                AA = T.match_buffer(A[vi, 0:16], (16,), offset_factor=1)
                for j in range(16):
                    with T.block("inner"):
                        vj = T.axis.spatial(16, j)
                        AAA = T.match_buffer(AA[vj], (), offset_factor=1)
                        AAA[()] = T.float32(1)

    outer = views.body.block.body.body.block
    inner = outer.body.body.block
    known = {buffer.data: buffer for buffer in views.buffer_map.values()}
    assert tir.analysis.get_block_access_region(inner, known) == [[], [], []]
    known |= {match.buffer.data: match.buffer for match in outer.match_buffers}
    (written,) = tir.analysis.get_block_access_region(inner, known)[1]
    assert written.buffer is outer.match_buffers[0].buffer


def test_functions_of_floats_are_made_of_integers_outside_of_scripts() -> None:
    x = tir.Var("x", "int32")
    assert tir.exp(x).dtype == "int32"
    assert tir.analysis.expr_deep_equal(tir.log(x + 1), tir.log(x + 1))

"""loop_partition, rolling_buffer, read_at, write_at and cache_index: what they make of small programs, and what they refuse."""

from __future__ import annotations

import pytest

from tests.schedule.programs import becomes, computes, double, row_sums
from tilewright import tir
from tilewright.script import tir as T


@T.prim_func
def windows(A: T.Buffer((20,), "int32"), C: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((18,), "int32")
    for i in range(4):
        for x in range(6):
            with T.block("B"):
                v = T.axis.spatial(18, i * 4 + x)
                B[v] = A[v] + A[v + 1] + A[v + 2]
        for x in range(4):
            with T.block("C"):
                v = T.axis.spatial(16, i * 4 + x)
                C[v] = B[v] * B[v + 1] - B[v + 2]


def test_partition_makes_loops_that_follow_each_other() -> None:
    @T.prim_func
    def after(A: T.Buffer((8, 12), "int32"), B: T.Buffer((8, 12), "int32")):
        with T.block("root"):
            T.reads()
            T.writes()
            with T.block("B_i_common"):
                T.reads()
                T.writes()
                with T.block("B_i0_partition"):
                    T.reads()
                    T.writes()
                    for i0, j in T.grid(3, 12):
                        with T.block("B_i0"):
                            vi, vj = T.axis.remap("SS", [i0, j])
                            T.reads(A[0:3, 0:12])
                            T.writes(B[0:3, 0:12])
                            B[vi, vj] = A[vi, vj] * 2
                with T.block("B_i1_partition"):
                    T.reads()
                    T.writes()
                    for i1 in range(3, 8):
                        for j in range(12):
                            with T.block("B_i1"):
                                vi, vj = T.axis.remap("SS", [i1, j])
                                T.reads(A[3:8, 0:12])
                                T.writes(B[3:8, 0:12])
                                B[vi, vj] = A[vi, vj] * 2

    sch = tir.Schedule(double)
    made = sch.loop_partition(sch.get_loops("B")[0], [3])
    assert [sch.get(loop).loop_var.name for loop in made] == ["i0", "i1"]
    becomes(sch, double, after)
    computes(sch, double)


@pytest.mark.parametrize(
    ("factors", "extents"), [([2, 4], [2, 4, 6]), ([None, 5], [7, 5]), ([1, None, 1], [1, 10, 1]), ([11], [11, 1])]
)
def test_partition_of_a_reduction_begins_once(factors: list[int | None], extents: list[int]) -> None:
    sch = tir.Schedule(row_sums)
    made = sch.loop_partition(sch.get_loops("B")[1], factors)
    assert [int(sch.get(loop).extent) for loop in made] == extents
    computes(sch, row_sums)


def test_a_part_can_be_changed_further() -> None:
    sch = tir.Schedule(double)
    _, last = sch.loop_partition(sch.get_loops("B")[1], [8])
    sch.vectorize(last)
    computes(sch, double)
    text = sch.mod.script()
    assert "T.vectorized(8, 12)" in text


def test_a_part_of_a_part_declares_less() -> None:
    sch = tir.Schedule(double)
    first, _ = sch.loop_partition(sch.get_loops("B")[0], [3])
    assert sch.get(first).loop_var.name == "i0"
    sch.loop_partition(sch.get_loops("B_i0")[1], [4])
    parts = {name: str(sch.get(sch.get_block(name)).writes[0]) for name in ("B_i0_j0", "B_i0_j1", "B_i1")}
    assert parts == {"B_i0_j0": "B[0:3, 0:4]", "B_i0_j1": "B[0:3, 4:12]", "B_i1": "B[3:8, 0:12]"}
    computes(sch, double)


def test_a_part_of_a_block_without_axes_declares_for_the_block_inside() -> None:
    @T.prim_func
    def around(A: T.Buffer((8, 12), "int32"), B: T.Buffer((8, 12), "int32")):
        for i, j in T.grid(8, 12):
            with T.block("around"):
                T.reads(A[i, j])
                T.writes(B[i, j])
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A[vi, vj] * 2

    sch = tir.Schedule(around)
    sch.loop_partition(sch.get_loops("around")[0], [3])
    assert str(sch.get(sch.get_block("around_i1")).writes[0]) == "B[i1, j]"
    assert str(sch.get(sch.get_block("B_i1")).writes[0]) == "B[3:8, 0:12]"
    computes(sch, around)


@pytest.mark.parametrize(
    ("factors", "said"),
    [
        ([8], "The sum of factors is larger than or equal to the extent"),
        ([], "The sum of factors"),
        ([None, None], "Only one factor"),
        ([0, 3], "required to be positive. However, the factor at position 0 is 0"),
    ],
)
def test_partition_refuses_wrong_factors(factors: list[int | None], said: str) -> None:
    sch = tir.Schedule(double)
    with pytest.raises(tir.ScheduleError, match=said):
        sch.loop_partition(sch.get_loops("B")[0], factors)


def test_rolling_buffer_keeps_what_is_needed() -> None:
    @T.prim_func
    def after(A: T.Buffer((20,), "int32"), C: T.Buffer((16,), "int32")):
        B = T.alloc_buffer((6,), "int32")
        for i in range(4):
            for x in range(6):
                with T.block("B"):
                    v = T.axis.opaque(18, i * 4 + x)
                    T.where(i < 1 or 2 <= x)
                    T.reads(A[v : v + 3])
                    T.writes(B[v % 6])
                    B[v % 6] = A[v] + A[v + 1] + A[v + 2]
            for x in range(4):
                with T.block("C"):
                    v = T.axis.opaque(16, i * 4 + x)
                    C[v] = B[v % 6] * B[(v + 1) % 6] - B[(v + 2) % 6]

    sch = tir.Schedule(windows)
    sch.rolling_buffer("B", 0)
    becomes(sch, windows, after)
    computes(sch, windows)


@T.prim_func
def pools(A: T.Buffer((12, 12), "int32"), C: T.Buffer((8, 8), "int32")):
    B = T.alloc_buffer((10, 10), "int32")
    for i, j in T.grid(10, 10):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.max(A[vi, vj], A[vi + 2, vj + 2])
    for i, j in T.grid(8, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(B[vi, vj + 1], B[vi + 2, vj])


@pytest.mark.parametrize("tile", [(4, 4), (2, 8), (8, 1), (1, 1), (4, 2)])
def test_rolling_buffer_in_two_dimensions(tile: tuple[int, int]) -> None:
    sch = tir.Schedule(pools)
    i, j = sch.get_loops("C")
    outer, inner = sch.split(i, [None, tile[0]])
    other, rest = sch.split(j, [None, tile[1]])
    sch.reorder(outer, other, inner, rest)
    sch.compute_at(sch.get_block("B"), other)
    computes(sch, pools)
    sch.rolling_buffer("B", 0)
    computes(sch, pools)
    (buffer,) = sch.mod["main"].body.block.alloc_buffers
    assert [int(size) for size in buffer.shape] != [10, 10]


def test_rolling_buffer_keeps_what_a_begin_that_is_divided_still_needs() -> None:
    @T.prim_func
    def upscaled(A: T.Buffer((20,), "int32"), C: T.Buffer((20,), "int32")):
        B = T.alloc_buffer((14,), "int32")
        for i in range(4):
            for x in range(5):
                with T.block("B"):
                    v = T.axis.spatial(14, i * 5 // 2 + x)
                    B[v] = A[v] * 2
            for x in range(5):
                with T.block("C"):
                    v = T.axis.spatial(20, i * 5 + x)
                    C[v] = B[v // 2] + B[v // 2 + 1] + B[v // 2 + 2]

    sch = tir.Schedule(upscaled)
    sch.rolling_buffer("B", 0)
    computes(sch, upscaled)
    assert "T.where(i < 1 or 2 <= x)" in sch.mod.script()
    (buffer,) = sch.mod["main"].body.block.alloc_buffers
    assert [int(size) for size in buffer.shape] == [5]


def test_rolling_buffer_refuses() -> None:
    sch = tir.Schedule(windows)
    with pytest.raises(tir.ScheduleError, match="is an output block"):
        sch.rolling_buffer("C", 0)
    with pytest.raises(tir.ScheduleError, match="no number 1"):
        sch.rolling_buffer("B", 1)
    sch = tir.Schedule(pools)
    with pytest.raises(tir.ScheduleError, match="not below one loop"):
        sch.rolling_buffer("B", 0)


@T.prim_func
def product(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8, 8), "int32"), C: T.Buffer((8, 8), "int32")):
    for i0, i1, j, k in T.grid(2, 4, 8, 8):
        with T.block("C"):
            vi = T.axis.spatial(8, i0 * 4 + i1)
            vj, vk = T.axis.remap("SR", [j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def test_read_at_copies_what_a_loop_reads() -> None:
    @T.prim_func
    def after(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8, 8), "int32"), C: T.Buffer((8, 8), "int32")):
        A_shared = T.alloc_buffer((8, 8), "int32", scope="shared")
        for i0 in range(2):
            with T.block("A_shared"):
                v0 = T.axis.spatial(2, i0)
                T.reads(A[v0 * 4 : v0 * 4 + 4, 0:8])
                T.writes(A_shared[v0 * 4 : v0 * 4 + 4, 0:8])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(4, 8):
                    A_shared[v0 * 4 + ax0, ax1] = A[v0 * 4 + ax0, ax1]
            for i1, j, k in T.grid(4, 8, 8):
                with T.block("C"):
                    vi = T.axis.spatial(8, i0 * 4 + i1)
                    vj, vk = T.axis.remap("SR", [j, k])
                    with T.init():
                        C[vi, vj] = 0
                    C[vi, vj] = C[vi, vj] + A_shared[vi, vk] * B[vk, vj]

    sch = tir.Schedule(product)
    made = sch.read_at(sch.get_loops("C")[0], sch.get_block("C"), 0, "shared")
    assert sch.get(made).name_hint == "A_shared"
    becomes(sch, product, after)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("side", ["read", "write"])
def test_copies_at_any_loop_compute_the_same(place: int, side: str) -> None:
    sch = tir.Schedule(product)
    loop, block = sch.get_loops("C")[place], sch.get_block("C")
    if side == "read":
        sch.read_at(loop, block, 1, "global")
    else:
        sch.write_at(loop, block, 0, "global")
    computes(sch, product)


def test_write_at_copies_back_behind_the_loop() -> None:
    sch = tir.Schedule(product)
    made = sch.write_at(sch.get_loops("C")[1], sch.get_block("C"), 0, "local")
    block = sch.get(made)
    assert [int(range_.extent) for range_ in block.writes[0].region] == [1, 8]
    assert [axis.var.name for axis in block.iter_vars] == ["v0", "v1"]
    text = sch.mod.script()
    assert text.index('T.block("C")') < text.index('T.block("C_local")')


@T.prim_func
def product_of_threads(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8, 8), "int32"), C: T.Buffer((8, 8), "int32")):
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(4, thread="threadIdx.x"):
            for k0, j, k1 in T.grid(2, 8, 4):
                with T.block("C"):
                    vi = T.axis.spatial(8, bx * 4 + tx)
                    vj = T.axis.spatial(8, j)
                    vk = T.axis.reduce(8, k0 * 4 + k1)
                    with T.init():
                        C[vi, vj] = 0
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


@pytest.mark.parametrize(
    ("scope", "copied"), [("shared", ["4", "4"]), ("shared.dyn", ["4", "4"]), ("local", ["1", "4"])]
)
def test_threads_that_share_memory_copy_together(scope: str, copied: list[str]) -> None:
    sch = tir.Schedule(product_of_threads)
    made = sch.get(sch.read_at(sch.get_loops("C")[2], sch.get_block("C"), 0, scope))
    assert [str(range_.extent) for range_ in made.reads[0].region] == copied


def test_copies_refuse() -> None:
    sch = tir.Schedule(product)
    loop, block = sch.get_loops("C")[0], sch.get_block("C")
    with pytest.raises(tir.ScheduleError, match="no number 3"):
        sch.read_at(loop, block, 3, "shared")
    with pytest.raises(tir.ScheduleError, match='no memory of the scope "attic"'):
        sch.read_at(loop, block, 0, "attic")
    sch = tir.Schedule(windows)
    x = sch.get_loops("B")[1]
    with pytest.raises(tir.ScheduleError, match="not below the loop"):
        sch.read_at(x, sch.get_block("C"), 0, "shared")
    i = sch.get_loops("B")[0]
    with pytest.raises(tir.ScheduleError, match="below the loop writes `B`"):
        sch.read_at(i, sch.get_block("C"), 0, "shared")


@T.prim_func
def resize(A: T.Buffer((4, 5), "int32"), B: T.Buffer((8, 10), "int32")):
    for i, j in T.grid(8, 10):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[T.max(T.min(vi // 2, 3), 0), vj // 2] + A[T.max(T.min(vi // 2, 3), 0), (vj + vi) // 4]


def test_indices_are_computed_once() -> None:
    sch = tir.Schedule(resize)
    made = sch.cache_index("B", "global", 2)
    assert [sch.get(block).name_hint for block in made] == ["index_0"]
    computes(sch, resize)
    assert "A[index_var_0[vi], vj // 2] + A[index_var_0[vi], (vj + vi) // 4]" in sch.mod.script()
    sch = tir.Schedule(resize)
    made = sch.cache_index("B", "global")
    assert len(made) == 3
    assert [int(size) for size in sch.get(made[2]).writes[0].buffer.shape] == [8, 10]
    computes(sch, resize)
    assert tir.Schedule(double).cache_index("B", "global") == []


def places(func: tir.PrimFunc, block: str, *order: str) -> set[str]:
    """The places that are sampled for a block, after the loops of the block C were put in an order."""
    found: set[str] = set()
    for seed in range(1, 60):
        sch = tir.Schedule(func, seed=seed * 7919)
        if order:
            loops = {sch.get(loop).loop_var.name: loop for loop in sch.get_loops("C")}
            sch.reorder(*[loops[name] for name in order])
        place = sch.sample_compute_location(block)
        (decision,) = sch.trace.decisions.values()
        found.add(sch.get(place).loop_var.name if int(decision) >= 0 else str(decision))
        sch.compute_at(sch.get_block(block), place)
        computes(sch, func) if seed < 9 else None
    return found


@T.prim_func
def chain(A: T.Buffer((4, 4), "int32"), D: T.Buffer((4, 4), "int32")):
    B = T.alloc_buffer((4, 4), "int32")
    C = T.alloc_buffer((4, 4), "int32")
    for i, j in T.grid(4, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2
    for i, j, k in T.grid(4, 4, 4):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + B[vi, vk] * B[vk, vj]
    for i, j in T.grid(4, 4):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = C[vi, vj] + 1


def test_places_to_compute_at() -> None:
    assert places(chain, "B") == {"-2", "-1", "i", "j"}
    assert places(chain, "C") == {"-1", "i", "j"}
    assert places(chain, "D") == {"-1"}
    assert places(chain, "B", "i", "k", "j") == {"-2", "-1", "i", "k"}
    assert places(chain, "B", "k", "i", "j") == {"-2", "-1", "k"}


def test_a_decided_place_is_kept() -> None:
    sch = tir.Schedule(chain)
    place = sch.sample_compute_location("C", decision=0)
    assert sch.get(place).loop_var.name == "i"
    assert [int(each) for each in sch.trace.decisions.values()] == [0]
    sch.sample_compute_location("C", decision=5)
    assert [int(each) for each in sch.trace.decisions.values()] == [0, 1]

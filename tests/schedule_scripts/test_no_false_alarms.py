"""Scripts in which nothing is wrong, or nothing is known to be: they are left alone."""

from __future__ import annotations

import pytest

from tests.schedule_scripts.programs import said

SCRIPTS = {
    "version": """sch = tir.Schedule(product)
get = getattr(sch, "get_sblock", None)
if hasattr(sch, "get_sblock_v2"):
    b = sch.get_sblock_v2("C")
else:
    b = sch.get_block("C")
i, j, k = sch.get_loops(b)
""",
    "removed": """sch = tir.Schedule(product)
loops = sch.get_loops("C")
loops.remove(loops[0])
j, k = loops
""",
    "sorted": """sch = tir.Schedule(product)
loops = list(sch.get_loops("C"))
loops.sort(key=str)
sch.vectorize(loops[2])
""",
    "raises": """import pytest
def test_it():
    sch = tir.Schedule(product)
    i, j, k = sch.get_loops("C")
    with pytest.raises(tvm.tir.ScheduleError):
        sch.parallel(k)
    with pytest.raises(tvm.tir.ScheduleError):
        sch.fuse(i, k)
    sch.parallel(i)
    sch.vectorize(j)
""",
    "raises2": """import pytest
def bad(sch, k):
    sch.parallel(k)
def check():
    sch = tir.Schedule(product)
    bad(sch, sch.get_loops("C")[2])
def test_it():
    with pytest.raises(Exception):
        check()
""",
    "reassign": """sch = tir.Schedule(product)
i, j, k = sch.get_loops("C")
i, ii = sch.split(i, [None, 8])
j, jj = sch.split(j, [None, 8])
sch.reorder(i, j, k, ii, jj)
i = sch.fuse(i, j)
sch.parallel(i)
sch.vectorize(jj)
""",
    "unknown_if": """def go(use_tiles, par):
    sch = tir.Schedule(product)
    i, j, k = sch.get_loops("C")
    if use_tiles:
        i, ii = sch.split(i, [None, 8])
        sch.reorder(i, j, k, ii)
    if par:
        sch.parallel(i)
    if use_tiles:
        sch.vectorize(ii)
    return sch.mod
""",
    "early": """def go(flag):
    sch = tir.Schedule(product)
    i, j, k = sch.get_loops("C")
    if flag:
        i0, i1 = sch.split(i, [None, 8])
        return sch.mod
    sch.parallel(i)
    return sch.mod
""",
    "try": """sch = tir.Schedule(product)
i, j, k = sch.get_loops("C")
try:
    sch.parallel(k)
except tvm.tir.ScheduleError:
    sch.parallel(i)
""",
    "copy": """sch = tir.Schedule(product)
i, j, k = sch.get_loops("C")
other = sch.copy()
other.split(i, [None, 8])
sch.parallel(i)
""",
    "helper_shadow": """def step(s):
    l = s.get_loops("C")
    s.split(l[0], [None, 4])
sch = tir.Schedule(product)
while len(sch.get_loops("C")) < 5:
    step(sch)
a, b, c, d, e = sch.get_loops("C")
""",
    "closure": """def main():
    sch = tir.Schedule(product)
    def tile():
        i, j, k = sch.get_loops("C")
        sch.split(i, [None, 4])
    tile()
    a, b, c, d = sch.get_loops("C")
    print(len([a, b, c, d]))
    sch.mod.show()
    sch.show()
    return sch
""",
    "dictstate": """sch = tir.Schedule(chain)
loops = {n: sch.get_loops(sch.get_block(n)) for n in ("double", "plus")}
for n, (i, j) in loops.items():
    loops[n] = sch.fuse(i, j)
for l in loops.values():
    sch.split(l, factors=(None, 128))
""",
    "subclass": """class Schedule(tir.Schedule):
    def twice(self, loop):
        return self.split(loop, [None, 2])
sch = Schedule(product)
a, b = sch.twice(sch.get_loops("C")[0])
""",
    "external": """from mylib import prepare
sch = tir.Schedule(product)
prepare(sch)
a, b, c, d, e = sch.get_loops(sch.get_block("matmul_o"))
""",
    "gpu": """@T.prim_func
def elem(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32")):
    for i in range(1024):
        with T.block("B"):
            vi = T.axis.spatial(1024, i)
            B[vi] = A[vi] + 1.0
sch = tir.Schedule(elem)
(i,) = sch.get_loops("B")
bx, vx, tx = sch.split(i, factors=[None, 2, 128])
sch.bind(bx, "blockIdx.x"); sch.bind(vx, "vthread.x"); sch.bind(tx, "threadIdx.x")
s = sch.cache_read("B", 0, "shared.dyn")
sch.compute_at(s, bx)
""",
    "sampled": """sch = tir.Schedule(product)
i, j, k = sch.get_loops("C")
i0, i1 = sch.split(i, factors=sch.sample_perfect_tile(i, n=2, decision=[8, 16]))
j0, j1 = sch.split(j, sch.sample_perfect_tile(j, 2, 64))
sch.reorder(i0, j0, k, i1, j1)
v = sch.sample_categorical([0, 16, 64], [0.3, 0.3, 0.4])
sch.annotate(i0, "meta_schedule.unroll", v)
""",
    "symbolic": """@T.prim_func
def dyn(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 128), "float32")
    B = T.match_buffer(b, (n, 128), "float32")
    for i, j in T.grid(n, 128):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
sch = tir.Schedule(dyn)
i, j = sch.get_loops("B")
o, q = sch.split(i, [None, 32])
sch.parallel(o)
sch.vectorize(j)
""",
    "moveon": """sch = tir.Schedule(chain)
d, p = sch.get_block("double"), sch.get_block("plus")
i, j = sch.get_loops(p)
sch.compute_at(d, i)
sch.compute_inline(d)
sch.vectorize(j)
print(sch.trace)
""",
    "extents": """sch = tir.Schedule(product)
for loop in sch.get_loops("C"):
    if sch.get(loop).extent == 64:
        sch.unroll(loop)
    elif int(sch.get(loop).extent) > 100:
        sch.parallel(loop)
""",
    "two_factory": """def make(n, m):
    @T.prim_func
    def f(A: T.Buffer((n, m), "float32"), B: T.Buffer((n, m), "float32")):
        for i, j in T.grid(n, m):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * 2.0
    return f
for n in (16, 32):
    sch = tir.Schedule(make(n, n * 2))
    i, j = sch.get_loops("B")
    a, b = sch.split(j, [n // 8, 16])
    sch.vectorize(b)
def other(n):
    sch = tir.Schedule(make(n, 4))
    i, j = sch.get_loops("B")
    sch.split(i, [2, 2])
""",
    "kept": """def compare():
    mod = product
    sch = tir.Schedule(mod)
    i, j, k = sch.get_loops("C")
    sch.parallel(i)
    before = tvm.build(mod, target="llvm")
    after = tvm.build(sch.mod, target="llvm")
    return before, after
""",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_nothing_is_reported(name: str) -> None:
    assert said(SCRIPTS[name]) == []


EXPECTED = (
    "with pytest.raises(tvm.tir.ScheduleError):\n    sch.parallel(k)\nsch.parallel(i)\n",
    "with pytest.raises(tvm.tir.ScheduleError):\n    a, b = sch.split(i, [4, 16])\n    sch.parallel(i)\nsch.parallel(i)\n",
    "try:\n    sch.vectorize(k)\nexcept tvm.tir.ScheduleError:\n    sch.vectorize(j)\n",
    "pytest.raises(Exception, lambda: sch.parallel(k))\n",
    "pytest.skip('not now')\nsch.parallel(k)\n",
    "tir.Schedule.twice = lambda sch, loop: sch.split(loop, [None, 2])\nsch.twice(i)\n",
    "if hasattr(sch, 'new_step'):\n    sch.new_step(i)\n",
)


@pytest.mark.parametrize("script", EXPECTED)
def test_steps_that_are_meant_to_fail(script: str) -> None:
    assert said('sch = tir.Schedule(product)\ni, j, k = sch.get_loops("C")\n' + script) == []


def test_functions_that_are_meant_to_fail() -> None:
    wrong = "def wrong():\n    sch = tir.Schedule(product)\n    sch.get_block('D')\n\n\n"
    assert said(wrong) == ["unknown-block: 'D'"]
    assert said(wrong + "def test():\n    with pytest.raises(Exception):\n        wrong()\n") == []
    assert said("@pytest.mark.xfail\n" + wrong) == []

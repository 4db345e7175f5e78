"""Rows in blocks: attention of many sizes beside numpy in float64, the memory that it takes, and what stays as it is."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from math import prod
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from tests.transform.programs import program
from tilewright import relax
from tilewright.core.codegen.llvm import native_stages
from tilewright.core.driver.build import build
from tilewright.core.driver.native import lower
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.stmt import Allocate
from tilewright.core.ir.walk import statements
from tilewright.core.passes.tir.simd import row_blocks
from tilewright.runtime import cpu, tensor
from tilewright.script import from_source
from tilewright.transform import PassContext

Array = np.ndarray[Any, Any]
EVERY_LOOP = {"tir.parallel_microseconds": 0}

BLOCKS = """
@T.prim_func
def main(Q: T.Buffer({q}, "{dtype}"), K: T.Buffer({k}, "{dtype}"), V: T.Buffer({k}, "{dtype}"), O: T.Buffer({q}, "{dtype}")):
    S = T.alloc_buffer(({h}, {n}, {m}), "{dtype}")
    L = T.alloc_buffer(({h}, {n}, {m}), "{dtype}")
    E = T.alloc_buffer(({h}, {n}, {m}), "{dtype}")
    P = T.alloc_buffer(({h}, {n}, {m}), "{dtype}")
    highest = T.alloc_buffer(({h}, {n}), "{dtype}")
    total = T.alloc_buffer(({h}, {n}), "{dtype}")
    for h, i, j, k in T.grid({h}, {n}, {m}, {d}):
        with T.block("S"):
            vh, vi, vj, vk = T.axis.remap("SSSR", [h, i, j, k])
            with T.init():
                S[vh, vi, vj] = T.{dtype}(0)
            S[vh, vi, vj] = S[vh, vi, vj] + Q[{qi}, vk] * K[{kj}, vk]
    for h, i, j in T.grid({h}, {n}, {m}):
        with T.block("L"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            L[vh, vi, vj] = {masked}
    for h, i, j in T.grid({h}, {n}, {m}):
        with T.block("highest"):
            vh, vi, vj = T.axis.remap("SSR", [h, i, j])
            with T.init():
                highest[vh, vi] = T.min_value("{dtype}")
            highest[vh, vi] = T.max(highest[vh, vi], L[vh, vi, vj])
    for h, i, j in T.grid({h}, {n}, {m}):
        with T.block("E"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            E[vh, vi, vj] = T.exp(L[vh, vi, vj] - highest[vh, vi])
    for h, i, j in T.grid({h}, {n}, {m}):
        with T.block("total"):
            vh, vi, vj = T.axis.remap("SSR", [h, i, j])
            with T.init():
                total[vh, vi] = T.{dtype}(0)
            total[vh, vi] = total[vh, vi] + E[vh, vi, vj]
    for h, i, j in T.grid({h}, {n}, {m}):
        with T.block("P"):
            vh, vi, vj = T.axis.remap("SSS", [h, i, j])
            P[vh, vi, vj] = E[vh, vi, vj] / total[vh, vi]
    for {last}, d, j in T.grid({last_sizes}, {d}, {m}):
        with T.block("O"):
            vh, vi, vd, vj = T.axis.remap("SSSR", [h, i, d, j])
            with T.init():
                O[{qi}, vd] = T.{dtype}(0)
            O[{qi}, vd] = O[{qi}, vd] + P[vh, vi, vj] * V[{kj}, vd]
"""
LOOPS = """
@T.prim_func
def main(Q: T.Buffer({q}, "{dtype}"), K: T.Buffer({k}, "{dtype}"), V: T.Buffer({k}, "{dtype}"), O: T.Buffer({q}, "{dtype}")):
    S = T.alloc_buffer(({h}, {n}, {m}), "{dtype}")
    highest = T.alloc_buffer(({h}, {n}), "{dtype}")
    total = T.alloc_buffer(({h}, {n}), "{dtype}")
    for vh, vi, vj in T.grid({h}, {n}, {m}):
        S[vh, vi, vj] = T.{dtype}(0)
        for vk in range({d}):
            S[vh, vi, vj] = S[vh, vi, vj] + Q[{qi}, vk] * K[{kj}, vk]
        S[vh, vi, vj] = {masked}
    for vh, vi in T.grid({h}, {n}):
        highest[vh, vi] = T.min_value("{dtype}")
        for vj in range({m}):
            highest[vh, vi] = T.max(highest[vh, vi], S[vh, vi, vj])
        total[vh, vi] = T.{dtype}(0)
        for vj in range({m}):
            S[vh, vi, vj] = T.exp(S[vh, vi, vj] - highest[vh, vi])
            total[vh, vi] = total[vh, vi] + S[vh, vi, vj]
    for {last_v}, vd in T.grid({last_sizes}, {d}):
        O[{qi}, vd] = T.{dtype}(0)
        for vj in range({m}):
            O[{qi}, vd] = O[{qi}, vd] + S[vh, vi, vj] * V[{kj}, vd]
        O[{qi}, vd] = O[{qi}, vd] / total[vh, vi]
"""
Sizes = tuple[int, int, int, int]


def attention(form: str, sizes: Sizes, dtype: str = "float32", causal: bool = False, heads_first: bool = True) -> str:
    """A program of heads, queries, keys and elements of each."""
    h, n, m, d = sizes
    scaled = f"S[vh, vi, vj] * T.{dtype}({d**-0.5})"
    return form.format(
        **{"h": h, "n": n, "m": m, "d": d, "dtype": dtype},
        q=(h, n, d) if heads_first else (n, h, d),
        k=(h, m, d) if heads_first else (m, h, d),
        qi="vh, vi" if heads_first else "vi, vh",
        kj="vh, vj" if heads_first else "vj, vh",
        last="h, i" if heads_first else "i, h",
        last_v="vh, vi" if heads_first else "vi, vh",
        last_sizes=f"{h}, {n}" if heads_first else f"{n}, {h}",
        masked=f"T.if_then_else(vi + {m} - {n} < vj, T.{dtype}(-1e30), {scaled})" if causal else scaled,
    )


def right(q: Array, k: Array, v: Array, causal: bool = False) -> Array:
    """Attention in float64 over arrays whose first axis is heads."""
    scores = q.astype("float64") @ k.astype("float64").swapaxes(-1, -2) * q.shape[-1] ** -0.5
    if causal:
        n, m = scores.shape[-2:]
        scores = np.where(np.arange(n)[:, None] + m - n < np.arange(m), -1e30, scores)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v.astype("float64")


def arrays(sizes: Sizes, dtype: str = "float32") -> tuple[Array, Array, Array]:
    h, n, m, d = sizes
    rng = np.random.default_rng(n)
    q, k, v = (rng.standard_normal((h, rows, d)).astype(dtype) for rows in (n, m, m))
    return q, k, v


def stages(text: str, target: str = "llvm") -> dict[str, tuple[Any, list[str]]]:
    """The program of each stage, and what was chosen there."""
    lowered = lower(program(text), target)
    found = {name: (module, said) for name, module, said in native_stages(lowered, tilewright.target.Target(target))}
    return {"lowered": (lowered, []), **found}


def in_blocks(text: str) -> list[str]:
    return [said for said in stages(text)["BlockRows"][1] if "run together" in said]


def allocated_bytes(module: Any) -> int:
    """The bytes that the program has at one time, of the memory that it allocates."""
    nodes = (node for func in module.functions.values() for node in statements(func) if isinstance(node, Allocate))
    return sum(
        prod(size.value for size in node.extents if isinstance(size, IntImm)) * node.dtype.bits // 8 for node in nodes
    )


@contextmanager
def small_blocks() -> Generator[None]:
    """Blocks of eight rows, for functions of every size."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "_LEAST_BYTES": 0,
            "_FAR_BYTES": 0,
            "_BLOCK_BYTES": 64,
            "_LEAST_ROWS": 8,
            "_ROWS": 8,
        }.items():
            patch.setattr(row_blocks, name, value)
        yield


@settings(max_examples=25, deadline=None)
@given(
    form=st.sampled_from([BLOCKS, LOOPS]),
    sizes=st.tuples(st.integers(1, 4), st.integers(1, 41), st.integers(1, 40), st.integers(1, 20)),
    dtype=st.sampled_from(["float32", "float64"]),
    causal=st.booleans(),
    heads_first=st.booleans(),
    cores=st.sampled_from([1, 2]),
)
def test_attention_of_every_size(
    form: str, sizes: Sizes, dtype: str, causal: bool, heads_first: bool, cores: int
) -> None:
    text = attention(form, sizes, dtype, causal, heads_first)
    q, k, v = arrays(sizes, dtype)
    given_ = [each if heads_first else np.ascontiguousarray(each.swapaxes(0, 1)) for each in (q, k, v)]
    out = np.full_like(given_[0], 7)
    with small_blocks(), PassContext(config=EVERY_LOOP):
        assert min(sizes) == 1 or in_blocks(text)
        build(program(text), f"llvm -num-cores={cores}")(*given_, out)
    found = out if heads_first else out.swapaxes(0, 1)
    loose = 2e-5 if dtype == "float32" else 1e-12
    np.testing.assert_allclose(found, right(q, k, v, causal), loose, loose)


@pytest.mark.parametrize("form", [BLOCKS, LOOPS], ids=["blocks", "loops"])
@pytest.mark.parametrize(
    ("sizes", "least"), [((8, 128, 128, 64), 7), ((12, 1024, 1024, 64), 90), ((1, 2053, 2048, 64), 20)]
)
def test_the_scores_of_a_few_rows_are_in_memory(form: str, sizes: Sizes, least: int) -> None:
    made = stages(attention(form, sizes))
    before, after = (allocated_bytes(made[name][0]) for name in ("lowered", "BlockRows"))
    assert before >= prod(sizes[:3]) * 4
    assert after * least < before


def test_each_element_is_computed_as_without_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = (3, 300, 130, 64)
    text = attention(BLOCKS, sizes, causal=True)
    assert in_blocks(text) == [
        "`S`, `L`, `highest`: 7 loop nests run together, 300 rows along `i` at a time, in memory for these"
    ]
    q, k, v = arrays(sizes)
    found = [np.full_like(q, 7), np.full_like(q, 7)]
    build(program(text))(q, k, v, found[0])
    monkeypatch.setattr(row_blocks, "_LEAST_BYTES", 1 << 40)
    apart = text.replace(
        "    S = T.alloc", '    T.func_attr({"another": 1})\n    S = T.alloc'
    )  # nothing keeps its code
    assert not in_blocks(apart)
    build(program(apart))(q, k, v, found[1])
    np.testing.assert_array_equal(found[0], found[1])


def test_a_function_with_a_schedule_stays_as_it_is() -> None:
    assert not in_blocks(
        changed(LARGE, "    S = T.alloc", '    T.func_attr({"tir.is_scheduled": True})\n    S = T.alloc')
    )


def test_results_are_the_same_for_any_number_of_threads() -> None:
    sizes = (5, 1100, 1001, 24)
    text = attention(BLOCKS, sizes)
    q, k, v = arrays(sizes)
    found: list[bytes] = []
    for cores in (1, 2, 3, 2):
        out = np.full_like(q, 7)
        build(program(text), f"llvm -num-cores={cores}")(q, k, v, out)
        found.append(out.tobytes())
    assert len(set(found)) == 1


def test_arguments_that_share_memory_are_read_before_they_are_written() -> None:
    sizes = (2, 300, 300, 64)
    text = attention(BLOCKS, sizes)
    assert in_blocks(text)
    q, k, v = arrays(sizes)
    wanted = right(q, k, v)
    build(program(text))(q, k, v, k)
    np.testing.assert_allclose(k, wanted, 2e-5, 2e-5)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


LARGE = attention(BLOCKS, (4, 256, 256, 64))
# What of one row another one needs.
TOGETHER = {
    "rows upside down": changed(LARGE, "P[vh, vi, vj] * V", "P[vh, 255 - vi, vj] * V"),
    "heads in another order": changed(LARGE, "P[vh, vi, vj] * V", "P[3 - vh, vi, vj] * V"),
    "columns": changed(LARGE, "total[vh, vi] + E[vh, vi, vj]", "total[vh, vi] + E[vh, vj, vi]"),
    "the result": changed(LARGE, "P[vh, vi, vj] * V[vh, vj, vd]", "P[vh, vi, vj] * V[vh, vj, vd] * O[3 - vh, 0, 0]"),
    "a number for all": changed(LARGE, "highest[vh, vi]", "highest[0, 0]"),
    "no function": changed(LARGE, "T.exp(L[vh, vi, vj] - highest[vh, vi])", "L[vh, vi, vj] - highest[vh, vi]"),
    "too small": attention(BLOCKS, (2, 32, 32, 64)),
}


@pytest.mark.parametrize("name", TOGETHER)
def test_rows_that_need_one_another_stay_together(name: str) -> None:
    assert in_blocks(LARGE)
    assert not in_blocks(TOGETHER[name])


GRAPH = """
from tilewright.script import ir as I
from tilewright.script import relax as R

@I.ir_module
class Graph:
    @R.function
    def main(
        q: R.Tensor(("b", "n", 3, 16), "{dtype}"),
        k: R.Tensor(("b", "m", 3, 16), "{dtype}"),
        v: R.Tensor(("b", "m", 3, 16), "{dtype}"),
    ):
        with R.dataflow():
            o = R.nn.attention(q, k, v, causal_mask="BottomRight")
            R.output(o)
        return o
"""


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_graphs_whose_sizes_come_with_the_call(dtype: str) -> None:
    machine = relax.VirtualMachine(relax.build(from_source(GRAPH.format(dtype=dtype)), "llvm"), cpu())
    kind = ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype
    for b, n, m in ((1, 1, 300), (2, 150, 150), (1, 129, 200), (3, 7, 9), (1, 1, 1)):
        rng = np.random.default_rng(n)
        q, k, v = (rng.standard_normal((b, rows, 3, 16)).astype(kind) for rows in (n, m, m))
        out = machine["main"](*(tensor(each) for each in (q, k, v))).numpy()
        heads = [each.astype("float32").swapaxes(1, 2) for each in (q, k, v)]
        loose = {"float32": 2e-5, "float16": 2e-2, "bfloat16": 1e-1}[dtype]
        wanted = right(*heads, causal=True)
        np.testing.assert_allclose(out.astype("float32").swapaxes(1, 2), wanted, loose, loose)

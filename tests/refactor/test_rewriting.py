"""Changes of a function written back into its text: the smallest program for each."""

from __future__ import annotations

import pytest

from tests.refactor.law import rewritten
from tilewright.core.analyze import analyze
from tilewright.core.refactor.offers import offers

HEADER = "from tvm.script import tir as T\n\n\n"
LOOPS = (
    HEADER
    + """\
@T.prim_func
def row_sums(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        B[i] = T.float32(0)
        # along the row
        for k in range(8):
            B[i] = B[i] + A[i, k]
"""
)
BLOCK = (
    HEADER
    + """\
@T.prim_func
def row_sums(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4,), "float32")):
    for i, k in T.grid(4, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]  # the sum
"""
)


def after(text: str, place: str, key: str) -> str:
    return rewritten(analyze(text), text.index(place), key)


def reason(text: str, place: str, key: str) -> str | None:
    (found,) = [each.reason for each in offers(analyze(text), text.index(place)) if each.key == key]
    return found


def test_loops_become_blocks() -> None:
    assert after(LOOPS, "for i", "function blocks").endswith(
        """\
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            B[vi] = T.float32(0.0)
        # along the row
        for k in range(8):
            with T.block("B_1"):
                vi, vk = T.axis.remap("SR", [i, k])
                B[vi] = B[vi] + A[vi, vk]
"""
    )


def test_blocks_become_loops() -> None:
    assert after(BLOCK, "for i", "function loops").endswith(
        """\
    for i, k in T.grid(4, 8):
        if k == 0:
            B[i] = T.float32(0.0)
        B[i] = B[i] + A[i, k]  # the sum
"""
    )


def test_regions_are_said() -> None:
    said = "            T.reads(A[vi, vk])\n            T.writes(B[vi])\n"
    assert after(BLOCK, "for i", "function regions") == BLOCK.replace(
        "            with T.init", f"{said}            with T.init"
    )


def test_a_scan_cannot_become_blocks() -> None:
    scan = LOOPS.replace("B[i] = B[i] + A[i, k]", "A[i, k + 1] = A[i, k]").replace("range(8)", "range(7)")
    assert "A[0, 1]" in (reason(scan, "for i", "function blocks") or "")


def test_plain_statements_are_not_reordered() -> None:
    nested = LOOPS.replace("        B[i] = T.float32(0)\n        # along the row\n", "")
    assert "in no block" in (reason(nested, "for i", "step reorder") or "")


def test_a_loop_that_ends_early_is_left_alone() -> None:
    text = LOOPS.replace("B[i] = B[i] + A[i, k]", "if A[i, k] > T.float32(0):\n                break")
    assert [each.key for each in offers(analyze(text), text.index("for k")) if each.key.startswith("step")] == []


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends_stay(ending: str) -> None:
    text = BLOCK.replace("\n", ending)
    made = after(text, "for i", "step parallel")
    assert f"    for i in T.parallel(4):{ending}        for k in range(8):{ending}" in made
    assert made.replace(ending, "").count("\n") == 0


def test_a_function_in_a_module_keeps_its_depth() -> None:
    body = BLOCK.removeprefix(HEADER).replace("\n", "\n    ").rstrip()
    text = f"from tvm.script import ir as I\n{HEADER}@I.ir_module\nclass M:\n    {body}\n"
    assert after(text, "for i", "step unroll") == text.replace(
        "for i, k in T.grid(4, 8):", "for i in T.unroll(4):\n            for k in range(8):"
    ).replace("\n            with T.block", "\n                with T.block").replace(
        "\n                vi, vk", "\n                    vi, vk"
    ).replace("\n                with T.init", "\n                    with T.init").replace(
        "\n                    B[vi] = T", "\n                        B[vi] = T"
    ).replace("\n                B[vi] = B", "\n                    B[vi] = B")


@pytest.mark.parametrize("key", ["function loops", "step fuse"])
def test_a_function_whose_blocks_a_schedule_asks_for_keeps_them(key: str) -> None:
    script = BLOCK + "\n\nsch = tvm.tir.Schedule(row_sums)\ni, k = sch.get_loops('B')\n"
    for text, reason in ((BLOCK, None), (script, "a schedule of this file asks for the block `B`")):
        found = {offer.key: offer.reason for offer in offers(analyze(text), text.index("for i, k"))}
        assert found[key] == reason

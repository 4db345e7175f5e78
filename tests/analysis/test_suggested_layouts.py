"""Layouts that follow from those of a function's outputs; `Schedule` carries them out."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.error import TVMError
from tilewright.relax.analysis import suggest_layout_transforms
from tilewright.script import from_source
from tilewright.tir import Block, IndexMap, PrimFunc


def _function(body: str, *shapes: str) -> PrimFunc:
    names = "ABCD"[: len(shapes)]
    params = ", ".join(f'{name}: T.Buffer({shape}, "float32")' for name, shape in zip(names, shapes))
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return from_source(f"from tvm.script import tir as T\n@T.prim_func\ndef func({params}):\n{lines}\n")


def _found(func: PrimFunc, *maps: object) -> dict[str, str]:
    """`block/buffer` with the final indices of its map."""
    return {
        f"{block.name_hint}/{'' if isinstance(of, Block) else of.name}": _text(index_map)
        for block, chosen in suggest_layout_transforms(func, maps).items()
        for of, index_map in chosen.items()
    }


def _text(index_map: IndexMap) -> str:
    letters = dict(zip(index_map.initial_indices, "pqrstu"))
    texts = [str(e) for e in index_map.final_indices]
    for var, letter in letters.items():
        texts = [text.replace(var.name, letter) if text == var.name else text for text in texts]
    return f"{len(letters)}: {', '.join(texts).replace('T.int64', '')}"


POOL = """
for a, b, c, r in T.grid(4, 6, 7, 2):
    with T.block("pool"):
        i, j, k, l = T.axis.remap("SSSR", [a, b, c, r])
        with T.init():
            B[i, j, k] = T.float32(0)
        B[i, j, k] = T.max(B[i, j, k], A[i, j, k * 2 + l])
"""


def test_a_reduction_keeps_its_axes_and_its_input_follows() -> None:
    func = _function(POOL, "(4, 6, 16)", "(4, 6, 7)")
    assert _found(func, lambda n, c, w: (n, w, c)) == {
        "pool/": "4: p, r, q, s",
        "pool/B": "3: p, r, q",
        "pool/A": "3: p, r, q",
    }


CHAIN = """
M = T.alloc_buffer((4, 6), "float32")
for a, b in T.grid(4, 6):
    with T.block("one"):
        i, j = T.axis.remap("SS", [a, b])
        M[i, j] = A[i, j] * T.float32(2)
for a, b in T.grid(4, 6):
    with T.block("two"):
        i, j = T.axis.remap("SS", [a, b])
        B[i, j] = M[i, j] + T.float32(1)
"""


def test_a_producer_follows_its_reader() -> None:
    found = _found(_function(CHAIN, "(4, 6)", "(4, 6)"), lambda a, b: (b, a))
    assert found == dict.fromkeys(("two/", "two/B", "two/M", "one/", "one/M", "one/A"), "2: q, p")


@pytest.mark.parametrize(
    ("body", "shapes", "transform"),
    [
        ("for a, b in T.grid(4, 6):\n  with T.block('k'):\n    i, j = T.axis.remap('SS', [a, b])\n    B[i, j] = A[i, j]",
         ("(4, 6)", "(4, 6)"), lambda a, b: (a, b // 5, b % 5)),
        ("for a, b in T.grid(4, 6):\n  with T.block('k'):\n    i, j = T.axis.remap('SS', [a, b])\n    B[j, i] = A[i, j]",
         ("(4, 6)", "(6, 4)"), lambda a, b: (b, a)),
        ("for a, b in T.grid(4, 4):\n  with T.block('k'):\n    i, j = T.axis.remap('SS', [a, b])\n    B[i * 4 + j] = A[i, j]",
         ("(4, 4)", "(16,)"), lambda a: (a // 4, a % 4)),
    ],
)  # fmt: skip
def test_blocks_that_cannot_follow_are_left_out(body: str, shapes: tuple[str, ...], transform: object) -> None:
    assert not suggest_layout_transforms(_function(body, *shapes), [transform])


def test_maps_that_do_not_fit_are_refused() -> None:
    func = _function(CHAIN, "(4, 6)", "(4, 6)")
    with pytest.raises(TVMError, match="Mismatch between output buffer shape and index map"):
        suggest_layout_transforms(func, [lambda a: (a,)])
    with pytest.raises(TVMError, match="Incompatible PrimFunc and write_transformations"):
        suggest_layout_transforms(func, [lambda a, b: (b, a)] * 3)
    with pytest.raises(AssertionError):
        suggest_layout_transforms(func, [2])  # pyright: ignore[reportArgumentType]


def test_a_schedule_that_follows_them_keeps_the_numbers() -> None:
    from tilewright import build
    from tilewright.tir import Schedule

    func = _function(CHAIN, "(4, 6)", "(4, 6)")
    sch = Schedule(func)
    for block, chosen in suggest_layout_transforms(func, [lambda a, b: (b, a)]).items():
        for of, index_map in chosen.items():
            if isinstance(of, Block):
                sch.transform_block_layout(block.name_hint, index_map)
            else:
                sch.transform_layout(block.name_hint, of.name, index_map)
    given = np.arange(24, dtype="float32").reshape(4, 6)
    out = np.zeros((6, 4), "float32")
    build(sch.mod["main"])(np.ascontiguousarray(given.T), out)
    np.testing.assert_array_equal(out.T, given * 2 + 1)

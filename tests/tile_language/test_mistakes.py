"""Mistakes in programs of the tile language, each with the code that it gets and the text that it is found in."""

from __future__ import annotations

import pytest

from tests.tile_language.programs import program
from tilewright.core.analyze import analyze

MISTAKES = (
    ("T.cuda.cta_sync(1)", "unexpected-argument", "1"),
    ("T.cuda.any_sync(1)", "missing-argument", "T.cuda.any_sync(1)"),
    ("T.cuda.cta_snyc()", "unknown-member", "cta_snyc"),
    ("T.nki.lod(A[0, 0], B[0, 0])", "unknown-member", "lod"),
    ("T.nki.memset(A[0:2, 0:2], 0.0)", "slice-as-value", "T.nki.memset"),
    ("T.wrap.copy(A, B)", "unknown-member", "wrap"),
    ("T.warp.cpoy(A, B)", "unknown-member", "cpoy"),
    ("T.warp.copy(A)", "missing-argument", "T.warp.copy(A)"),
    ("T.warp.copy(A, 3)", "not-a-region", "3"),
    ("T.warp.copy(A, B[0:64, 0:64])", "tile-shape", "B[0:64, 0:64]"),
    ("T.warp.copy(A[0, 0, 0:4], B)", "rank-mismatch", "A[0, 0, 0:4]"),
    ("T.warp.copy(A, B, dispatch=3)", "wrong-argument", "dispatch=3"),
    ("T.warp.copy(A, B, workspace=3)", "wrong-argument", "workspace=3"),
    ("T.warp.gemm(A, A, B, A)", "tile-shape", "B"),
    ("T.tile.sum(A, B, axes=2)", "tile-shape", "axes=2"),
    ("T.tile.sum(A, B, accum='yes')", "not-a-condition", "accum='yes'"),
    ("T.tile.unary_reduce(A, A, B, 'expp', 'sum')", "unknown-op", "'expp'"),
    ("T.tile.select(A, A, B, lambda i: i < 3)", "tile-shape", "lambda i: i < 3"),
    ("T.warp.copy(A[100:164, 0:64], B[0:64, 0:64])", "index-out-of-bounds", "A[100:164, 0:64]"),
    ("w = T.scope_id([4], 'kernel', 'warp')", "unknown-exec-scope", "'warp'"),
    ("w = T.warp_id(4)", "wrong-argument", "4"),
    ("w = T.warp_id([0])", "wrong-argument", "[0]"),
    ("w = T.warp_id([4], dtype='float32')", "unknown-dtype", "dtype='float32'"),
    ("w = T.warp_id([4])\nv = T.warp_id([2])", "scope-extent", "[2]"),
    ("t = T.thread_id([64])\nw = T.warp_id([4])\nl = T.lane_id([32])", "scope-extent", "[32]"),
    ("p = T.cta_id_in_pair()", "scope-extent", "T.cta_id_in_pair"),
    ("w, v = T.warp_id([4])", "unpack-count", "w, v"),
    ("C = T.alloc_local((8,), layout=T.TileLayout(T.S[(8, 2):(2,)]))", "layout-rank", "T.S[(8, 2):(2,)]"),
    (
        "C = T.alloc_local((8,), layout=T.TileLayout(T.S[(8, 2):(2, 1)]))",
        "layout-size",
        "layout=T.TileLayout(T.S[(8, 2):(2, 1)])",
    ),
    ("C = T.alloc_local((8,), layout=3)", "wrong-argument", "layout=3"),
    ("C = T.alloc_local((8,), layout=T.TileLayout(T.S[8 : 1 @ Axis.lane]))", "unknown-attribute", "lane"),
    ("C = T.alloc_local((8,), layout=T.ComposeLayout(3, 3, 3, 8))", "wrong-argument", "8"),
    ("T.ptx.lod.b32(A[0, 0], B.ptr_to([0, 0]))", "unknown-member", "lod"),
    ("T.ptx.ld.b31(A[0, 0], B.ptr_to([0, 0]))", "unknown-attribute", "b31"),
    ("T.ptx['lod.b32'](A[0, 0], B.ptr_to([0, 0]))", "unknown-op", "T.ptx['lod.b32']"),
    ("T.ptx['ld.b31'](A[0, 0], B.ptr_to([0, 0]))", "instruction-modifier", "T.ptx['ld.b31']"),
    ("T.ptx.ld(A[0, 0], B.ptr_to([0, 0]))", "instruction-modifier", "T.ptx.ld"),
    ("T.ptx.ld.global_.b32(A[0, 0])", "instruction-operands", "T.ptx.ld.global_.b32"),
    ("T.ptx.ld.global_.b32(n, B.ptr_to([0, 0]))", "instruction-operands", "T.ptx.ld.global_.b32"),
    ("T.ptx.ld.global_.b64(A[0, 0], B.ptr_to([0, 0]))", "instruction-operands", "T.ptx.ld.global_.b64"),
    ("T.ptx.ld.global_.b32(A[0, 0], B[0, 0])", "instruction-operands", "T.ptx.ld.global_.b32"),
)


@pytest.mark.parametrize(("body", "code", "place"), MISTAKES)
def test_a_mistake_is_reported_where_it_is(body: str, code: str, place: str) -> None:
    text = program(f"T.device_entry()\n{body}")
    found = [diagnostic for diagnostic in analyze(text).diagnostics if diagnostic.severity.name != "HINT"]
    assert [diagnostic.code for diagnostic in found] == [code]
    span = found[0].span
    assert place.endswith(text[span.start : span.end])

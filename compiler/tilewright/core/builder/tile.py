"""The members of `T` that the tile language adds, with its namespaces: `T.cuda`, `T.ptx`, `T.tile`, `T.cta`, ..."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from tilewright.core.builder import ptx, scope_ids, tile_layouts, tirx
from tilewright.core.builder.device_calls import CUDA_FORMS, call_ffi_kernel, tensormap_encode_tiled
from tilewright.core.builder.intrinsics import op_function
from tilewright.core.builder.namespace import TIR, Member, Namespace, form
from tilewright.core.builder.tile_primitives import tile_forms
from tilewright.core.dialects.tirx import OF_DEVICES
from tilewright.core.ops.describe import documentation
from tilewright.core.ops.describe import signature as row_signature
from tilewright.core.ops.device_row import GROUP
from tilewright.core.ops.op import Op
from tilewright.core.ops.table import OPS

# Scopes whose threads do a tile primitive together, by their names in `T`.
SCOPES: Final = {
    "tile": "thread",
    "thread": "thread",
    "warp": "warp",
    "wg": "warpgroup",
    "warpgroup": "warpgroup",
    "cta": "cta",
    "cluster": "cluster",
}
_OF_GPUS: Final = {
    "cuda": "Functions of CUDA that are no single instruction.",
    "nki": "Instructions of Trainium.",
    "metal": "Functions of Metal.",
    "nvshmem": "Functions of NVSHMEM, by which GPUs share memory.",
    "webgpu": "Functions of WebGPU.",
    "ptx_legacy": "Instructions of PTX with offsets beside the pointers.",
    "s_tir": "What passes over blocks make for GPUs of NVIDIA.",
}
_DIRECT_FORMS: Final = (tensormap_encode_tiled, call_ffi_kernel)


class CallableNamespace(Namespace):
    """A namespace that is an op itself: `T.nvshmem.getmem_nbi(...)` beside `T.nvshmem.getmem_nbi.warp(...)`."""

    __slots__ = ("called",)

    def __init__(self, name: str, members: Iterable[Member], called: Any) -> None:
        super().__init__(name, members)
        self.called = called

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.called(*args, **named)


class PtxNamespace(Namespace, tile_layouts.Readable):
    """`T.ptx`: instructions by attributes or as text."""

    __slots__ = ()

    def __getitem__(self, text: str) -> ptx.Chain:
        return ptx.written(text)


def _rows(space: str) -> list[Op]:
    return [row for row in OPS.values() if row.group == GROUP and str(row.script).startswith(f"{space}.")]


def _nested(space: str, name: str, value: Namespace, doc: str) -> Member:
    return Member(name, space, "namespace", value, f"{space}.{name}", doc, GROUP)


def _op(row: Op, space: str, name: str) -> Member:
    return Member(
        name,
        space,
        "op",
        op_function(row, f"{space}.{name}".removeprefix("T.")),
        partial(row_signature, row, f"{space}.{name}"),
        partial(documentation, row),
        GROUP,
    )


def _device(path: str, extra: Iterable[Member] = ()) -> Namespace:
    """The namespace of the ops whose path begins so, those of longer paths in namespaces of their own."""
    members = {member.name: member for member in extra}
    rows = {str(row.script).removeprefix(f"{path}."): row for row in _rows(path)}
    for below in dict.fromkeys(name.partition(".")[0] for name in rows if "." in name):
        inner = _device(f"{path}.{below}")
        called = rows.get(below)
        value = (
            inner if called is None else CallableNamespace(inner.name, inner, op_function(called, f"{path}.{below}"))
        )
        members[below] = _nested(f"T.{path}", below, value, f"The functions of `T.{path}.{below}`.")
    for name, row in rows.items():
        if "." not in name:
            members.setdefault(name, _op(row, f"T.{path}", name))
    return Namespace(f"T.{path}", members.values())


def _extra(space: str) -> list[Member]:
    moved = [
        form(f"T.{space}", GROUP, TIR.members[name].value, name)
        for name, path in OF_DEVICES.items()
        if path.startswith(space)
    ]
    own = [form(f"T.{space}", GROUP, value) for value in CUDA_FORMS] if space == "cuda" else []
    return moved + own


def _ptx() -> Namespace:
    space = "T.ptx"
    chains = [
        Member(
            ptx.escaped(row_name),
            space,
            "form",
            ptx.Lazy(row_name),
            f"{space}.{ptx.escaped(row_name)}",
            partial(documentation, OPS[f"tir.ptx.{row_name}"]),
            GROUP,
        )
        for row_name in ptx.FAMILIES
    ]
    return PtxNamespace(
        space,
        [
            *chains,
            _op(OPS["tir.ptx.addr"], space, "addr"),
            form(space, GROUP, ptx.pred),
            Member("SINK", space, "form", ptx.SINK, f"{space}.SINK", ptx.Sink.__doc__ or "", GROUP),
        ],
    )


def members() -> list[Member]:
    """The members that the tile language adds to those of tirx."""
    direct = [row for row in OPS.values() if row.group == GROUP and "." not in str(row.script)]
    return [
        *(
            _op(row, "T", str(row.script))
            for row in direct
            if row.script not in {made.__name__ for made in _DIRECT_FORMS}
        ),
        *(form("T", GROUP, value) for value in _DIRECT_FORMS),
        *(_nested("T", name, _device(name, _extra(name)), doc) for name, doc in _OF_GPUS.items()),
        _nested("T", "ptx", _ptx(), "The instructions of PTX: `T.ptx.ld.global_.b32(x, pointer)`."),
        *(_scope(name, scope) for name, scope in SCOPES.items()),
        *(form("T", "threads", value) for value in scope_ids.FORMS),
        form("T", "layouts", tile_layouts.tile_layout, "TileLayout"),
        form("T", "layouts", tile_layouts.compose_layout, "ComposeLayout"),
        form("T", "layouts", tile_layouts.swizzle_layout, "SwizzleLayout"),
        form("T", "layouts", tile_layouts.layout_iter, "Iter"),
        *(
            Member(
                name, "T", "form", value, f"T.{name}[extents : strides]", tile_layouts.SpecForm.__doc__ or "", "layouts"
            )
            for name, value in (("S", tile_layouts.S), ("R", tile_layouts.R))
        ),
        *(
            form("T", "statements", value)
            for value in (tirx.meta_class, tirx.decl_scalar, tirx.hint, tirx.wg_reg_tile, tirx.TensorMap)
        ),
    ]


def _scope(name: str, scope: str) -> Member:
    space = f"T.{name}"
    who = "its own thread" if scope == "thread" else f"the threads of a {scope}"
    made = tile_forms(scope, space, lambda path, value: form(space, GROUP, value, path.rpartition(".")[2]))
    if name == "tile":  # `from tvm.script.tirx import tile as Tx`, and `Tx.cta.copy(...)`
        made += [_scope(inner, who) for inner, who in SCOPES.items() if inner != name]
    return _nested("T", name, Namespace(space, made), f"Tile primitives, done by {who}.")


__all__ = ["SCOPES", "CallableNamespace", "PtxNamespace", "members"]

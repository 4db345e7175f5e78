"""Passes that serve machines or constructs which Tilewright does not build for: a module without these is returned as it is, as TVM does.

Pipelines written for every target name such passes.  What one of them would have to change is refused, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call
from tilewright.core.ir.function import IRModule, prim_funcs
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType
from tilewright.core.ir.stmt import AttrStmt, Block, For, ForKind
from tilewright.core.ir.walk import walk
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.target import Target

Concerns = Callable[[Node], bool]


def _binds_threads(node: Node) -> bool:
    """Whether a loop or a statement runs on the threads of a GPU, or memory is that of one."""
    if isinstance(node, For):
        return node.kind is ForKind.THREAD_BINDING
    if isinstance(node, Block):
        return any(_scope(buffer.data.type_annotation) in _GPU_SCOPES for buffer in node.alloc_buffers)
    return isinstance(node, AttrStmt) and node.attr_key == "thread_extent"


def _scope(type_: object) -> str:
    return (type_.storage_scope or "").partition(".")[0] if isinstance(type_, PointerType) else ""


_GPU_SCOPES = frozenset({"shared", "warp", "wmma", "m16n8k8", "metal", "texture"})


def _is_of_hexagon(node: Node) -> bool:
    if isinstance(node, Block):
        return any("vtcm" in buffer.scope() for buffer in node.alloc_buffers)
    return isinstance(node, AttrStmt) and node.attr_key in ("async_scope", "async_commit_queue_scope")


def _calls(*names: str) -> Concerns:
    return lambda node: isinstance(node, Call) and callee_name(node) in names


def _is_annotated(key: str) -> Concerns:
    return lambda node: (
        (isinstance(node, AttrStmt) and node.attr_key == key)
        or (isinstance(node, (Block, For)) and key in node.annotations)
    )


_GPU = "it serves GPUs, and Tilewright builds for the CPU"
_HEXAGON = "it serves Hexagon processors, and Tilewright builds for the CPU"
_LATER = "Tilewright does not have it yet"
# The passes, what of a function concerns each, and why that is refused.
_ROWS: tuple[tuple[str, Concerns, str], ...] = (
    *(
        (name, _binds_threads, _GPU)
        for name in (
            *("InferFragment", "InjectPTXAsyncCopy", "InjectPTXLDG32"),
            *("LowerWarpMemory", "RemapThreadAxis"),
            *("TextureFlatten", "TransformMmaBufferLayout"),
        )
    ),
    *((name, _is_of_hexagon, _HEXAGON) for name in ("LowerAsyncDMA", "LowerVtcmAlloc", "VerifyVTCMLimit")),
    ("InjectRollingBuffer", _is_annotated("rolling_buffer_scope"), _LATER),
    ("LegalizePackedCalls", _calls("tir.tvm_call_cpacked"), _LATER),
)


def _maker(name: str, concerns: Concerns, reason: str) -> Callable[..., Pass]:
    def run(mod: IRModule) -> IRModule:
        target = Target.current()
        foreign = reason is not _LATER and target is not None and target.kind.name not in _HERE
        if foreign or any(concerns(node) for _, func in prim_funcs(mod) for node in walk(func.body)):
            raise NotImplementedError(f"`{name}` has something to do in this module: {reason}")
        return mod

    def make(*_: object, **__: object) -> Pass:
        return Pass(f"tir.{name}", run)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"A module in which `{name}` has nothing to do, as it is; any other is refused."
    return make


_HERE = frozenset({"llvm", "c", "test"})
OTHER_MACHINES: dict[str, Callable[..., Pass]] = {name: _maker(name, *rest) for name, *rest in _ROWS}  # pyright: ignore[reportArgumentType]

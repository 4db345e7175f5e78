"""Instructions: one call of a schedule's method, with what it takes and gives. The kinds are a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.core.base.identity import Identified
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.expr import Expr, FloatImm, IntImm, StringImm


class BlockRV(Identified):
    """A block, as programs that schedule call it."""

    __slots__ = ()


class LoopRV(Identified):
    """A loop, as programs that schedule call it."""

    __slots__ = ()


ExprRV = Expr


@dataclass(frozen=True)
class InstructionKind(Identified):
    """A method of `Schedule`: which arguments are random variables (`inputs`) and which are constants (`attrs`).

    An input "*loops" stands for all positional ones, "factors..." for the rest of them as a list. `order` is that of the arguments in a call, where it is another.
    """

    name: str
    method: str
    inputs: tuple[str, ...] = ()
    attrs: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    is_pure: bool = False

    @staticmethod
    def get(name: str) -> InstructionKind:
        """The kind of that name; raises `ValueError` for one that there is not."""
        found = KINDS.get(name)
        if found is None:
            raise ValueError(f"there is no kind of instruction called {name!r}")
        return found

    def arguments(self, inputs: Sequence[Any], attrs: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
        """The positional and the named arguments of a call."""
        positional: list[Any] = []
        named: dict[str, Any] = {}
        given = list(inputs)
        for name in self.inputs:
            if name.startswith("*"):
                positional, given = given, []
            elif name.endswith("..."):
                named[name[:-3]], given = given, []
            else:
                named[name] = given.pop(0)
        for name, value in zip(self.attrs, attrs):
            named[name] = value
        if self.order:
            named = {name: named[name] for name in self.order if name in named}
        return positional, named


BUFFER_SIDES = ("read", "write")


def _kinds() -> Iterator[InstructionKind]:
    kind = InstructionKind
    block, loop, either = ("block",), ("loop",), ("block_or_loop",)
    yield kind("GetBlock", "get_block", (), ("name", "func_name"), is_pure=True)
    yield kind("GetLoops", "get_loops", block, is_pure=True)
    yield kind("GetChildBlocks", "get_child_blocks", either, is_pure=True)
    yield kind("GetProducers", "get_producers", block, is_pure=True)
    yield kind("GetConsumers", "get_consumers", block, is_pure=True)
    yield kind("GetOutputBlocks", "get_output_blocks", ("scope_block",), is_pure=True)
    yield kind("SampleCategorical", "sample_categorical", (), ("candidates", "probs"), is_pure=True)
    yield kind("SamplePerfectTile", "sample_perfect_tile", loop, ("n", "max_innermost_factor"), is_pure=True)
    yield kind(
        "SamplePartitionedTile",
        "sample_partitioned_tile",
        loop,
        ("n", "partition_pos", "innerpart_factor"),
        is_pure=True,
    )
    yield kind("Fuse", "fuse", ("*loops",), ("preserve_unit_iters",))
    yield kind("Merge", "merge", ("*loops",))
    yield kind("Split", "split", ("loop", "factors..."), ("preserve_unit_iters", "disable_predication"))
    yield kind("Reorder", "reorder", ("*loops",))
    yield kind("ReorderBlockIterVar", "reorder_block_iter_var", block, ("new_order",))
    yield kind("AddUnitLoop", "add_unit_loop", either)
    yield kind("Parallel", "parallel", loop)
    yield kind("Vectorize", "vectorize", loop)
    yield kind("Bind", "bind", loop, ("thread_axis",))
    yield kind("Unroll", "unroll", loop)
    yield kind(
        "Annotate", "annotate", ("block_or_loop", "ann_val"), ("ann_key",), ("block_or_loop", "ann_key", "ann_val")
    )
    yield kind("Unannotate", "unannotate", either, ("ann_key",))
    yield kind("ComputeAt", "compute_at", ("block", "loop"), ("preserve_unit_loops", "index"))
    yield kind("ReverseComputeAt", "reverse_compute_at", ("block", "loop"), ("preserve_unit_loops", "index"))
    yield kind("ComputeInline", "compute_inline", block)
    yield kind("ReverseComputeInline", "reverse_compute_inline", block)
    yield kind("DecomposeReduction", "decompose_reduction", ("block", "loop"))
    yield kind("RFactor", "rfactor", loop, ("factor_axis",))
    yield kind(
        "CacheRead",
        "cache_read",
        ("block", "consumer_blocks..."),
        ("read_buffer_index", "storage_scope"),
        ("block", "read_buffer_index", "storage_scope", "consumer_blocks"),
    )
    yield kind(
        "CacheWrite",
        "cache_write",
        ("block", "consumer_blocks..."),
        ("write_buffer_index", "storage_scope"),
        ("block", "write_buffer_index", "storage_scope", "consumer_blocks"),
    )
    yield kind("StorageAlign", "storage_align", block, ("buffer_index", "axis", "factor", "offset"))
    yield kind("SetScope", "set_scope", block, ("buffer_index", "storage_scope"))
    yield kind("UnsafeSetDType", "unsafe_set_dtype", block, ("buffer_index", "dtype"))
    yield kind("Blockize", "blockize", ("target",), ("preserve_unit_iters",))
    yield kind("Tensorize", "tensorize", either, ("tensor_intrin", "preserve_unit_iters"))
    yield kind(
        "TransformLayout",
        "transform_layout",
        block,
        ("buffer", "index_map", "pad_value", "assume_injective_transform"),
    )
    yield kind("TransformBlockLayout", "transform_block_layout", block, ("index_map",))
    yield kind("SetAxisSeparator", "set_axis_separator", block, ("buffer", "axis_separators"))
    yield kind("ReIndex", "reindex", block, ("buffer",))
    yield kind("ReindexCacheRead", "reindex_cache_read", block, ("read_buffer_index", "storage_scope", "index_map"))
    yield kind("ReindexCacheWrite", "reindex_cache_write", block, ("write_buffer_index", "storage_scope", "index_map"))
    yield kind("CacheInplace", "cache_inplace", block, ("read_buffer_index", "storage_scope"))
    yield kind("DecomposePadding", "decompose_padding", ("block", "loop"))
    yield kind("AnnotateBufferAccess", "annotate_buffer_access", block, ("buffer_index", "buf_type", "gen_new_ranges"))
    yield kind("PadEinsum", "pad_einsum", block, ("padding",))
    yield kind("EnterPostproc", "enter_postproc")
    yield kind("UnsafeHideBufferAccess", "unsafe_hide_buffer_access", block, ("buf_type", "buf_index_array"))


KINDS: dict[str, InstructionKind] = {kind.name: kind for kind in _kinds()}


class Instruction(Identified):
    """One call: its kind, the random variables and constants it takes, and the random variables it gives."""

    __slots__ = ("attrs", "inputs", "kind", "outputs")

    def __init__(
        self, kind: InstructionKind, inputs: Sequence[Any], attrs: Sequence[Any], outputs: Sequence[Any]
    ) -> None:
        self.kind, self.inputs, self.attrs, self.outputs = kind, list(inputs), list(attrs), list(outputs)

    def as_python(self, names: Mapping[Any, str], decision: Any = None) -> str:
        """The call as a line of Python, random variables under the given names ("_" for those without)."""
        positional, named = self.kind.arguments(self.inputs, self.attrs)
        if named.get("consumer_blocks") == []:
            del named["consumer_blocks"]
        given = [shown(value, names) for value in positional]
        given += [f"{name}={shown(value, names)}" for name, value in named.items()]
        if decision is not None:
            given.append(f"decision={shown(decision, names)}")
        call = f"sch.{self.kind.method}({', '.join(given)})"
        if not self.outputs:
            return call
        left = ", ".join(names.get(output, "_") for output in self.outputs)
        return f"{left}{',' if self.gives_one_of_many else ''} = {call}"

    @property
    def gives_one_of_many(self) -> bool:
        """Whether the one random variable it gives comes in a list."""
        return len(self.outputs) == 1 and self.kind.name in _LISTS

    def __repr__(self) -> str:
        return self.as_python({})

    __str__ = __repr__


_LISTS = frozenset(
    (
        "CacheInplace",
        "GetLoops",
        "GetChildBlocks",
        "GetProducers",
        "GetConsumers",
        "GetOutputBlocks",
        "SamplePerfectTile",
        "SamplePartitionedTile",
        "Split",
    )
)


def shown(value: Any, names: Mapping[Any, str]) -> str:
    """A value as Python text that makes it anew."""
    if isinstance(value, (BlockRV, LoopRV)):
        return names.get(value, "_")
    if isinstance(value, Expr) and value in names:
        return names[value]
    if isinstance(value, (IntImm, FloatImm, StringImm)):
        return _number(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "(" + ", ".join(shown(item, names) for item in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(shown(item, names) for item in value) + "]"
    if isinstance(value, (DictAttrs, dict)):
        return "{" + ", ".join(f"{shown(key, names)}: {shown(item, names)}" for key, item in value.items()) + "}"
    return repr(value)


def _number(value: IntImm | FloatImm | StringImm) -> str:
    if isinstance(value, StringImm):
        return shown(value.value, {})
    if value.dtype == "bool":
        return str(bool(value.value))
    return f"{value.value:g}" if isinstance(value, FloatImm) else str(value.value)


__all__ = ["BUFFER_SIDES", "KINDS", "BlockRV", "ExprRV", "Instruction", "InstructionKind", "LoopRV", "shown"]

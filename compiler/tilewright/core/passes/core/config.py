"""The options that a `PassContext` takes: their names, the types of their values and their defaults, which are TVM's.

An option is a plain value, or a group of fields such as `{"tir.UnrollLoop": {"auto_max_step": 16}}`, held as a dataclass.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from enum import IntFlag
from types import MappingProxyType
from typing import Any

from tilewright.core.base.names import nearest
from tilewright.core.dialects import classic_name


class HoistedConditionals(IntFlag):
    """Which conditions `HoistExpression` moves out of loops."""

    Never = 0
    IfElseStmt = 1
    IfElseExpr = 2
    BooleanExpression = 4
    UsingBlockVar = 8
    All = 15


class HoistedLetBindings(IntFlag):
    """Which let bindings `HoistExpression` moves out of loops."""

    Never = 0
    RequiredByCondition = 1
    LetStmt = 2
    LetExpr = 4
    All = 7


@dataclasses.dataclass(frozen=True)
class UnrollLoopConfig:
    """Options of `UnrollLoop`: the loops without a mark that are unrolled too, and whether unrolled loops are written out or only marked for the backend."""

    auto_max_step: int = 0
    auto_max_depth: int = 8
    auto_max_extent: int = 0
    explicit_unroll: bool = True
    unroll_local_access: bool = False


@dataclasses.dataclass(frozen=True)
class LoopPartitionConfig:
    """Which loops are split where a condition on their variable changes."""

    partition_const_loop: bool = False
    no_unroll_loop_with_extent_one: bool = False
    unroll_loop_with_partition_hint_no_interval: bool = False


@dataclasses.dataclass(frozen=True)
class SimplifyConfig:
    """Options of `Simplify`; each field is one more kind of reasoning."""

    transitively_prove_inequalities: bool = False
    propagate_knowns_to_prove_conditional: bool = False
    propagate_knowns_to_simplify_expressions: bool = False
    convert_boolean_to_and_of_ors: bool = False
    apply_constraints_to_boolean_branches: bool = False


@dataclasses.dataclass(frozen=True)
class RemoveNoOpConfig:
    """Whether `RemoveNoOp` follows values through buffers."""

    use_dataflow_analysis: bool = False
    max_simplification_steps: int = 0


@dataclasses.dataclass(frozen=True)
class ReduceBranchingThroughOvercomputeConfig:
    """Whether `ReduceBranchingThroughOvercompute` follows values through buffers."""

    use_dataflow_analysis: bool = False


@dataclasses.dataclass(frozen=True)
class HoistIfThenElseConfig:
    """Whether conditions on block variables are moved too; the spelling of the field is TVM's."""

    support_block_scope_hosting: bool = False


@dataclasses.dataclass(frozen=True)
class HoistExpressionConfig:
    """The options of `HoistExpression`: what it moves out of loops."""

    hoisted_conditionals: int = HoistedConditionals.Never
    hoisted_let_bindings: int = HoistedLetBindings.Never


@dataclasses.dataclass(frozen=True)
class InjectDoubleBufferConfig:
    """The factor by which the loop around a double buffer is split; 1 leaves it whole."""

    split_loop: int = 1


_OFF = (
    "relax.backend.use_cuda_graph",
    "relax.lift_transform_params.consume_params",
    "relax.transform.apply_legalize_ops",
    "testing.immutable_module",
    "tir.debug_keep_trivial_loop",
    "tir.detect_global_barrier",
    "tir.disable_assert",
    "tir.disable_cse_tir",
    "tir.disable_storage_rewrite",
    "tir.disable_vectorize",
    "tir.dma_bypass_cache",
    "tir.enable_buffer_level_predication",
    "tir.enable_debug",
    "tir.enable_equiv_terms_in_cse_tir",
    "tir.experimental_dma_bypass_cache",
    "tir.instrument_bound_checkers",
    "tir.instrument_lwp",
    "tir.is_entry_func",
    "tir.lwp_disable_func_prof",
    "tir.merge_static_smem",
    "tir.noalias",
    "tir.ordered_reductions",
    "tir.ptx_ldg32",
    "tir.reset_start_id",
    "tir.use_async_copy",
)
# The name of each option and its default, whose type is that of its values.
DEFAULTS: Mapping[str, Any] = MappingProxyType(
    {
        **dict.fromkeys(_OFF, False),
        "relax.FuseOps.max_depth": 256,
        "relax.fallback_device_type": 1,
        "tir.HoistExpression": HoistExpressionConfig(),
        "tir.HoistIfThenElse": HoistIfThenElseConfig(),
        "tir.InjectDoubleBuffer": InjectDoubleBufferConfig(),
        "tir.LoopPartition": LoopPartitionConfig(),
        "tir.ReduceBranchingThroughOvercompute": ReduceBranchingThroughOvercomputeConfig(),
        "tir.RemoveNoOp": RemoveNoOpConfig(),
        "tir.Simplify": SimplifyConfig(),
        "tir.UnrollLoop": UnrollLoopConfig(),
        "tir.add_lower_pass": (),
        "tir.instr_siblings": True,
        "tir.lwp_max_depth": 0,
        "tir.lwp_min_height": 1,
        "tir.parallel_microseconds": 5,
        "tir.vtcm_capacity": 0,
    }
)


# Options that TVM since 0.25 has under names that are no spelling of the classic ones.
_NEWER = {"tir.StmtSimplify": "tir.Simplify", "tir.s_tir.ldg32": "tir.ptx_ldg32"}


def option_name(name: str) -> str:
    """The name under which an option is kept: the classic one."""
    known = classic_name(name)
    return _NEWER.get(known, known)


def checked(name: str, value: object) -> Any:
    """The value of an option as passes read it.

    Raises `AttributeError` for a name that is no option or a value of another type, `TypeError` for a field that a group does not have.
    """
    known = option_name(name)
    if known not in DEFAULTS:
        near = nearest(name, DEFAULTS)
        hint = f"did you mean {near!r}?" if near else "PassContext.list_configs() lists them all"
        raise AttributeError(f"Invalid config option {name!r}: {hint}")
    default = DEFAULTS[known]
    if dataclasses.is_dataclass(default):
        return value if type(value) is type(default) else _group(name, default, value)
    return _plain(name, type(default), value)


def _group(name: str, default: Any, value: object) -> Any:
    kind = type(default)
    if not isinstance(value, Mapping):
        raise AttributeError(f"config option {name!r} takes a dict or a {kind.__name__}, not {value!r}")
    known = {field.name: getattr(default, field.name) for field in dataclasses.fields(kind)}
    for said, given in value.items():
        field = _OTHER_FIELDS.get(said, said)
        if field not in known:
            raise TypeError(f"{name!r} has no field {field!r}; it has {', '.join(known)}")
        known[field] = _plain(f"{name}.{field}", type(known[field]), given)
    return kind(**known)


# Fields that releases of TVM spell differently.
_OTHER_FIELDS = {"support_block_scope_hoisting": "support_block_scope_hosting"}


def _plain(name: str, kind: type, value: object) -> Any:
    """A number, truth value or sequence of the type that the option has; 0 and 1 are truth values, as in C."""
    if kind is tuple:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return tuple(value)
    elif kind is bool:
        if isinstance(value, bool) or (isinstance(value, int) and value in (0, 1)):
            return bool(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        return kind(value)
    raise AttributeError(f"config option {name!r} takes {_words(kind)}, not {value!r}")


def _words(kind: type) -> str:
    return {tuple: "a list", bool: "True or False"}.get(kind, "an integer")


def type_name(default: object) -> str:
    """The type of an option's values, as `list_configs` says it."""
    return "list" if isinstance(default, tuple) else type(default).__name__

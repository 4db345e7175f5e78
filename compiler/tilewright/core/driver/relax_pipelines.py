"""Pipelines by name: which passes make a module ready to be built."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core import ports
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.core.sequential import Sequential
from tilewright.core.passes.relax.algebra.decompose_ops import DecomposeOpsForInference
from tilewright.core.passes.relax.algebra.fold_constant import FoldConstant
from tilewright.core.passes.relax.algebra.scale_batch_norm import ScaleBatchNorm
from tilewright.core.passes.relax.functions.lambda_lift import LambdaLift
from tilewright.core.passes.relax.fusion.annotate_op_pattern import AnnotateTIROpPattern
from tilewright.core.passes.relax.fusion.fuse_ops import FuseOps
from tilewright.core.passes.relax.fusion.fuse_tir import FuseTIR
from tilewright.core.passes.relax.fusion.inline_injective import InlineInjective
from tilewright.core.passes.relax.fusion.merge_kernels import MergeKernels
from tilewright.core.passes.relax.layout.dataflow_reshape import RewriteDataflowReshape
from tilewright.core.passes.relax.layout.pack_convolutions import PackConvolutions
from tilewright.core.passes.relax.layout.pack_weights import PackWeights
from tilewright.core.passes.relax.lowering.call_tir_rewrite import CallTIRRewrite
from tilewright.core.passes.relax.lowering.compute_prim_value import ComputePrimValue
from tilewright.core.passes.relax.lowering.dispatch import DispatchSampling, DispatchSortScan
from tilewright.core.passes.relax.lowering.legalize_ops import LegalizeOps
from tilewright.core.passes.relax.lowering.lower_runtime_builtin import LowerRuntimeBuiltin
from tilewright.core.passes.relax.lowering.shape_lower import VMShapeLower
from tilewright.core.passes.relax.memory.kill_after_last_use import KillAfterLastUse
from tilewright.core.passes.relax.memory.lower_alloc_tensor import LowerAllocTensor
from tilewright.core.passes.relax.memory.plan_memory import StaticPlanBlockMemory
from tilewright.core.passes.relax.normal_form.convert_dataflow import ConvertToDataflow
from tilewright.core.passes.relax.normal_form.purity import RemovePurityChecking
from tilewright.core.passes.relax.normal_form.tidy import AttachGlobalSymbol, CanonicalizeBindings, ToNonDataflow
from tilewright.core.passes.relax.parameters.lift_constants import LiftConstants
from tilewright.core.passes.relax.parameters.lifted import LiftedConstants
from tilewright.core.target.target import Target

if TYPE_CHECKING:
    from tilewright.core.driver.native import PipelineLike, TargetLike

PIPELINES: dict[str, Callable[..., Pass]] = {}


def register_pipeline(name: str) -> Callable[[Callable[..., Pass]], Callable[..., Pass]]:
    """Make a function that gives a pass known as the pipeline `name`; raises `ValueError` when there is one."""
    if name in PIPELINES:
        raise ValueError(f"Pipeline {name} has already been registered")

    def register(function: Callable[..., Pass]) -> Callable[..., Pass]:
        if PIPELINES.setdefault(name, function) is not function:
            raise ValueError(f"Pipeline {name} has already been registered")
        return function

    return register


def get_pipeline(name: str = "zero", **options: object) -> Pass:
    """The passes of that pipeline as one: "zero", which makes ops fused kernels, "default", which `relax.build` uses, "vm", which
    lowers a module for the virtual machine as TVM does, or "static_shape_tuning"; raises `ValueError` for any other."""
    if name not in PIPELINES:
        raise ValueError(f"Unknown pre-built pipeline {name}, candidates are {', '.join(PIPELINES)}")
    return PIPELINES[name](**options)


def get_default_pipeline(target: TargetLike = None) -> Pass:
    """The pipeline that `relax.build` uses for a target; raises `ValueError` for one that TVM has none for either."""
    _check_has_passes(target, "default pipeline")
    return get_pipeline("default")


def _check_has_passes(target: TargetLike, wanted: str) -> None:
    """Raises `ValueError` for a target that is neither a CPU that LLVM makes code for nor a GPU."""
    if target is not None and (found := Target(target)).kind.name != "llvm" and "gpu" not in found.keys:
        raise ValueError(f"Target {found} is not yet supported by {wanted}.")


@register_pipeline("zero")
def zero() -> Pass:
    """Ops become TensorIR, what depends on constants alone is computed, and ops that can run together become one function each."""
    return Sequential(
        [
            LegalizeOps(),
            AnnotateTIROpPattern(),
            FoldConstant(),
            FuseOps(),
            FuseTIR(),
        ],
        name="zero_pipeline",
    )


@register_pipeline("vm")
def vm() -> Pass:
    """The result of TVM's default pipeline for a module: ops become TensorIR, each on its own, and the rest calls of the virtual machine's functions."""
    return Sequential(
        [
            LambdaLift(),
            LegalizeOps(),
            *dataflow_lower_passes(),
            *finalize_passes(),
        ],
        name="vm_pipeline",
    )


def library_dispatch_passes(target: TargetLike = None) -> list[Pass]:
    """The passes for ops that have kernels of their own."""
    _check_has_passes(target, "library dispatch passes")
    return [DispatchSampling(), DispatchSortScan()]


def legalize_passes(target: TargetLike = None) -> list[Pass]:
    """The passes that make ops fused kernels."""
    _check_has_passes(target, "legalize passes")
    return [
        LegalizeOps(),
        AnnotateTIROpPattern(),
        FoldConstant(),
        FuseOps(),
        FuseTIR(),
    ]


def dataflow_lower_passes(target: TargetLike = None) -> list[Pass]:
    """The passes that leave dataflow blocks and promises of purity behind, and make results of kernels arguments."""
    _check_has_passes(target, "dataflow lowering passes")
    return [
        RewriteDataflowReshape(),
        ToNonDataflow(),
        RemovePurityChecking(),
        CallTIRRewrite(),
    ]


def finalize_passes(target: TargetLike = None) -> list[Pass]:
    """The passes that plan memory and lower what is left to calls of the virtual machine's functions."""
    _check_has_passes(target, "finalization passes")
    return [
        StaticPlanBlockMemory(),
        LowerAllocTensor(),
        KillAfterLastUse(),
        LowerRuntimeBuiltin(),
        ComputePrimValue(),
        VMShapeLower(),
        AttachGlobalSymbol(),
    ]


@register_pipeline("static_shape_tuning")
def static_shape_tuning(
    total_trials: int = 0, target: TargetLike = None, work_dir: str = "tuning_logs", **options: object
) -> Pass:
    """Ops of inference as fused kernels; with `total_trials` above 0 these are tuned into the database in `work_dir` and get the schedules of it."""
    tuning = ports.tuning_passes.call(total_trials, work_dir) if total_trials > 0 else []
    return Sequential(
        [DecomposeOpsForInference(), CanonicalizeBindings(), zero(), *tuning],
        name="static_shape_tuning_pipeline",
    )


# Elements that a kernel stores, up to which a call of its own costs more than it is worth.
_SMALL_WORK = 1024
# Kernels in one function: a long one takes much longer to compile, and gains nothing more.
_SHORT_RUN = 16


@register_pipeline("default")
@register_pipeline("default_build")
def default() -> Pass:
    """The passes that a module needs to be built: as "zero", and then small kernels that follow one another become one native function, in which values that are
    computed element by element are not stored in between."""
    return Sequential([PackWeights(), LegalizeOps(), *_kernel_passes()], name="_pipeline")  # as TVM calls it


def with_lifted_constants(lifted: LiftedConstants, is_merged: bool = True) -> Pass:
    """The default pipeline of `build`, which computes what depends on constants alone when the native code is there: it fills the tensors of `lifted`.

    Small kernels stay apart where they are not `is_merged`.
    """
    before = [
        ScaleBatchNorm(lifted),
        PackConvolutions(lifted),
        PackWeights(by_kernel=True),
        LegalizeOps(),
        LiftConstants(lifted),
    ]
    return Sequential([*before, *_kernel_passes(is_merged)], name="default_pipeline")


def _kernel_passes(is_merged: bool = True) -> list[Pass]:
    """From one kernel an op to fused ones, of which small ones are merged."""
    merged = [ConvertToDataflow(), MergeKernels(_SHORT_RUN, max_work=_SMALL_WORK), FuseTIR()]
    return [AnnotateTIROpPattern(), FuseOps(), FuseTIR(), *(merged if is_merged else ()), InlineInjective()]


zero_pipeline, default_build_pipeline, static_shape_tuning_pipeline = zero, default, static_shape_tuning
PIPELINE_MAP = PIPELINES


def chosen(pipeline: PipelineLike) -> Callable[[IRModule], IRModule]:
    """A pass by the name of its pipeline, or as it is; None changes nothing."""
    if pipeline is None:
        return lambda mod: mod
    return get_pipeline(pipeline) if isinstance(pipeline, str) else pipeline

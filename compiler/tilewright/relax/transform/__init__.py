"""Passes over modules with functions of Relax, under TVM's names."""

from __future__ import annotations

from typing import Any

from tilewright.core.passes.core.decorators import module_pass
from tilewright.core.passes.relax.algebra.common_subexpr import EliminateCommonSubexpr
from tilewright.core.passes.relax.algebra.decompose_ops import (
    DecomposeOps,
    DecomposeOpsForInference,
    DecomposeOpsForTraining,
)
from tilewright.core.passes.relax.algebra.fast_math import FastMathTransform
from tilewright.core.passes.relax.algebra.fold_batch_norm import FoldBatchnormToConv2D
from tilewright.core.passes.relax.algebra.fold_constant import FoldConstant
from tilewright.core.passes.relax.algebra.matmul_distribution import (
    ExpandMatmulOfSum,
    ReorderPermuteDimsAfterConcat,
    ReorderTakeAfterMatmul,
)
from tilewright.core.passes.relax.algebra.matmul_order import AdjustMatmulOrder
from tilewright.core.passes.relax.devices.virtual_devices import RealizeVDevice, UpdateVDevice
from tilewright.core.passes.relax.functions.decorators import (
    DataflowBlockPass,
    FunctionPass,
    dataflowblock_pass,
    function_pass,
)
from tilewright.core.passes.relax.functions.global_names import NormalizeGlobalVar
from tilewright.core.passes.relax.functions.inline_private import InlinePrivateFunctions
from tilewright.core.passes.relax.functions.lambda_lift import LambdaLift
from tilewright.core.passes.relax.fusion.annotate_op_pattern import AnnotateTIROpPattern
from tilewright.core.passes.relax.fusion.combine_matmul import CombineParallelMatmul
from tilewright.core.passes.relax.fusion.composite import MergeCompositeFunctions
from tilewright.core.passes.relax.fusion.fuse_by_pattern import FuseOpsByPattern, FusionPattern, PatternCheckContext
from tilewright.core.passes.relax.fusion.fuse_ops import FuseOps
from tilewright.core.passes.relax.fusion.fuse_tir import FuseTIR
from tilewright.core.passes.relax.fusion.inline_injective import InlineInjective
from tilewright.core.passes.relax.fusion.merge_kernels import MergeKernels
from tilewright.core.passes.relax.fusion.run_codegen import RunCodegen
from tilewright.core.passes.relax.fusion.specialize_kernels import SpecializePrimFuncBasedOnCallSite
from tilewright.core.passes.relax.fusion.transpose_matmul import FuseTransposeMatmul
from tilewright.core.passes.relax.gradients.gradient import Gradient
from tilewright.core.passes.relax.layout.alter_op_impl import AlterOpImpl
from tilewright.core.passes.relax.layout.convert_layout import ConvertLayout
from tilewright.core.passes.relax.layout.dataflow_reshape import RewriteDataflowReshape
from tilewright.core.passes.relax.layout.layout_free import AttachAttrLayoutFreeBuffers, SplitLayoutRewritePreproc
from tilewright.core.passes.relax.layout.pack_weights import PackWeights
from tilewright.core.passes.relax.layout.redundant import OptimizeLayoutTransform, RemoveRedundantReshape
from tilewright.core.passes.relax.lowering.attach_externs import AttachExternModules
from tilewright.core.passes.relax.lowering.call_tir_rewrite import CallTIRRewrite
from tilewright.core.passes.relax.lowering.compute_prim_value import ComputePrimValue
from tilewright.core.passes.relax.lowering.legalize_ops import LegalizeOps
from tilewright.core.passes.relax.lowering.lower_runtime_builtin import LowerRuntimeBuiltin, VMBuiltinLower
from tilewright.core.passes.relax.lowering.shape_lower import VMShapeLower
from tilewright.core.passes.relax.memory.inplace_calls import DataflowUseInplaceCalls
from tilewright.core.passes.relax.memory.kill_after_last_use import KillAfterLastUse
from tilewright.core.passes.relax.memory.lower_alloc_tensor import LowerAllocTensor
from tilewright.core.passes.relax.memory.plan_memory import StaticPlanBlockMemory
from tilewright.core.passes.relax.memory.workspace import AllocateWorkspace
from tilewright.core.passes.relax.normal_form.convert_dataflow import ConvertToDataflow
from tilewright.core.passes.relax.normal_form.normalize import Normalize
from tilewright.core.passes.relax.normal_form.purity import RemovePurityChecking
from tilewright.core.passes.relax.normal_form.tidy import (
    AttachGlobalSymbol,
    CanonicalizeBindings,
    DeadCodeElimination,
    ToNonDataflow,
)
from tilewright.core.passes.relax.normal_form.topological_sort import TopologicalSort
from tilewright.core.passes.relax.parameters.bind import BindParams, BindSymbolicVars
from tilewright.core.passes.relax.parameters.bundle_params import BundleModelParams
from tilewright.core.passes.relax.parameters.lazy_parameters import LazyGetInput, LazySetOutput
from tilewright.core.passes.relax.parameters.lazy_transform import LazyTransformParams
from tilewright.core.passes.relax.parameters.lift_params import LiftTransformParams
from tilewright.core.passes.relax.parameters.parameters import UpdateParamStructInfo, UpdateParamType
from tilewright.core.passes.relax.parameters.tuple_arguments import (
    ExpandTupleArguments,
    RemoveUnusedOutputs,
    RemoveUnusedParameters,
)
from tilewright.core.passes.relax.precision.mixed_precision import ToMixedPrecision

__all__ = [
    "AdjustMatmulOrder",
    "AllocateWorkspace",
    "AlterOpImpl",
    "AnnotateTIROpPattern",
    "AttachAttrLayoutFreeBuffers",
    "AttachExternModules",
    "AttachGlobalSymbol",
    "BindParams",
    "BindSymbolicVars",
    "BundleModelParams",
    "CallTIRRewrite",
    "CanonicalizeBindings",
    "CombineParallelMatmul",
    "ComputePrimValue",
    "ConvertLayout",
    "ConvertToDataflow",
    "DataflowBlockPass",
    "DataflowUseInplaceCalls",
    "DeadCodeElimination",
    "DecomposeOps",
    "DecomposeOpsForInference",
    "DecomposeOpsForTraining",
    "EliminateCommonSubexpr",
    "ExpandMatmulOfSum",
    "ExpandTupleArguments",
    "FastMathTransform",
    "FoldBatchnormToConv2D",
    "FoldConstant",
    "FunctionPass",
    "FuseOps",
    "FuseOpsByPattern",
    "FuseTIR",
    "FuseTransposeMatmul",
    "FusionPattern",
    "Gradient",
    "InlineInjective",
    "InlinePrivateFunctions",
    "KillAfterLastUse",
    "LambdaLift",
    "LazyGetInput",
    "LazySetOutput",
    "LazyTransformParams",
    "LegalizeOps",
    "LiftTransformParams",
    "LowerAllocTensor",
    "LowerRuntimeBuiltin",
    "MergeCompositeFunctions",
    "MergeKernels",
    "Normalize",
    "NormalizeGlobalVar",
    "OptimizeLayoutTransform",
    "PackWeights",
    "PatternCheckContext",
    "RealizeVDevice",
    "RemovePurityChecking",
    "RemoveRedundantReshape",
    "RemoveUnusedOutputs",
    "RemoveUnusedParameters",
    "ReorderPermuteDimsAfterConcat",
    "ReorderTakeAfterMatmul",
    "RewriteDataflowReshape",
    "RunCodegen",
    "SpecializePrimFuncBasedOnCallSite",
    "SplitLayoutRewritePreproc",
    "StaticPlanBlockMemory",
    "ToMixedPrecision",
    "ToNonDataflow",
    "TopologicalSort",
    "UpdateParamStructInfo",
    "UpdateParamType",
    "UpdateVDevice",
    "VMBuiltinLower",
    "VMShapeLower",
    "dataflowblock_pass",
    "function_pass",
    "module_pass",
]


def __getattr__(name: str) -> Any:
    from tilewright.relax.transform.absent import why_absent

    raise AttributeError(why_absent(name) or f"tilewright.relax.transform has no pass {name!r}")

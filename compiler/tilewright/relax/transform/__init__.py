"""Passes over modules with functions of Relax, under TVM's names."""

from __future__ import annotations

from typing import Any

from tilewright.relax.transform.alter_op_impl import AlterOpImpl
from tilewright.relax.transform.annotate_op_pattern import AnnotateTIROpPattern
from tilewright.relax.transform.attach_externs import AttachExternModules
from tilewright.relax.transform.bind import BindParams, BindSymbolicVars
from tilewright.relax.transform.bundle_params import BundleModelParams
from tilewright.relax.transform.combine_matmul import CombineParallelMatmul
from tilewright.relax.transform.common_subexpr import EliminateCommonSubexpr
from tilewright.relax.transform.composite import MergeCompositeFunctions
from tilewright.relax.transform.convert_dataflow import ConvertToDataflow
from tilewright.relax.transform.convert_layout import ConvertLayout
from tilewright.relax.transform.dataflow_reshape import RewriteDataflowReshape
from tilewright.relax.transform.decompose_ops import DecomposeOps, DecomposeOpsForInference, DecomposeOpsForTraining
from tilewright.relax.transform.decorators import DataflowBlockPass, FunctionPass, dataflowblock_pass, function_pass
from tilewright.relax.transform.fast_math import FastMathTransform
from tilewright.relax.transform.fold_batch_norm import FoldBatchnormToConv2D
from tilewright.relax.transform.fold_constant import FoldConstant
from tilewright.relax.transform.fuse_by_pattern import FuseOpsByPattern, FusionPattern, PatternCheckContext
from tilewright.relax.transform.fuse_ops import FuseOps
from tilewright.relax.transform.fuse_tir import FuseTIR
from tilewright.relax.transform.global_names import NormalizeGlobalVar
from tilewright.relax.transform.gradient import Gradient
from tilewright.relax.transform.inline_injective import InlineInjective
from tilewright.relax.transform.inline_private import InlinePrivateFunctions
from tilewright.relax.transform.inplace_calls import DataflowUseInplaceCalls
from tilewright.relax.transform.lambda_lift import LambdaLift
from tilewright.relax.transform.layout_free import AttachAttrLayoutFreeBuffers, SplitLayoutRewritePreproc
from tilewright.relax.transform.lazy_parameters import LazyGetInput, LazySetOutput
from tilewright.relax.transform.lazy_transform import LazyTransformParams
from tilewright.relax.transform.legalize_ops import LegalizeOps
from tilewright.relax.transform.lift_params import LiftTransformParams
from tilewright.relax.transform.matmul_distribution import (
    ExpandMatmulOfSum,
    ReorderPermuteDimsAfterConcat,
    ReorderTakeAfterMatmul,
)
from tilewright.relax.transform.matmul_order import AdjustMatmulOrder
from tilewright.relax.transform.merge_kernels import MergeKernels
from tilewright.relax.transform.mixed_precision import ToMixedPrecision
from tilewright.relax.transform.normalize import Normalize
from tilewright.relax.transform.pack_weights import PackWeights
from tilewright.relax.transform.parameters import UpdateParamStructInfo, UpdateParamType
from tilewright.relax.transform.purity import RemovePurityChecking
from tilewright.relax.transform.redundant import OptimizeLayoutTransform, RemoveRedundantReshape
from tilewright.relax.transform.run_codegen import RunCodegen
from tilewright.relax.transform.specialize_kernels import SpecializePrimFuncBasedOnCallSite
from tilewright.relax.transform.tidy import (
    AttachGlobalSymbol,
    CanonicalizeBindings,
    DeadCodeElimination,
    ToNonDataflow,
)
from tilewright.relax.transform.topological_sort import TopologicalSort
from tilewright.relax.transform.transpose_matmul import FuseTransposeMatmul
from tilewright.relax.transform.tuple_arguments import ExpandTupleArguments, RemoveUnusedOutputs, RemoveUnusedParameters
from tilewright.relax.transform.virtual_devices import RealizeVDevice, UpdateVDevice
from tilewright.relax.transform.vm.call_tir_rewrite import CallTIRRewrite
from tilewright.relax.transform.vm.compute_prim_value import ComputePrimValue
from tilewright.relax.transform.vm.kill_after_last_use import KillAfterLastUse
from tilewright.relax.transform.vm.lower_alloc_tensor import LowerAllocTensor
from tilewright.relax.transform.vm.lower_runtime_builtin import LowerRuntimeBuiltin, VMBuiltinLower
from tilewright.relax.transform.vm.plan_memory import StaticPlanBlockMemory
from tilewright.relax.transform.vm.shape_lower import VMShapeLower
from tilewright.relax.transform.workspace import AllocateWorkspace
from tilewright.transform import module_pass

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

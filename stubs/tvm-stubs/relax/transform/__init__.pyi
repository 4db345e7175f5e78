# Generated from tilewright.relax.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.transform.annotate_op_pattern import AnnotateTIROpPattern as AnnotateTIROpPattern
from tilewright.relax.transform.tidy import AttachGlobalSymbol as AttachGlobalSymbol
from tilewright.relax.transform.bind import BindParams as BindParams
from tilewright.relax.transform.bind import BindSymbolicVars as BindSymbolicVars
from tilewright.relax.transform.tidy import CanonicalizeBindings as CanonicalizeBindings
from tilewright.relax.transform.tidy import ConvertToDataflow as ConvertToDataflow
from tilewright.relax.transform.tidy import DeadCodeElimination as DeadCodeElimination
from tilewright.relax.transform.tidy import EliminateCommonSubexpr as EliminateCommonSubexpr
from tilewright.relax.transform.tuple_arguments import ExpandTupleArguments as ExpandTupleArguments
from tilewright.relax.transform.fold_constant import FoldConstant as FoldConstant
from tilewright.relax.transform.fuse_ops import FuseOps as FuseOps
from tilewright.relax.transform.fuse_by_pattern import FuseOpsByPattern as FuseOpsByPattern
from tilewright.relax.transform.fuse_tir import FuseTIR as FuseTIR
from tilewright.relax.transform.fuse_by_pattern import FusionPattern as FusionPattern
from tilewright.relax.transform.inline_injective import InlineInjective as InlineInjective
from tilewright.relax.transform.inline_private import InlinePrivateFunctions as InlinePrivateFunctions
from tilewright.relax.transform.legalize_ops import LegalizeOps as LegalizeOps
from tilewright.relax.transform.composite import MergeCompositeFunctions as MergeCompositeFunctions
from tilewright.relax.transform.merge_kernels import MergeKernels as MergeKernels
from tilewright.relax.transform.tidy import Normalize as Normalize
from tilewright.relax.transform.global_names import NormalizeGlobalVar as NormalizeGlobalVar
from tilewright.relax.transform.fuse_by_pattern import PatternCheckContext as PatternCheckContext
from tilewright.relax.transform.purity import RemovePurityChecking as RemovePurityChecking
from tilewright.relax.transform.tuple_arguments import RemoveUnusedOutputs as RemoveUnusedOutputs
from tilewright.relax.transform.tuple_arguments import RemoveUnusedParameters as RemoveUnusedParameters
from tilewright.relax.transform.run_codegen import RunCodegen as RunCodegen
from tilewright.relax.transform.tidy import ToNonDataflow as ToNonDataflow
from tilewright.relax.transform.topological_sort import TopologicalSort as TopologicalSort
from tilewright.relax.transform import dataflowblock_pass as dataflowblock_pass
from tilewright.transform.decorators import function_pass as function_pass
from tilewright.transform.decorators import module_pass as module_pass

def __getattr__(name: _str) -> _Any: ...

"""Names of Python code around scripts that one release has and the other does not, and for which nothing else stands surely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _paths(table: Mapping[str, str]) -> dict[str, str]:
    """Each dotted path with what is nearest to it in the other release, several divided by commas, "" where nothing is; `name=nearest` in the table."""
    found: dict[str, str] = {}
    for module, names in table.items():
        for entry in names.split():
            name, _, nearest = entry.partition("=")
            found[f"{module}.{name}"] = nearest
    return found


# Names of 0.22, below the packages of 0.27, that 0.27 does not have.
NOT_IN_LATER: Final[Mapping[str, str]] = _paths(
    {
        "tvm": "TVMError base.TVMError base._LIB container=tvm_ffi.Array nd=tvm.runtime lower=tvm.tirx.build driver.lower _ffi hybrid",
        "tvm.error": "TVMError",
        "tvm.ir": "PrimExpr=tvm.ir.Expr RelaxExpr=tvm.ir.Expr BaseExpr=tvm.ir.Expr container=tvm_ffi diagnostics analysis supply.GlobalVarSupply supply.NameSupply",
        "tvm.ir.transform": "ApplyPassToFunction",
        "tvm.transform": "ApplyPassToFunction",
        "tvm.relax": (
            "Constant=tvm.ir.Constant DataTypeImm PrimValue PrimStructInfo=tvm.ir.PrimType StructInfo=tvm.ir.Type DynTensorType "
            "struct_info=tvm.relax.ty expr.Constant=tvm.ir.Constant expr.DataTypeImm expr.PrimValue expr._update_struct_info "
            "relax_to_pyfunc_converter utils.args_converter"
        ),
        "tvm.relax.analysis": (
            "definable_tir_vars_in_struct_info derive_call_ret_struct_info struct_info_base_check struct_info_lca tir_vars_in_struct_info"
        ),
        "tvm.relax.dpl": "StructInfoPattern",
        "tvm.relax.transform": "UpdateParamStructInfo",
        "tvm.runtime": "PackedFunc=tvm_ffi.Function String=str container=tvm_ffi profiling object_path",
        "tvm.sym": (
            "IntConstraints IntConstraintsTransform IterMapLevel detect_common_subexpr int_solver iter_map=tvm.sym.iter_affine_map "
            "solve_linear_equations solve_linear_inequalities"
        ),
        "tvm.target": "VirtualDevice arm_cpu bifrost cuda intel_graphics mali riscv_cpu rocm vta",
        "tvm.te": "size_var=tvm.te.var",
        "tvm.testing": (
            "CompareBeforeAfter ErrorTest device_test exclude_targets known_failing_targets parameters parametrize_targets requires_gpu "
            "requires_llvm requires_package uses_gpu"
        ),
        "tvm.tirx": (
            "Allocate=tvm.tirx.AllocBuffer AllocateConst BufferRealize Call=tvm.ir.Call DataProducer PrimExpr=tvm.ir.Expr ProducerLoad "
            "PyStmtExprMutator=tvm_ffi.structural_map PyStmtExprVisitor=tvm_ffi.structural_visit SizeVar=tvm.tirx.Var Range=tvm.ir.Range "
            "create_barriers functor=tvm_ffi.structural_visit,tvm_ffi.structural_map ir_builder=tvm.script.ir_builder ret=tvm.tirx.Return "
            "stmt_functor=tvm_ffi.structural_walk,tvm_ffi.structural_map mma_fill=tvm.backend.cuda.op.mma_fill mma_store=tvm.backend.cuda.op.mma_store ptx_arrive_barrier "
            "ptx_arrive_barrier_expect_tx ptx_commit_group ptx_cp_async ptx_cp_async_barrier ptx_cp_async_bulk ptx_init_barrier_thread_count "
            "ptx_ldmatrix ptx_mma ptx_mma_sp ptx_wait_barrier ptx_wait_group"
        ),
        "tvm.tirx.Buffer": "READ WRITE",
        "tvm.tirx.stmt_functor": (
            "post_order_visit=tvm_ffi.structural_walk pre_order_visit=tvm_ffi.structural_walk ir_transform=tvm_ffi.structural_map "
            "substitute=tvm_ffi.structural_map"
        ),
        "tvm.tirx.analysis": "calculate_workspace_bytes",
        "tvm.tirx.transform": (
            "CombineContextCall ConvertForLoopsToSerial ExtractPrimFuncConstants InjectRollingBuffer MakeUnpackedAPI "
            "LowerCustomDatatypes LowerDeviceKernelLaunch LowerDeviceStorageAccessInfo ReduceBranchingThroughOvercompute "
            "ReduceBranchingThroughOvercomputeConfig TextureFlatten"
        ),
        "tvm.topi": "testing",
    }
)
# Names of 0.27, below the packages of 0.22, that 0.22 does not have.
NOT_IN_EARLIER: Final[Mapping[str, str]] = _paths(
    {
        "tvm": "backend",
        "tvm.ir": (
            "Call=tvm.tir.Call Constant=tvm.relax.Constant Var=tvm.tir.Var StringImm=tvm.tir.StringImm GenericConst OpaqueExpr OpaqueType StringType TensorLoad "
            "TensorRegion is_prim_expr is_prim_var ExprOperand ExprWithOp prim"
        ),
        "tvm.arith": "PresburgerSet Z3ContextScope iter_affine_map=tvm.arith.iter_map",
        "tvm.tir": (
            "AllocBuffer=tvm.tir.Allocate Bind=tvm.tir.LetStmt Break Continue Return BitwiseAnd BitwiseNot BitwiseOr BitwiseXor LShift RShift "
            "BufferType BufferRegionType BufferAccessKind CallFFIKernelAttr ComposeLayout DispatchContext ExecScope LambdaExpr ScopeIdDef ScopeIdDefStmt "
            "TensorMapEncodeTiledAttr TensorMapType TileLayout TilePrimitiveCall is_buffer_var call_ffi_kernel ptr_byte_offset "
            "compilation_pipeline exec_scope lang tile_primitive"
        ),
        "tvm.tirx": "Layout",
        "tvm.tir.transform": "LowerTIRx LowerTIRxOpaque TilePrimitiveDispatch",
    }
)

"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face
from tilewright.face.table import relax_frontend

_LATER = "Tilewright does not have it yet"
_ABSENT_PASSES = {
    "SplitCallTIRByPattern": _LATER,
    "FewShotTuning": "functions without a record are scheduled by the compiler; MetaScheduleTuneTIR tunes them",
}

FACES = (
    *relax_frontend.FACES,
    Face(
        "relax",
        "`tilewright.relax`: graphs of tensor programs from Python, under TVM's names.",
        {
            "base.source": "Span",
            "builder.relax_calls": "call_dps_packed call_pure_packed call_tir call_tir_inplace call_tir_with_grad",
            "builder.relax_values": "const",
            "driver.relax_build": "build",
            "driver.relax_pipelines": "get_default_pipeline get_pipeline register_pipeline",
            "graph.binding_rewrite": "DataflowBlockRewrite",
            "graph.block_builder": "BlockBuilder",
            "graph.expr_functor": "ExprFunctor PyExprMutator PyExprVisitor",
            "graph.expressions": "extern get_shape_of prim_value te_tensor",
            "ir.expr.calls": "GlobalVar",
            "ir.global_info": "DummyGlobalInfo VDevice",
            "ir.relax": (
                "Binding BindingBlock Call Constant DataTypeImm DataflowBlock DataflowVar Expr=RelaxExpr "
                "ExternFunc Function Id If MatchCast PrimValue RelaxExpr SeqExpr ShapeExpr StringImm Tuple "
                "TupleGetItem Var VarBinding convert_to_expr=relax_expr"
            ),
            "ir.relax_types": (
                "AnyType DynTensorType FuncType ObjectType PackedFuncType ShapeType TensorType TupleType Type"
            ),
            "ir.struct_info": (
                "FuncStructInfo ObjectStructInfo PrimStructInfo ShapeStructInfo StructInfo TensorStructInfo "
                "TupleStructInfo"
            ),
            "pymodule.base_py_module": "BasePyModule",
            "vm.exec_builder": "ExecBuilder",
            "vm.executable": "VMExecutable",
            "vm.machine": "VMInstrumentReturnKind VirtualMachine",
        },
    ),
    Face(
        "relax.analysis",
        "Queries of functions of Relax, under TVM's names.",
        {
            "analysis.struct_info": "BaseCheckResult",
            "analysis.suggested_layouts": "suggest_layout_transforms",
            "graph.mentioned_sizes": "collect_non_negative_expressions",
            "graph.queries": (
                "all_global_vars all_vars bound_vars computable_at_compile_time "
                "contains_impure_call definable_tir_vars_in_struct_info definable_tir_vars_in_type "
                "defined_symbolic_vars derive_call_ret_struct_info derive_call_ret_type detect_recursion "
                "erase_to_well_defined free_symbolic_vars free_vars get_static_type get_var2val "
                "has_reshape_pattern impure_calls is_impure_call name_to_binding post_order_visit "
                "struct_info_base_check struct_info_lca tir_vars_in_struct_info tir_vars_in_type type_base_check "
                "type_lca udchain used_vars"
            ),
            "graph.unused": "remove_all_unused",
            "graph.well_formed": "check_well_formed well_formed",
            "passes.relax.memory.usage": "estimate_memory_usage",
        },
    ),
    Face(
        "relax.backend",
        "Parts for one kind of target: kernels for sorting and sampling, and registered patterns of operators that libraries take over.",
        {
            "passes.relax.fusion.pattern_registry": "get_pattern get_patterns_with_prefix register_patterns",
            "passes.relax.lowering.dispatch": "DispatchSampling DispatchSortScan",
        },
    ),
    Face(
        "relax.backend.cpu_generic",
        "The default pipeline for CPUs, in the four lists of passes that it is made of.",
        {
            "driver.relax_pipelines": (
                "dataflow_lower_passes finalize_passes get_default_pipeline legalize_passes library_dispatch_passes"
            ),
        },
    ),
    Face(
        "relax.backend.cuda.cublas",
        "Partitioning for cublas, which is not served.",
        {"passes.relax.fusion.absent_libraries": "partition_for_cublas"},
    ),
    Face(
        "relax.backend.cuda.cudnn",
        "Partitioning for cudnn, which is not served.",
        {"passes.relax.fusion.absent_libraries": "partition_for_cudnn"},
    ),
    Face(
        "relax.backend.cuda.cutlass",
        "Partitioning for cutlass, which is not served.",
        {"passes.relax.fusion.absent_libraries": "partition_for_cutlass"},
    ),
    Face(
        "relax.backend.pattern_registry",
        "Patterns of operators by name, which say what a library can take over; later ones come first.",
        {
            "passes.relax.fusion.fuse_by_pattern": "FusionPattern",
            "passes.relax.fusion.pattern_registry": "get_pattern get_patterns_with_prefix register_patterns",
        },
    ),
    Face(
        "relax.base_py_module",
        "`BasePyModule`: instances of modules whose Python, Relax and TensorIR functions call one another on tensors of PyTorch.",
        {
            "ir.function": "IRModule",
            "ir.relax": "Function",
            "pymodule.base_py_module": "BasePyModule instance_of",
            "runtime.device": "Device",
            "target.target": "Target",
        },
    ),
    Face(
        "relax.binding_rewrite",
        "Changing one dataflow block of a function by hand: add bindings, replace variables, remove what nothing uses.",
        {
            "graph.binding_rewrite": "DataflowBlockRewrite",
            "ir.relax": "Binding DataflowBlock Function Var",
        },
    ),
    Face(
        "relax.block_builder",
        "`BlockBuilder`: builds functions of Relax binding by binding, and keeps the module that they belong to.",
        {
            "graph.block_builder": "BlockBuilder DataflowScope FunctionScope TestingScope call_result",
            "ir.expr.calls": "GlobalVar",
            "ir.function": "BaseFunc IRModule",
            "ir.relax": "Binding BindingBlock Var",
        },
    ),
    Face(
        "relax.distributed",
        "`tilewright.relax.distributed`: tensors over meshes of devices, under TVM's names.",
        {
            "builder.relax_dist": "device_mesh",
            "ir.distributed": "DTensorStructInfo DTensorType=DTensorStructInfo DeviceMesh Placement PlacementSpec PlacementSpecKind",
        },
    ),
    Face(
        "relax.distributed.transform",
        "`tilewright.relax.distributed.transform`: passes on tensors over meshes of devices, under TVM's names.",
        {
            "passes.relax.distributed.legalize_redistribute": "LegalizeRedistribute",
            "passes.relax.distributed.lower_dist_ir": "LowerDistIR",
            "passes.relax.distributed.lower_global_view_to_local_view": "LowerGlobalViewToLocalView",
            "passes.relax.distributed.propagate_sharding": "PropagateSharding",
        },
    ),
    Face(
        "relax.dpl",
        "Patterns of dataflow, and rewriting what they match, under TVM's names.",
        {
            "passes.relax.patterns.bindings": "rewrite_bindings",
            "passes.relax.patterns.context": "PatternContext",
            "passes.relax.patterns.edges": "SameShapeConstraint",
            "passes.relax.patterns.constructors": (
                "has_attr has_dtype is_call_dps_packed is_call_packed is_call_tir is_const is_dfv is_expr is_gv "
                "is_op is_shape is_tuple is_tuple_get_item is_var make_fused_bias_activation_pattern reject "
                "wildcard"
            ),
            "passes.relax.patterns.leaves": (
                "ConstantPattern DataflowVarPattern ExprPattern ExternFuncPattern FunctionPattern "
                "GlobalVarPattern PrimArrPattern UnorderedTuplePattern VarPattern WildcardPattern"
            ),
            "passes.relax.patterns.pattern": (
                "AndPattern AttrPattern CallPattern DFPattern DataTypePattern NotPattern OrPattern PatternSeq "
                "ShapePattern StructInfoPattern TupleGetItemPattern TuplePattern TypePattern"
            ),
            "passes.relax.patterns.rewrite": (
                "ExprPatternRewriter OrRewriter PatternMatchingRewriter TupleRewriter rewrite_call rewriter"
            ),
        },
    ),
    Face(
        "relax.dpl.context",
        "`PatternContext`: patterns with edges between them, matched in a dataflow block.",
        {
            "passes.relax.patterns.context": "PatternContext",
            "passes.relax.patterns.edges": "Edge SameShapeConstraint",
            "passes.relax.patterns.pattern": "DFPattern PatternSeq",
            "ir.relax": "DataflowBlock Var",
        },
    ),
    Face(
        "relax.dpl.pattern",
        'Patterns of expressions: `is_op("relax.add")(is_op("relax.multiply")(wildcard(), wildcard()), wildcard())`.',
        {
            "passes.relax.patterns.constructors": (
                "has_attr has_dtype is_call_dps_packed is_call_packed is_call_tir is_const is_dfv is_expr is_gv "
                "is_op is_shape is_tuple is_tuple_get_item is_var make_fused_bias_activation_pattern reject "
                "wildcard"
            ),
            "passes.relax.patterns.leaves": (
                "ConstantPattern DataflowVarPattern ExprPattern ExternFuncPattern FunctionPattern "
                "GlobalVarPattern PrimArrPattern UnorderedTuplePattern VarPattern WildcardPattern"
            ),
            "passes.relax.patterns.matching": "Matching same_sizes",
            "passes.relax.patterns.pattern": (
                "AndPattern AttrPattern CallPattern DFPattern DataTypePattern NotPattern OrPattern PatternSeq "
                "ShapePattern StructInfoPattern TupleGetItemPattern TuplePattern TypePattern"
            ),
            "ir.relax": "Var",
            "ops.op": "Op",
        },
    ),
    Face(
        "relax.dpl.rewrite",
        "Rewriting what matches a pattern: `rewrite_call(pattern, make, function)`, and rewriters to keep, to join and to write as modules.",
        {
            "passes.relax.patterns.bindings": "rewrite_bindings",
            "passes.relax.patterns.pattern": "DFPattern",
            "passes.relax.patterns.rewrite": (
                "ExprPatternRewriter OrRewriter PatternMatchingRewriter TupleRewriter rewrite_call rewriter"
            ),
            "ir.function": "IRModule",
            "ir.relax": "Function",
        },
    ),
    Face(
        "relax.exec_builder",
        "Building executables of the virtual machine instruction by instruction, under TVM's names.",
        {
            "vm.bytecode": "VMFuncKind",
            "vm.exec_builder": "ExecBuilder VMFuncScope",
        },
    ),
    Face(
        "relax.ir",
        "Instruments of the passes of Relax.",
        {},
    ),
    Face(
        "relax.ir.instrument",
        "`WellFormedInstrument`: an error where the module of a pass is not well formed.",
        {"passes.relax.well_formed_instrument": "WellFormedInstrument"},
    ),
    Face(
        "relax.expr",
        "The nodes of Relax under TVM's names.",
        {
            "base.source": "Span",
            "builder.relax_values": "const",
            "graph.expressions": "Expr extern get_shape_of make_shape prim_value te_tensor",
            "ir.expr.calls": "GlobalVar",
            "ir.relax": (
                "Binding BindingBlock Call Constant DataTypeImm DataflowBlock DataflowVar ExternFunc Function Id "
                "If MatchCast PrimValue RelaxExpr SeqExpr ShapeExpr StringImm Tuple TupleGetItem Var VarBinding"
            ),
        },
    ),
    Face(
        "relax.expr_functor",
        "`PyExprVisitor` and `PyExprMutator`: walks over functions of Relax with a method for each kind of node, as TVM's users write them.",
        {
            "graph.block_builder": "BlockBuilder",
            "graph.expr_functor": "Class ExprFunctor PyExprMutator PyExprVisitor mutator visitor",
            "ir.expr.calls": "GlobalVar",
            "ir.function": "IRModule",
            "ir.relax": (
                "Binding BindingBlock Call DataflowBlock DataflowVar ExternFunc Function If MatchCast SeqExpr "
                "ShapeExpr StringImm Tuple TupleGetItem Var VarBinding"
            ),
            "ops.op": "Op",
        },
    ),
    Face(
        "relax.op",
        "The Relax ops as functions, under TVM's names: those that `R` has, `nn` and the other groups as attributes.",
        {
            "builder.relax_mask": "masked_fill",
            "builder.relax_user_ops": "call_py_func register_gradient",
        },
        rest=("builder.relax_namespace:RELAX",),
    ),
    Face(
        "relax.op.base",
        "Ops that programs add to Relax.",
        {
            "builder.relax_user_ops": "call_py_func register_gradient",
            "ir.relax": "Call StringImm",
        },
        rest=("relax.op",),
    ),
    Face(
        "relax.op.mask",
        "Functions made of several ops: filling where a mask holds.",
        {
            "builder.relax_mask": "masked_fill",
        },
    ),
    Face(
        "relax.pipeline",
        "Pipelines by name: which passes make a module ready to be built.",
        {
            "driver.relax_pipelines": (
                "PIPELINE_MAP chosen dataflow_lower_passes default default_build_pipeline finalize_passes "
                "get_default_pipeline get_pipeline legalize_passes library_dispatch_passes register_pipeline "
                "static_shape_tuning static_shape_tuning_pipeline vm zero zero_pipeline"
            ),
        },
        modules={"transform": "relax.transform"},
    ),
    Face(
        "relax.relax_to_pyfunc_converter",
        "`RelaxToPyFuncConverter`: functions of Relax as Python functions over tensors of PyTorch, at any stage of compilation.",
        {
            "pymodule.relax_to_pyfunc_converter": "RelaxToPyFuncConverter convert_relax_to_pyfunc to_python_source",
        },
        today="",
    ),
    Face(
        "relax.struct_info",
        "The struct infos of Relax under TVM's names.",
        {
            "ir.struct_info": (
                "FuncStructInfo ObjectStructInfo PrimStructInfo ShapeStructInfo StructInfo TensorStructInfo "
                "TupleStructInfo"
            ),
        },
        today="",
    ),
    Face(
        "relax.testing",
        "Helpers for tests of graph programs: small layers, codes and functions of the virtual machine.",
        {
            "testing.relax.ast_printer": "dump_ast",
            "testing.relax.layers": "Linear LogSoftmax Module Parameter Placeholder ReLU Sequential emit emit_te init_params",
        },
    ),
    Face(
        "relax.testing.ast_printer",
        "`dump_ast`: the nodes of a function of Relax and their fields, for those who learn how it is put together.",
        {
            "graph.expr_functor": "ExprFunctor",
            "testing.relax.ast_printer": "ASTPrinter dump_ast",
        },
    ),
    Face(
        "relax.testing.lib_comparator",
        "An instrument that compares each kernel of a running graph with the function of that name in another library.",
        {
            "testing.relax.lib_comparator": "LibCompareVMInstrument",
        },
    ),
    Face(
        "relax.testing.nn",
        "Small layers for tests, and marks for what a gradient computes again.",
        {
            "testing.relax.checkpoints": "checkpoint emit_checkpoint emit_checkpoint_sequential",
            "testing.relax.layers": "Linear LogSoftmax Module Parameter Placeholder ReLU Sequential emit emit_te init_params",
        },
    ),
    Face(
        "relax.testing.runtime_builtin",
        "The codes of `vm.builtin.match_shape` and `vm.builtin.make_shape`, where TVM's tests find them.",
        {
            "base.shape_codes": "MakeShapeCode MatchShapeCode",
        },
    ),
    Face(
        "relax.testing.transform",
        "Passes for tests of passes.",
        {
            "ir.function": "IRModule",
            "testing.relax.dataflow": (
                "dataflow_alias_analysis dataflow_inplace_analysis dataflow_liveness_analysis "
                "dataflow_single_inplace_call"
            ),
            "testing.relax.transform": "ApplyEmptyCppMutator",
        },
    ),
    Face(
        "relax.testing.vm",
        "Registered functions for tests of the virtual machine, under TVM's names `test.vm.*`, and a check of saved functions.",
        {
            "testing.relax.vm": (
                "add add_scalar check_if_defined check_saved_func equal_zero get_device_id identity move mul "
                "subtract_one tile"
            ),
        },
    ),
    Face(
        "relax.training",
        "Training of functions of Relax, under TVM's names: losses, optimizers, and a trainer that puts them together.",
        {
            "training.append_loss": "AppendLoss",
            "training.setup_trainer": "SetupTrainer",
            "training.trainer": "Trainer",
        },
    ),
    Face(
        "relax.training.loss",
        "Losses: functions of Relax from predictions and targets to one number, or one for each element.",
        {
            "graph.block_builder": "BlockBuilder",
            "ir.relax": "Function Var",
            "training.loss": "CategoricalCrossEntropyLoss CrossEntropyLoss L1Loss Loss MSELoss",
        },
    ),
    Face(
        "relax.training.optimizer",
        "Optimizers: functions of Relax from parameters, gradients and a state to new parameters and a new state.",
        {
            "builder.relax_values": "const",
            "graph.block_builder": "BlockBuilder",
            "ir.relax": "Function TupleGetItem Var",
            "training.optimizer": "Adam MomentumSGD Optimizer SGD",
        },
    ),
    Face(
        "relax.training.setup_trainer",
        "`SetupTrainer`: makes of a model a module with all that training it takes.",
        {
            "ir.function": "IRModule",
            "ir.relax": "Tuple",
            "passes.relax.algebra.decompose_ops": "DecomposeOpsForInference DecomposeOpsForTraining",
            "passes.relax.gradient": "Gradient",
            "passes.relax.lowering.legalize_ops": "LegalizeOps",
            "training.append_loss": "AppendLoss",
            "training.loss": "Loss",
            "training.optimizer": "Optimizer",
            "training.setup_trainer": "BackboneError SetupTrainer",
        },
    ),
    Face(
        "relax.training.trainer",
        "`Trainer`: trains a model that `SetupTrainer` prepared, on a virtual machine.",
        {
            "ir.function": "IRModule",
            "runtime.tensor": "Tensor",
            "training.trainer": "Trainer",
        },
    ),
    Face(
        "relax.training.utils",
        "Helpers of training, under TVM's names.",
        {
            "passes.relax.gradients.te_gradients": "register_te_gradient",
            "training.append_loss": "AppendLoss",
        },
    ),
    Face(
        "relax.transform",
        "Passes over modules with functions of Relax, under TVM's names.",
        {
            "passes.core.decorators": "module_pass",
            "passes.relax.normal_form.common_subexpr": "EliminateCommonSubexpr",
            "passes.relax.algebra.decompose_ops": "DecomposeOps DecomposeOpsForInference DecomposeOpsForTraining",
            "passes.relax.algebra.fast_math": "FastMathTransform",
            "passes.relax.algebra.fold_batch_norm": "FoldBatchnormToConv2D",
            "passes.relax.algebra.fold_constant": "FoldConstant",
            "passes.relax.algebra.matmul_distribution": "ExpandMatmulOfSum ReorderPermuteDimsAfterConcat ReorderTakeAfterMatmul",
            "passes.relax.algebra.matmul_order": "AdjustMatmulOrder",
            "passes.relax.devices.cuda_graph": "RewriteCUDAGraph",
            "passes.relax.devices.ipc_memory": "IPCAllReduceRewrite LowerGPUIPCAllocStorage",
            "passes.relax.devices.virtual_devices": "RealizeVDevice UpdateVDevice",
            "passes.relax.functions.decorators": "DataflowBlockPass FunctionPass dataflowblock_pass function_pass",
            "passes.relax.functions.global_names": "NormalizeGlobalVar",
            "passes.relax.functions.inline_private": "InlinePrivateFunctions",
            "passes.relax.functions.lambda_lift": "LambdaLift",
            "passes.relax.fusion.annotate_op_pattern": "AnnotateTIROpPattern",
            "passes.relax.fusion.combine_matmul": "CombineParallelMatmul",
            "passes.relax.fusion.composite": "MergeCompositeFunctions",
            "passes.relax.fusion.fuse_by_pattern": "FuseOpsByPattern FusionPattern PatternCheckContext",
            "passes.relax.fusion.fuse_ops": "FuseOps",
            "passes.relax.fusion.fuse_tir": "FuseTIR",
            "passes.relax.fusion.inline_injective": "InlineInjective",
            "passes.relax.fusion.merge_kernels": "MergeKernels",
            "passes.relax.fusion.run_codegen": "RunCodegen",
            "passes.relax.fusion.specialize_kernels": "SpecializePrimFuncBasedOnCallSite",
            "passes.relax.fusion.transpose_matmul": "FuseTransposeMatmul",
            "passes.relax.gradient": "Gradient",
            "passes.relax.layout.alter_op_impl": "AlterOpImpl",
            "passes.relax.layout.convert_layout": "ConvertLayout",
            "passes.relax.layout.dataflow_reshape": "RewriteDataflowReshape",
            "passes.relax.layout.layout_free": "AttachAttrLayoutFreeBuffers SplitLayoutRewritePreproc",
            "passes.relax.layout.pack_weights": "PackWeights",
            "passes.relax.layout.redundant": "OptimizeLayoutTransform RemoveRedundantReshape",
            "passes.relax.lowering.attach_externs": "AttachExternModules",
            "passes.relax.lowering.call_tir_rewrite": "CallTIRRewrite",
            "passes.relax.lowering.compute_prim_value": "ComputePrimValue",
            "passes.relax.lowering.legalize_ops": "LegalizeOps",
            "passes.relax.lowering.lower_runtime_builtin": "LowerRuntimeBuiltin VMBuiltinLower",
            "passes.relax.lowering.shape_lower": "VMShapeLower",
            "passes.relax.memory.inplace_calls": "DataflowUseInplaceCalls",
            "passes.relax.memory.kill_after_last_use": "KillAfterLastUse",
            "passes.relax.memory.lower_alloc_tensor": "LowerAllocTensor",
            "passes.relax.memory.plan_memory": "StaticPlanBlockMemory",
            "passes.relax.memory.workspace": "AllocateWorkspace",
            "passes.relax.normal_form.convert_dataflow": "ConvertToDataflow",
            "passes.relax.normal_form.normalize": "Normalize",
            "passes.relax.normal_form.purity": "RemovePurityChecking",
            "passes.relax.normal_form.tidy": "AttachGlobalSymbol CanonicalizeBindings DeadCodeElimination ToNonDataflow",
            "passes.relax.normal_form.topological_sort": "TopologicalSort",
            "passes.relax.parameters.bind": "BindParams BindSymbolicVars",
            "passes.relax.parameters.bundle_params": "BundleModelParams",
            "passes.relax.parameters.lazy_parameters": "LazyGetInput LazySetOutput",
            "passes.relax.parameters.lazy_transform": "LazyTransformParams",
            "passes.relax.parameters.lift_params": "LiftTransformParams",
            "passes.relax.parameters.parameters": "UpdateParamStructInfo UpdateParamType",
            "passes.relax.parameters.tuple_arguments": "ExpandTupleArguments RemoveUnusedOutputs RemoveUnusedParameters",
            "passes.relax.precision.mixed_precision": "ToMixedPrecision",
            "tuning.relax_passes": "MetaScheduleApplyDatabase MetaScheduleTuneIRMod MetaScheduleTuneTIR",
        },
        absent=_ABSENT_PASSES,
    ),
    Face(
        "relax.transform.fast_math",
        "`FastMathTransform`: costly functions by polynomials that are nearly as good.",
        {
            "ir.relax": "Call",
            "passes.relax.algebra.fast_math": "FastMathTransform",
        },
        modules={"topi": "topi"},
    ),
    Face(
        "relax.transform.legalize_ops",
        "`LegalizeOps`: calls of ops become calls of TensorIR functions.",
        {
            "passes.relax.lowering.legalize_ops": "LegalizeOps register_legalize",
        },
        also="relax.transform.legalize_ops.common",
    ),
    Face(
        "relax.transform.transform",
        "The passes under the module in which TVM declares them; see `tilewright.relax.transform`.",
        rest=("relax.transform",),
    ),
    Face(
        "relax.type",
        "Struct infos under the names of release 0.27, where they are types, and `expr.struct_info` is `expr.ty`.",
        {
            "ir.relax_types": (
                "AnyType DynTensorType FuncType ObjectType PackedFuncType ShapeType TensorType TupleType Type"
            ),
            "ir.node.type_": "PrimType",
        },
        also="relax.ty",
    ),
    Face(
        "relax.utils",
        "Helpers for those who write passes, under TVM's names.",
        {
            "graph.args_converter": "args_converter",
            "graph.te_functions": "copy_with_new_vars create_prim_func gen_call_tir_inputs",
            "ir.relax": "Function convert_to_expr=relax_expr",
        },
    ),
    Face(
        "relax.vm_build",
        "`relax.build`: a module with functions of Relax to an executable.",
        {
            "driver.relax_build": "EXEC_MODES build is_lowered",
            "ir.function": "IRModule PrimFunc",
            "vm.executable": "VMExecutable",
        },
    ),
    Face("relax.backend.cuda", "Partitioning for GPU libraries, which are not served."),
)

"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

# Programs under TVM's names: tensor intrinsics, and what runs a trace as text.
_PROGRAMS = (
    "tir.schedule.testing",
    "tir.tensor_intrin",
    "tir.tensor_intrin._dot_product",
    "tir.tensor_intrin._mma",
    "tir.tensor_intrin._wmma",
    "tir.tensor_intrin.arm_cpu",
    "tir.tensor_intrin.cuda",
    "tir.tensor_intrin.dot_product_common",
    "tir.tensor_intrin.hexagon",
    "tir.tensor_intrin.rocm",
    "tir.tensor_intrin.x86",
)

FACES = (
    *(Face(name, "") for name in _PROGRAMS),
    Face(
        "tir",
        "`tilewright.tir`: TensorIR from Python, under TVM's names: node classes, the functions that make expressions, passes, analyses.",
        {
            "schedule.dependence": "BlockScope DepKind Dependency SBlockScope=BlockScope",
            "schedule.dependence_info": "BlockDependenceInfo SBlockDependenceInfo=BlockDependenceInfo",
            "schedule.methods.schedule": "Schedule",
            "schedule.references": "StmtSRef",
            "schedule.state": "ScheduleState",
            "schedule.trace": "Trace",
            "builder.layouts": "BijectiveLayout Layout SBijectiveLayout SLayout bijective_layout layout sbijective_layout slayout",
            "base.errors": "ScheduleError",
            "builder.reducers": "comm_reducer max min sum",
            "builder.tir_functions": "add all any call_tir const div floordiv floormod get_vscale_expr indexdiv indexmod logaddexp multiply power stmt_seq subtract trace truncdiv truncmod",
            "driver.tir_build": "build",
            "driver.tir_pipelines": "get_default_tir_pipeline get_tir_pipeline",
            "ir.buffer": "Buffer BufferRegion MatchBufferRegion decl_buffer",
            "ir.expr.base": "PrimExpr",
            "ir.expr.calls": "Call GlobalVar",
            "ir.expr.immediates": "FloatImm IntImm StringImm",
            "ir.expr.iteration": "CommReducer IterVar Range Reduce",
            "ir.expr.loads": "BufferLoad DataProducer ProducerLoad",
            "ir.expr.operations": (
                "Add And BinaryOp Cast CmpOp Div EQ FloorDiv FloorMod GE GT LE LT LogicalOp Max Min Mod Mul NE "
                "Not Or Select Sub"
            ),
            "ir.expr.variables": "Let SizeVar Var",
            "ir.expr.vectors": "Broadcast Ramp Shuffle",
            "ir.function": "PrimFunc",
            "ir.functor": "PyStmtExprMutator PyStmtExprVisitor",
            "ir.index_map": "IndexMap",
            "ir.operators": "convert",
            "ir.renew": "renew_defs",
            "ir.stmt": (
                "Allocate AllocateConst AssertStmt AttrStmt Block BlockRealize BufferRealize BufferStore "
                "DeclBuffer Evaluate For ForKind IfThenElse LetStmt SBlock=Block SBlockRealize=BlockRealize "
                "SeqStmt Stmt While stmt_list"
            ),
            "ops.op": "CallEffectKind",
            "schedule.tensor_intrin": "TensorIntrin",
        },
        rest=("builder.namespace:TIR",),
        also="tir.op s_tir s_tir.data_layout s_tir.sblock_dependence_info s_tir.sblock_scope s_tir.stmt tir.block_dependence_info",
        today="tirx s_tir",
    ),
    Face(
        "tir.analysis",
        "`tilewright.tir.analysis`: questions about TensorIR, under TVM's names.",
        {
            "analysis.anchor": "find_anchor_block",
            "analysis.ssa": "verify_ssa",
            "passes.tir.queries": (
                "OOBChecker assert_pure_function calculate_allocated_bytes calculate_workspace_bytes "
                "detect_buffer_access_lca estimate_tir_flops expr_deep_equal find_anchor_sblock "
                "get_block_access_region get_block_read_write_region get_sblock_access_region "
                "get_sblock_read_write_region has_if_then_else is_pure_function undefined_vars verify_memory "
                "verify_tirx_well_formed verify_well_formed"
            ),
            "ir.buffer": "Buffer",
            "ir.expr.base": "Expr",
            "ir.expr.variables": "Var",
            "ir.function": "IRModule PrimFunc",
        },
        today="tirx.analysis s_tir.analysis",
        rest=("passes.tir.queries:",),
    ),
    Face(
        "tir.analysis._ffi_api",
        "The functions that TVM's programs reach by their global names: `tvm.tir.analysis._ffi_api._identify_memcpy`.",
        {
            "analysis.memcpy": "_identify_memcpy=identified_memcpys",
            "passes.tir.queries": "expr_deep_equal is_pure_function calculate_allocated_bytes",
            "analysis.ssa": "verify_ssa",
            "analysis.anchor": "find_anchor_block",
        },
        today="",
    ),
    Face(
        "tir.buffer",
        "Buffers where TVM keeps them.",
        {
            "ir.buffer": "Buffer decl_buffer",
            "ir.expr.loads": "DataProducer",
        },
        today="tirx.buffer",
    ),
    Face(
        "tir.expr",
        "The expressions of TensorIR where TVM keeps them, with the kinds that only its Python classes tell apart.",
        {
            "ir.expr": "ConstExpr",
            "ops.op": "CallEffectKind",
            "ir.expr.base": "Expr ExprOp=Expr PrimExprWithOp=Expr UnaryOpExpr=Expr",
            "ir.expr.immediates": "FloatImm IntImm",
            "ir.expr.operations": "BinaryOp BinaryOpExpr=BinaryOp CmpExpr=BinaryOp LogicalExpr=BinaryOp",
            "ir.operators": "EqualOp NotEqualOp=EqualOp convert",
        },
        rest=("ir.expr",),
        today="tirx.expr",
    ),
    Face(
        "tir.function",
        "Functions of TensorIR where TVM keeps them, and what its schedules take beside them.",
        {
            "ir.function": "PrimFunc",
            "ir.index_map": "IndexMap",
            "schedule.tensor_intrin": "TensorIntrin",
        },
        today="tirx.function",
    ),
    Face(
        "tir.functor",
        "`tilewright.tir.functor`: walks with a method for each type of node, as in TVM.",
        {
            "ir.functor": "PyStmtExprMutator PyStmtExprVisitor mutator visitor",
        },
        today="",
    ),
    Face(
        "tir.ir_builder",
        "Statements built one after another: `ib = tir.ir_builder.create()`, with loops and branches as `with` blocks and buffers that are indexed.",
        {
            "builder.ir_builder": "BufferVar IRBuilder WithScope create",
            "ir.expr.iteration": "IterVar",
        },
        today="",
    ),
    Face(
        "tir.layouts",
        "Layouts of tensors as words, `NCHW16c`, and the way from one layout to another.",
        {
            "builder.layouts": "BijectiveLayout Layout SBijectiveLayout SLayout bijective_layout layout sbijective_layout slayout",
        },
        also="tir.data_layout",
        today="",
    ),
    Face(
        "tir.pipeline",
        "The pipelines that lower TensorIR, as passes.",
        {
            "driver.tir_pipelines": "get_default_tir_pipeline get_tir_pipeline",
        },
        today="s_tir.pipeline",
    ),
    Face(
        "tir.schedule",
        "`tvm.tir.schedule`: schedules, their traces, and the references that they keep.",
        {
            "base.errors": "ScheduleError",
            "schedule.dependence": "BlockScope DepKind Dependency SBlockScope=BlockScope",
            "schedule.instructions": "BlockRV ExprRV Instruction LoopRV SBlockRV=BlockRV",
            "schedule.references": "StmtSRef",
            "schedule.methods.schedule": "InstructionKind Schedule",
            "schedule.state": "ScheduleDebugMask ScheduleState",
            "schedule.trace": "Trace",
        },
        today="s_tir.schedule",
    ),
    Face(
        "tir.schedule._type_checker",
        "`type_checked`: a function that compares its arguments with its annotations when it is called, as the primitives of TVM's schedules do.",
        {
            "schedule.type_checker": "Function type_checked",
        },
        today="s_tir.schedule._type_checker",
    ),
    Face(
        "tir.schedule.analysis",
        "`tvm.tir.schedule.analysis`: questions about schedules.",
        {
            "base.errors": "ScheduleError",
            "schedule.instructions": "BlockRV",
            "schedule.methods.matches": "AutoTensorizeMappingInfo TensorizeInfo get_auto_tensorize_mapping_info get_tensorize_loop_mapping suggest_index_map",
            "schedule.methods.questions": "has_block is_output_block",
            "schedule.methods.schedule": "Schedule",
        },
        today="s_tir.schedule.analysis",
    ),
    Face(
        "tir.schedule.transform",
        "`tvm.tir.schedule.transform`: schedules made of several primitives.",
        {
            "schedule.methods.matches": "tile_with_tensor_intrin",
        },
        today="s_tir.schedule.transform",
    ),
    Face(
        "tir.schedule.block_scope",
        "`tvm.tir.schedule.block_scope`.",
        {
            "schedule.dependence": "BlockScope DepKind Dependency",
            "schedule.references": "StmtSRef",
        },
        also="tir.block_scope",
        today="",
    ),
    Face(
        "tir.schedule.instruction",
        "`tvm.tir.schedule.instruction`.",
        {
            "schedule.instructions": "Instruction",
            "schedule.methods.schedule": "InstructionKind",
        },
        today="s_tir.schedule.instruction",
    ),
    Face(
        "tir.schedule.schedule",
        "`tvm.tir.schedule.schedule`.",
        {
            "base.errors": "ScheduleError",
            "schedule.instructions": "BlockRV ExprRV LoopRV SBlockRV=BlockRV",
            "schedule.methods.schedule": "Schedule",
        },
        today="s_tir.schedule.schedule",
    ),
    Face(
        "tir.schedule.state",
        "`tvm.tir.schedule.state`.",
        {
            "schedule.flags": "CachedFlags",
            "schedule.references": "StmtSRef",
            "schedule.state": "ScheduleDebugMask ScheduleState",
        },
        today="s_tir.schedule.state",
    ),
    Face(
        "tir.schedule.trace",
        "`tvm.tir.schedule.trace`.",
        {
            "schedule.trace": "Trace",
        },
        today="s_tir.schedule.trace",
    ),
    Face(
        "tir.stmt_functor",
        "`tilewright.tir.stmt_functor`: walking and rewriting with functions of one node, as in TVM.",
        {
            "ir.renew": "renew_defs",
            "ir.stmt_functor": "ir_transform post_order_visit pre_order_visit substitute",
        },
        today="",
    ),
    Face(
        "tir.transform",
        "`tilewright.tir.transform`: the passes over TensorIR, each as a function that gives it, as in TVM: `transform.Simplify()(mod)`.",
        {
            "base.names": "nearest",
            "passes.core.apply": "Apply Filter",
            "passes.core.config": (
                "HoistExpressionConfig HoistIfThenElseConfig HoistedConditionals HoistedLetBindings "
                "InjectDoubleBufferConfig LoopPartitionConfig ReduceBranchingThroughOvercomputeConfig "
                "RemoveNoOpConfig SimplifyConfig StmtSimplifyConfig=SimplifyConfig UnrollLoopConfig"
            ),
            "passes.core.decorators": "PrimFuncPass prim_func_pass",
            "passes.core.pass_": "Pass",
            "passes.tir": "FACTORIES PASSES",
            "schedule.dlight.default_gpu": "DefaultGPUSchedule",
        },
        rest=("passes.tir:MAKERS",),
        also="tir.transform.transform",
        today="tirx.transform s_tir.transform",
    ),
    Face(
        "tirx",
        "`tilewright.tirx`: what TensorIR is called in release 0.25 and later.  Everything is that of `tilewright.tir`, but for `transform` and the statements that are flat there.",
        {
            "schedule.dependence": "BlockScope SBlockScope=BlockScope",
            "schedule.methods.schedule": "Schedule",
            "schedule.references": "StmtSRef",
            "schedule.state": "ScheduleState",
            "schedule.trace": "Trace",
            "builder.dialects:TIRX": (
                "cooperative_tensor_fill cooperative_tensor_load cooperative_tensor_multiply_accumulate cooperative_tensor_store print_buffer "
                "ptr_byte_offset selector"
            ),
            "builder.device_calls": "call_ffi_kernel tensormap_encode_tiled",
            "builder.bit_operations": "BitwiseAnd BitwiseNot BitwiseOr BitwiseXor LShift RShift",
            "builder.flat_statements": (
                "AllocBuffer AssertStmt Bind Break Continue DeclBuffer LetStmt=Bind Return ScopeIdDefStmt SeqStmt "
                "TilePrimitiveCall"
            ),
            "ir.buffer": "BufferRegion",
            "ir.buffer_type": "BufferType",
            "ir.expr.loads": "TensorLoad=BufferLoad",
            "ir.joint": "Buffer BufferAccessKind BufferRegionType buffer_data buffer_data_pointer_type Call Expr StringImm TensorMapType TensorRegion",
            "ir.kinds": "is_buffer_var",
            "ir.tile": "ExecScope LambdaExpr ScopeIdDef",
            "builder.swizzles": "ComposeLayout SwizzleLayout",
            "ir.tile_layout": "TileLayout",
            "ops.registration": "register_intrin_lowering",
        },
        rest=("tir",),
        since="0.25",
        also="tirx.compilation_pipeline tirx.exec_scope tirx.op tirx.stmt tirx.tile_primitive tirx.type",
    ),
    Face(
        "tirx.layout",
        "`tilewright.tirx.layout`: layouts of buffers in the tile language.",
        {
            "builder.axes": (
                "Axis Bank F P R S TCol TLane bx by bz cbx cby cbz laneid m tid_in_wg tx warpid wgid wid_in_wg"
            ),
            "builder.swizzles": "ComposeLayout SwizzleLayout",
            "builder.tile_layouts": "wg_local_layout",
            "ir.tile_layout": "Iter Layout TileLayout",
        },
        since="0.25",
    ),
    Face(
        "tirx.stmt_functor",
        "`tilewright.tirx.stmt_functor`: walks over statements in their flat form, with a method for each type of node or with functions of one node.",
        {
            "ir.flat_functor": "StmtExprMutator StmtExprVisitor StmtMutator StmtVisitor",
        },
        rest=("tir.stmt_functor",),
        since="0.25",
    ),
    Face(
        "tirx.expr_functor",
        "`tilewright.tirx.expr_functor`: walks over expressions with a method for each type of node.",
        {
            "ir.flat_functor": "ExprMutator ExprVisitor",
        },
        since="0.25",
    ),
    Face(
        "tirx.transform",
        "`tilewright.tirx.transform`: the passes as release 0.25 and later has them.",
        {
            "passes.core.pass_": "Pass",
            "passes.tir": "PASSES",
            "passes.tir.compat.flatten_buffer_tirx": "FlattenBuffer",
            "passes.tir.compat.remove_no_op_tirx": "RemoveNoOp",
        },
        rest=("tir.transform",),
        absent=dict.fromkeys(
            ("LowerTIRx", "LowerTIRxOpaque", "TilePrimitiveDispatch"),
            "kernels in the tile language are read, checked and printed, and not built",
        ),
        since="0.25",
        also="tirx.transform.transform",
    ),
)

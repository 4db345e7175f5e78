"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

FACES = (
    Face(
        "error",
        "The exceptions that users see, under the names that TVM gives them.",
        {
            "base.diagnostics": "TVMError",
            "base.errors": (
                "DiagnosticError InternalError OpAttributeInvalid OpAttributeRequired OpAttributeUnImplemented "
                "OpError OpNotImplemented ScheduleError py_str"
            ),
            "codegen.llvm.installed": "_LIB=LIBRARY",
        },
        also="base _ffi.base",
    ),
    Face(
        "instrument",
        "`tilewright.instrument`: what watches passes, under the names of `tvm.instrument`.",
        {
            "passes.core.pass_instrument": "PassInstrument pass_instrument",
            "passes.core.printing_instruments": "DumpIR PassPrintingInstrument PrintAfterAll PrintBeforeAll",
            "passes.core.timing": "PassTimingInstrument",
        },
        also="ir.instrument",
        today="",
    ),
    Face(
        "ir",
        "the nodes of the intermediate representation, walking, equality and verification.",
        {
            "base.source": "Span",
            "ir.access_path": "AccessPath",
            "ir.attrs": "DictAttrs",
            "ir.calling": "CallingConv",
            "ir.containers": "Array Map",
            "ir.expr.base": "PrimExpr",
            "ir.expr.calls": "GlobalVar",
            "ir.expr.iteration": "Range",
            "ir.function": "BaseFunc IRModule",
            "ir.global_info": "DummyGlobalInfo GlobalInfo VDevice",
            "ir.hashing": "structural_hash",
            "ir.joint": (
                "Call Constant Expr ExprOperand=ExprWithOp ExprWithOp OpaqueExpr OpaqueType StringImm StringType TensorLoad "
                "TensorRegion TupleType Type Var"
            ),
            "ir.json": "load_json save_json",
            "ir.kinds": "is_prim_expr is_prim_var",
            "ir.names": "Attrs BaseExpr EnvFunc SequentialSpan SourceName",
            "passes.make_node": "make_node",
            "ir.node": "Node",
            "ir.relax": "GenericConst=Constant RelaxExpr Tuple TupleGetItem",
            "ir.structural": "assert_structural_equal get_first_structural_mismatch structural_equal",
            "ir.node.type_": "FuncType PointerType PrimType",
            "ops.op": "Op",
            "ops.registration": "register_intrin_lowering register_op register_op_attr",
        },
        also="ir.base ir.op",
        modules={"base": "ir", "container": "ffi.container", "instrument": "instrument", "transform": "transform"},
    ),
    Face(
        "ir.analysis",
        "Questions about whole modules: `tvm.ir.analysis`.",
        {
            "ir.module_analysis": "collect_call_map",
        },
        today="",
    ),
    Face(
        "ir.attrs",
        "Attributes: named values on functions, modules, loops and blocks.",
        {
            "ir.attrs": "DictAttrs Integer NO_ATTRS OpAttrs",
            "ir.names": "Attrs",
            "passes.make_node": "make_node",
        },
    ),
    Face(
        "ir.diagnostics",
        "The renderer that gets a script's errors before `DiagnosticError` is raised; none unless a program sets one.",
        {
            "base.diagnostics": "Diagnostic",
            "base.source": "Span",
            "ir.diagnostics": "DiagnosticContext DiagnosticLevel Renderer announce override_renderer",
        },
        today="",
    ),
    Face(
        "ir.expr",
        "Expressions of TensorIR.",
        {
            "ir.expr.base": "Expr ExprLike PrimExpr expr exprs",
            "ir.expr.calls": "Call GlobalVar",
            "ir.expr.immediates": "FloatImm IntImm StringImm",
            "ir.expr.iteration": "CommReducer IterVar IterVarKind Range Reduce",
            "ir.expr.loads": "BufferLoad DataProducer ProducerLoad",
            "ir.expr.operations": (
                "ARITHMETIC_NODES Add And BINARY_NODES BinaryOp Cast CmpOp Div EQ FloorDiv FloorMod GE GT LE LT "
                "LogicalOp Max Min Mod Mul NE Not Or Select Sub"
            ),
            "ir.expr.variables": "Let SizeVar Var",
            "ir.expr.vectors": "Broadcast Ramp Shuffle",
        },
        rest=("ir",),
    ),
    Face(
        "ir.prim",
        "Expressions of one value: numbers, arithmetic, comparisons, vectors.",
        {
            "builder.tir_functions": "const",
            "ir.operators": "convert",
            "passes.tir.queries": "expr_deep_equal",
        },
        rest=("tir.expr", "builder.namespace:TIR"),
        also="ir.prim.expr ir.prim.op",
        since="0.25",
    ),
    Face(
        "ir.supply",
        "Names that were not given before.",
        {"ir.name_supply": "GlobalVarSupply NameSupply=UniqueNameSupply UniqueNameSupply"},
    ),
    Face(
        "ir.function",
        "Functions and modules.",
        {
            "ir.attrs": "DictAttrs",
            "ir.calling": "CallingConv",
            "ir.function": "BaseFunc IRModule PrimFunc prim_funcs tensor_ir",
        },
        also="ir.module",
    ),
    Face(
        "ir.global_info",
        "Information that a module keeps for its functions: the devices they name.",
        {
            "ir.global_info": "DummyGlobalInfo GlobalInfo VDevice",
        },
        also="relax.global_info",
    ),
    Face(
        "ir.operators",
        "Python's operators on expressions, and the functions of `tir` behind them: they match types and fold constants.",
        {
            "base.dtype": "HANDLE",
            "ir.operators": "cast EqualOp access_ptr binary bitwise call checked const convert flat_index flattened_shape floor_divide invert is_scalable logical_not match_types negate region_as_load subscript true_divide vector_index",
            "ir.node.ports": "element_offset",
        },
        today="",
    ),
    Face(
        "ir.stmt",
        "Statements of TensorIR.",
        {
            "builder.tir_functions": "stmt_seq",
            "ir.buffer": "BufferRegion MatchBufferRegion",
            "ir.expr.base": "Expr",
            "ir.node": "Node",
            "ir.stmt": (
                "Allocate AllocateConst Annotations Around AssertStmt AttrStmt Block BlockRealize BufferRealize "
                "BufferStore DeclBuffer Evaluate For ForKind IfThenElse LetStmt NO_ANNOTATIONS SBlock "
                "SBlockRealize SeqStmt Stmt USUAL_ERROR While seq stmt_list"
            ),
        },
        also="tir.stmt",
        today="",
    ),
    Face(
        "ir.type_",
        "Types of variables and functions, as TVM names them: `PrimType`, `PointerType`, `TupleType`, `FuncType`.",
        {
            "ir.joint": "OpaqueType StringType TupleType Type",
            "ir.node.type_": "FuncType PointerType PrimType",
        },
        also="ir.type",
        today="",
    ),
    Face(
        "transform",
        "passes.  The names here are those of `tvm.transform`; the passes over TensorIR are in `tilewright.tir.transform`.",
        {
            "passes.core.apply": "ApplyPassToFunction PrintIR",
            "passes.core.context": "PassContext",
            "passes.core.decorators": "FunctionPass ModulePass PrimFuncPass function_pass module_pass prim_func_pass",
            "passes.core.info": "PassInfo",
            "passes.core.pass_": "Pass",
            "passes.core.sequential": "Sequential",
        },
        also="ir.transform",
        today="",
    ),
)

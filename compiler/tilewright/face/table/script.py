"""Names of TVM's public modules; see `tilewright.face.rows`."""

from __future__ import annotations

from tilewright.face.rows import Face

# Modules that are more than names, and are written by hand: modules that can be called, and modules that answer with a namespace.
HAND_WRITTEN = (
    "hybrid",
    "script",
    "script.builder",
    "script.ir",
    "script.ir_builder",
    "script.ir_builder.base",
    "script.ir_builder.ir",
    "script.ir_builder.relax",
    "script.ir_builder.tir",
    "script.ir_builder.tirx",
    "script.parser",
    "script.parser.core",
    "script.parser.core.diagnostics",
    "script.parser.core.dispatch",
    "script.parser.core.doc",
    "script.parser.core.entry",
    "script.parser.core.error",
    "script.parser.core.evaluator",
    "script.parser.core.parser",
    "script.parser.core.utils",
    "script.parser.ir",
    "script.parser.ir.entry",
    "script.parser.ir.parser",
    "script.parser.relax",
    "script.parser.relax.entry",
    "script.parser.relax.parser",
    "script.parser.tir",
    "script.parser.tir.entry",
    "script.parser.tir.parser",
    "script.parser.tirx",
    "script.parser.tirx.entry",
    "script.parser.tirx.parser",
    "script.printer",
    "script.relax",
    "script.tir",
    "script.tirx",
)

# Other paths of these modules: since 0.25 a dialect brings its part of `tvm.script` itself.
_ALSO = {
    "script.ir_builder.relax": "relax.script.builder",
    "script.ir_builder.tirx": "tirx.script.builder",
    "script.parser.core": "script.parser._core",
    "script.parser.relax": "relax.script.parser",
    "script.parser.tirx": "tirx.script.parser",
    "script.relax": "relax.script",
    "script.tirx": "tirx.script",
}

FACES = (
    *(Face(name, "", also=_ALSO.get(name, "")) for name in HAND_WRITTEN),
    Face(
        "hybrid.registry",
        "Adding names to hybrid script.",
        {"frontend.hybrid_registry": "register_intrin register_scope_handler register_special_stmt"},
    ),
    Face(
        "script.printer.doc",
        "The document tree of TVM's printer.",
        {
            "ir.access_path": "AccessPath",
            "ir.expr": "FloatImm IntImm",
            "printer.tvm_doc": "AssertDoc AssignDoc AttrAccessDoc CallDoc ClassDoc CommentDoc DictDoc Doc DocStringDoc ExprDoc ExprStmtDoc ForDoc FunctionDoc IdDoc IfDoc IndexDoc LambdaDoc ListDoc LiteralDoc OperationDoc OperationKind ReturnDoc ScopeDoc SliceDoc StmtBlockDoc StmtDoc TupleDoc WhileDoc",
        },
    ),
    Face(
        "script.printer.doc_printer",
        "From a document tree to text.",
        {"ir.access_path": "AccessPath", "printer.tvm_doc": "Doc", "printer.tvm_doc_printer": "to_python_script"},
    ),
    Face(
        "script.highlight",
        "Highlighted scripts in terminals and notebooks.",
        {
            "printer.highlight": "cprint show",
        },
    ),
)

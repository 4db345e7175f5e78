"""`PyExprVisitor` and `PyExprMutator`: walks over functions of Relax with a method for each kind of node, as TVM's users write them.

A subclass overrides `visit_call_`, `visit_var_binding_`, ... for what it cares about; the inherited methods visit what is below.  A mutator builds
anew with its `builder_`, which brings what it gets into normal form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.core.analysis.derive import erased
from tilewright.core.analysis.struct_info import BaseCheckResult, base_check
from tilewright.core.base.keywords import also_named
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.flatten import flattened
from tilewright.core.graph.users_results import expression_given
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.node import Node
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    DataTypeImm,
    ExternFunc,
    Function,
    Id,
    If,
    MatchCast,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ops.op import Op
from tilewright.core.ops.relax_op import RelaxOp

if TYPE_CHECKING:
    from tilewright.core.ir.struct_info import StructInfo


Class = TypeVar("Class", bound=type)
METHODS: dict[type, str] = {
    Call: "visit_call_",
    Constant: "visit_constant_",
    DataTypeImm: "visit_data_type_imm_",
    DataflowVar: "visit_dataflow_var_",
    ExternFunc: "visit_extern_func_",
    Function: "visit_function_",
    GlobalVar: "visit_global_var_",
    If: "visit_if_",
    Op: "visit_op_",
    RelaxOp: "visit_op_",
    PrimValue: "visit_prim_value_",
    SeqExpr: "visit_seq_expr_",
    ShapeExpr: "visit_shape_expr_",
    StringImm: "visit_string_imm_",
    Tuple: "visit_tuple_",
    TupleGetItem: "visit_tuple_getitem_",
    Var: "visit_var_",
}


def visitor(visitor_cls: Class) -> Class:
    """Mark a subclass of `PyExprVisitor` as one: `@relax.expr_functor.visitor`."""
    if not issubclass(visitor_cls, PyExprVisitor):
        raise TypeError("@visitor decorates subclasses of PyExprVisitor")
    visitor_cls._cls = visitor_cls  # pyright: ignore[reportPrivateUsage]
    return visitor_cls


def mutator(mutator_cls: Class) -> Class:
    """Mark a subclass of `PyExprMutator` as one: `@relax.expr_functor.mutator`."""
    if not issubclass(mutator_cls, PyExprMutator):
        raise TypeError("@mutator decorates subclasses of PyExprMutator")
    mutator_cls._cls = mutator_cls  # pyright: ignore[reportPrivateUsage]
    return mutator_cls


class ExprFunctor:
    """The base of visitors and mutators: dispatches a node to the method of its kind."""

    _cls: type[ExprFunctor]
    """The class under a decorator, which programs for TVM inherit from; the decorators give the class itself."""

    def visit_expr(self, expr: Any) -> Any:
        """Visit any expression."""
        name = METHODS.get(type(expr))
        return self.visit_other_(expr) if name is None else getattr(self, name)(expr)

    def visit_other_(self, op: Any) -> Any:
        """A value of another kind, such as a TensorIR function."""
        return op

    def visit_binding(self, binding: Binding) -> Any:
        """Visit any binding."""
        name = "visit_match_cast_" if isinstance(binding, MatchCast) else "visit_var_binding_"
        return getattr(self, name)(binding)

    def visit_binding_block(self, block: BindingBlock) -> Any:
        """Visit any block."""
        name = "visit_dataflow_block_" if isinstance(block, DataflowBlock) else "visit_binding_block_"
        return getattr(self, name)(block)

    def visit_var_def(self, var: Var) -> Any:
        """Visit the definition of any variable."""
        name = "visit_dataflow_var_def_" if isinstance(var, DataflowVar) else "visit_var_def_"
        return getattr(self, name)(var)


class PyExprVisitor(ExprFunctor):
    """Visits everything; override what is of interest."""

    def _below(self, op: RelaxExpr) -> None:
        for child in op.children():
            self.visit_expr(child)

    def visit_call_(self, op: Call) -> None:
        """A call: what is called, then the arguments."""
        self.visit_expr(op.op)
        for item in op.args:
            self.visit_expr(item)

    visit_tuple_ = visit_tuple_getitem_ = _below

    def visit_if_(self, op: If) -> None:
        """A choice: condition, then both branches."""
        self._below(op)

    def visit_seq_expr_(self, op: SeqExpr) -> None:
        """Blocks, then the value."""
        for block in op.blocks:
            self.visit_binding_block(block)
        self.visit_expr(op.body)

    def visit_function_(self, op: Function) -> None:
        """Parameters, then the body."""
        for param in op.params:
            self.visit_var_def(param)
        self.visit_expr(op.body)

    def _leaf(self, op: Any) -> None:
        return None

    visit_constant_ = visit_data_type_imm_ = visit_dataflow_var_ = visit_extern_func_ = _leaf
    visit_global_var_ = visit_op_ = visit_prim_value_ = visit_shape_expr_ = visit_string_imm_ = visit_var_ = _leaf
    visit_var_def_ = visit_span = _leaf

    def visit_dataflow_var_def_(self, var: DataflowVar) -> None:
        """The definition of a variable of a dataflow block, which is one of a variable."""
        self.visit_var_def_(var)

    def visit_var_binding_(self, binding: VarBinding) -> None:
        """The value, then the definition of the variable."""
        self.visit_expr(binding.value)
        self.visit_var_def(binding.var)

    def visit_match_cast_(self, binding: MatchCast) -> None:
        """The value, then the definition of the variable."""
        self.visit_expr(binding.value)
        self.visit_var_def(binding.var)

    def visit_binding_block_(self, block: BindingBlock) -> None:
        """The bindings in order."""
        for binding in block.bindings:
            self.visit_binding(binding)

    def visit_dataflow_block_(self, block: DataflowBlock) -> None:
        """The bindings in order."""
        for binding in block.bindings:
            self.visit_binding(binding)


class PyExprMutator(ExprFunctor):
    """Builds a function anew; override what changes.  `mod` is the module that `builder_` starts from."""

    def __init__(self, mod: IRModule | None = None) -> None:
        self.builder_ = BlockBuilder(mod)
        self._remap: dict[int, tuple[Id | RelaxExpr | None, Var]] = {}

    def visit_expr(self, expr: Any) -> Any:
        """The rewritten expression."""
        made = super().visit_expr(expr)
        if isinstance(made, Node):
            return made
        return expression_given(made, f"{type(self).__name__}.{METHODS.get(type(expr), 'visit_other_')}")

    def visit_expr_post_order(self, expr: RelaxExpr) -> Any:
        """The expression with its parts visited, in normal form."""
        return self.builder_.normalize(_rebuilt(self, expr))

    def _rebuild(self, op: RelaxExpr) -> Any:
        return _rebuilt(self, op)

    visit_call_ = visit_tuple_ = visit_tuple_getitem_ = _rebuild

    def _leaf(self, op: Any) -> Any:
        return op

    visit_constant_ = visit_data_type_imm_ = visit_extern_func_ = visit_global_var_ = visit_op_ = _leaf
    visit_prim_value_ = visit_shape_expr_ = visit_string_imm_ = visit_span = _leaf

    def visit_var_(self, op: Var) -> Any:
        """The rewritten variable."""
        known = self._remap.get(id(op.vid))
        return op if known is None else known[1]

    def visit_dataflow_var_(self, op: DataflowVar) -> Any:
        """The rewritten variable."""
        return self.visit_var_(op)

    def visit_var_def_(self, var: Var) -> Var:
        """The variable to define instead."""
        return var

    def visit_dataflow_var_def_(self, var: DataflowVar) -> Var:
        """The variable to define instead, as for any other variable."""
        return self.visit_var_def_(var)

    def visit_function_(self, op: Function) -> Any:
        """Parameters, then the body in a scope of its own."""
        params = tuple(self._defined(param) for param in op.params)
        self.builder_.expect_function(params)
        body = self.visit_with_new_scope(op.body)
        if body is op.body and all(a is b for a, b in zip(params, op.params)):
            return op
        same = all(a is b for a, b in zip(params, op.params))
        result = _result(op.ret_struct_info, body.struct_info_, params, same)
        return Function(params, body, result, op.is_pure, op.attrs, op.span, dialect=op.dialect)

    def _defined(self, var: Var) -> Var:
        new = self.visit_var_def(var)
        if new is not var:
            self.set_var_remap(var.vid, new)
        return new

    def visit_if_(self, op: If) -> Any:
        """The condition, then both branches in scopes of their own."""
        cond = self.visit_expr(op.cond)
        if isinstance(cond, (Call, TupleGetItem)) and cond is not op.cond:
            cond = self.builder_.emit(cond)
        true, false = self.visit_with_new_scope(op.true_branch), self.visit_with_new_scope(op.false_branch)
        if cond is op.cond and true is op.true_branch and false is op.false_branch:
            return op
        return with_struct_info(If(cond, true, false, op.span), op.struct_info_)

    def visit_seq_expr_(self, op: SeqExpr) -> Any:
        """The blocks, then the value; what the value needs is bound in a block before it."""
        blocks = [block for block in map(self.visit_binding_block, op.blocks) if block.bindings]
        self.builder_.begin_binding_block()
        body = self.builder_.normalize(self.visit_expr(op.body))
        if isinstance(body, (Call, TupleGetItem, If)):
            body = self.builder_.emit(body)
        before = self.builder_.end_block()
        blocks += [before] if before.bindings else []
        same = len(blocks) == len(op.blocks) and all(a is b for a, b in zip(blocks, op.blocks))
        if same and body is op.body:
            return op
        return SeqExpr(*flattened(blocks, body), op.span)

    def visit_binding_block_(self, block: BindingBlock) -> BindingBlock:
        """The bindings built anew."""
        self.builder_.begin_binding_block()
        return self._filled(block)

    def visit_dataflow_block_(self, block: DataflowBlock) -> BindingBlock:
        """The bindings built anew."""
        self.builder_.begin_dataflow_block()
        return self._filled(block)

    def _filled(self, block: BindingBlock) -> BindingBlock:
        for binding in block.bindings:
            self.visit_binding(binding)
        made = self.builder_.end_block()
        same = len(made.bindings) == len(block.bindings)
        return block if same and all(a is b for a, b in zip(made.bindings, block.bindings)) else made

    def visit_var_binding_(self, binding: VarBinding) -> None:
        """The value visited and bound again."""
        self.rebind(binding, self.builder_.normalize(self.visit_expr(binding.value)))

    def rebind(self, binding: VarBinding, value: RelaxExpr) -> None:
        """Bind the variable of a binding to a value, which stands instead of the one that it had."""
        var = self.visit_var_def(binding.var)
        if value is binding.value and var is binding.var:
            self.builder_.emit_normalized(binding)
            return
        if value.struct_info_ is not None:
            var = self.with_struct_info(var, value.struct_info_)
        if var is not binding.var:
            self.set_var_remap(binding.var.vid, var)
        self.builder_.emit_normalized(VarBinding(var, value, binding.span))

    def visit_match_cast_(self, binding: MatchCast) -> None:
        """The value visited and checked again."""
        value = self.visit_expr(binding.value)
        var = self._defined(binding.var)
        if value is binding.value and var is binding.var:
            self.builder_.emit_normalized(binding)
            return
        value = self.builder_.normalize(value)
        if isinstance(value, (Call, TupleGetItem, If)):
            value = self.builder_.emit(value)
        self.builder_.emit_normalized(MatchCast(var, value, binding.struct_info, binding.span))

    def visit_with_new_scope(self, expr: RelaxExpr) -> SeqExpr:
        """An expression whose bindings stay inside it."""
        self.builder_.begin_scope()
        made = self.visit_expr(expr)
        self.builder_.end_scope()
        return made if isinstance(made, SeqExpr) else SeqExpr((), made)

    def lookup_binding(self, var: Var) -> Any:
        """The value a variable was bound to, None for a parameter."""
        return self.builder_.lookup_binding(var)

    def with_struct_info(self, var: Var, struct_info: StructInfo | None) -> Var:
        """The variable with that struct info: itself when it has it, else a copy with the same identity."""
        if var.struct_info_ is not None and structural_equal(var.struct_info_, struct_info):
            return var
        return type(var)(var.vid, struct_info, var.span)

    @also_named(old_var="vid", new_var="var")
    def set_var_remap(self, vid: Id | RelaxExpr | None, var: Var) -> None:
        """From now on the variable of that identity is `var`."""
        known = _identity(vid)
        self._remap[id(known)] = (known, var)

    @also_named(var="vid")
    def get_var_remap(self, vid: Id | RelaxExpr) -> Var:
        """The rewritten variable of that identity."""
        return self._remap[id(_identity(vid))][1]


def _identity(var_or_id: Id | RelaxExpr | None) -> Id | RelaxExpr | None:
    """The identity of a variable; TVM since 0.25 gives the variable itself."""
    return var_or_id.vid if isinstance(var_or_id, Var) else var_or_id


def _result(
    declared: StructInfo | None, found: StructInfo | None, params: tuple[Var, ...], same: bool
) -> StructInfo | None:
    """The result's struct info of a function whose body changed: the declared one, unless the body gives another.

    With the `same` parameters a body that tells less keeps what was declared; one that contradicts it does not.
    """
    if declared is None or found is None:
        return declared
    fits = base_check(declared, found)
    if fits is BaseCheckResult.PASS or (same and fits is not BaseCheckResult.FAIL_L0):
        return declared
    return erased(found, frozenset(symbols([param.struct_info_ for param in params])))


def _rebuilt(walk: PyExprMutator, op: RelaxExpr) -> RelaxExpr:
    """An expression with its parts visited; the same object when none changed."""
    if isinstance(op, Call):
        callee = walk.visit_expr(op.op)
        args = tuple(walk.visit_expr(item) for item in op.args)
        if callee is op.op and all(a is b for a, b in zip(args, op.args)):
            return op
        return Call(callee, args, op.attrs, op.sinfo_args, op.span)
    if isinstance(op, Tuple):
        fields = tuple(walk.visit_expr(field) for field in op.fields)
        return op if all(a is b for a, b in zip(fields, op.fields)) else Tuple(fields, op.span)
    if isinstance(op, TupleGetItem):
        whole = walk.visit_expr(op.tuple_value)
        return op if whole is op.tuple_value else TupleGetItem(whole, op.index, op.span)
    if isinstance(op, Var):
        return PyExprMutator.visit_var_(walk, op)
    name = METHODS.get(type(op))
    return op if name is None else getattr(PyExprMutator, name)(walk, op)

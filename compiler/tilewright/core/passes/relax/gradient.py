"""`Gradient`: beside a function of Relax, one that also gives the gradients of its result with respect to what it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.builder import relax_by_name as op
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.fresh import fresh_function
from tilewright.core.graph.queries import erase_to_well_defined
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.relax import Binding, Call, DataflowBlock, Function, RelaxExpr, SeqExpr, Tuple, Var
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.gradients.adjoints import Adjoints, zeros
from tilewright.core.passes.relax.gradients.checkpoints import Checkpoints, forward_bindings


def Gradient(func_name: str, require_grads: Var | Sequence[Var] | None = None, target_index: int = 0) -> Pass:
    """Add `{func_name}_adjoint` to a module, as TVM does: it gives the result of the function and a tuple of gradients.

    The target is the result, or the field `target_index` of it, which must be one float.  Gradients are those of `require_grads`, parameters or
    variables bound in the function, by default all parameters.  The function is one dataflow block.  Values between `R.grad.start_checkpoint` and
    `R.grad.end_checkpoint` are computed again where the gradient needs them.  Raises `ValueError` when there is no such function, `TVMError` when
    it has no gradient.
    """

    def run(mod: IRModule) -> IRModule:
        function = mod.functions[mod.get_global_var(func_name)]
        if not isinstance(function, Function):
            raise TVMError(f"`{func_name}` is no function of Relax")
        asked = function.params if require_grads is None else require_grads
        wanted = (asked,) if isinstance(asked, Var) else tuple(asked)
        made, others = adjoint(mod, function, func_name, wanted, target_index)
        functions = {**mod.functions, **others, GlobalVar(f"{func_name}_adjoint"): made}
        return IRModule(functions, mod.attrs, mod.global_infos)

    return Pass("Gradient", run)


def adjoint(
    mod: IRModule, function: Function, name: str, wanted: tuple[Var, ...], target_index: int
) -> tuple[Function, dict[GlobalVar, BaseFunc]]:
    """The function with gradients, and the module's functions with the kernels that it calls."""
    block = _block(function, name)
    _target(function, name, target_index)
    known = {var.vid for var in (*function.params, *(binding.var for binding in block.bindings))}
    for var in wanted:
        if var.vid not in known:
            raise TVMError(f"`{var.name_hint}` is neither a parameter of `{name}` nor bound in it")
        if not _is_float(var.struct_info):
            raise TVMError(f"`{var.name_hint}` is no tensor of floats, so that there is no gradient of it")
    copy = fresh_function(function)
    copied = _block(copy, name)
    renamed = {old.vid: new for old, new in zip(function.params, copy.params)}
    renamed.update({old.var.vid: new.var for old, new in zip(block.bindings, copied.bindings)})
    builder = BlockBuilder(mod)
    for var in renamed.values():
        builder.get_unique_name(var.name_hint)
    result, made_block = _differentiated(builder, copy, copied.bindings, [renamed[v.vid] for v in wanted], target_index)
    sequence = with_struct_info(SeqExpr((made_block,), result), result.struct_info_)
    info = erase_to_well_defined(
        result.struct_info, {var: var for var in symbols([param.struct_info_ for param in copy.params])}
    )
    attrs = {**function.attrs, "global_symbol": f"{name}_adjoint"}
    made = Function(copy.params, sequence, info, function.is_pure, attrs, dialect=function.dialect)  # pyright: ignore[reportArgumentType]
    return _Plain().visit_expr(remove_all_unused(made)), dict(builder.get().functions)


class _Plain(PyExprMutator):
    """A function whose kernels need no gradient any more."""

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = super().visit_call_(op)
        if callee_name(made) != "relax.call_tir_with_grad":
            return made
        return Call(Op.get("relax.call_tir"), made.args, None, made.sinfo_args, made.span)  # pyright: ignore[reportArgumentType]


def _differentiated(
    builder: BlockBuilder, copy: Function, bindings: Sequence[Binding], wanted: Sequence[Var], target_index: int
) -> tuple[RelaxExpr, DataflowBlock]:
    """The result with the gradients, and the block that computes them."""
    builder.begin_scope()
    builder.begin_dataflow_block()
    forward = forward_bindings(bindings)
    for binding in forward:
        builder.emit_normalized(binding)
    adjoints = Adjoints(builder, Checkpoints(builder, bindings, forward).value)
    target = _target(copy, "", target_index)
    info = target.struct_info
    assert isinstance(info, TensorStructInfo)
    adjoints.define(target, op.ones(info.shape, str(info.dtype)))
    adjoints.propagate(forward)
    outputs: list[Var] = []
    for var in wanted:
        found = adjoints.of(var) or adjoints.define(var, zeros(var.struct_info))
        outputs.append(builder.emit_output(found, f"{var.name_hint}_adjoint_out"))
    block = builder.end_block()
    assert isinstance(block, DataflowBlock)
    assert isinstance(copy.body, SeqExpr)
    result = builder.normalize(Tuple((copy.body.body, Tuple(tuple(outputs)))))
    builder.end_scope()
    return result, block


def _block(function: Function, name: str) -> DataflowBlock:
    body = function.body
    if not isinstance(body, SeqExpr) or len(body.blocks) != 1 or not isinstance(body.blocks[0], DataflowBlock):
        raise TVMError(f"`{name}` must be one dataflow block for a gradient to be taken of it")
    return body.blocks[0]


def _target(function: Function, name: str, index: int) -> Var:
    """The variable whose gradients are asked for."""
    assert isinstance(function.body, SeqExpr)
    result = function.body.body
    fields = result.fields if isinstance(result, Tuple) else (result,)
    if not 0 <= index < len(fields):
        raise TVMError(f"`{name}` has {len(fields)} results, so that there is no result {index}")
    target = fields[index]
    info = target.struct_info_
    if not isinstance(target, Var) or not isinstance(info, TensorStructInfo):
        raise TVMError(f"result {index} of `{name}` is no tensor bound to a variable")
    if info.ndim != 0 or not _is_float(info):
        raise TVMError(f"result {index} of `{name}` is not one float, of which a gradient is taken")
    return target


def _is_float(info: StructInfo) -> bool:
    if isinstance(info, TupleStructInfo):
        return all(map(_is_float, info.fields))
    return isinstance(info, TensorStructInfo) and info.dtype.kind in ("float", "bfloat")

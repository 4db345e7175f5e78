"""The builder's functions for Relax: `R.function`, `R.arg`, `R.dataflow`, `R.emit`, `R.output`, branches, and plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.arguments import describe, mapping
from tilewright.core.builder.frames import IRBuilder, attributes, value_span
from tilewright.core.builder.relax_frames import (
    BlockFrame,
    BranchFrame,
    RelaxFunctionFrame,
    RelaxIfFrame,
    SeqFrame,
    current_block,
    emit_into,
    emit_match_cast_into,
    normal,
)
from tilewright.core.builder.relax_info import as_struct_info
from tilewright.core.builder.relax_values import dtype as dtype_value
from tilewright.core.builder.relax_values import shape as shape_value
from tilewright.core.ir.relax import DataflowVar, PrimValue, ShapeExpr, StringImm, Tuple, Var, relax_expr
from tilewright.core.ir.struct_info import StructInfo


class MatchCastValue:
    """`R.match_cast(value, struct_info)`, which a binding makes."""

    def __init__(self, value: object, struct_info: StructInfo) -> None:
        self.value = value
        self.struct_info = struct_info


def function(is_pure: bool = True, is_private: bool = False) -> RelaxFunctionFrame:
    """A function, to be filled in a `with`."""
    return RelaxFunctionFrame(is_pure, is_private)


def _function(form: str) -> RelaxFunctionFrame:
    found = IRBuilder.current().find(RelaxFunctionFrame)
    if found is None:
        raise UserError("misplaced-statement", f"`{form}` describes a function and must be inside one")
    return found


def arg(name: str, struct_info: object) -> Var:
    """The next parameter of the function."""
    made = Var(name, as_struct_info(struct_info), value_span())
    _function("R.arg").params.append(made)
    return made


def func_name(name: str) -> None:
    """The name of the function."""
    _function("R.func_name").name = name


def func_attr(attrs: Mapping[str, Any]) -> None:
    """Attributes of the function: `R.func_attr({"num_input": 1})`."""
    if not IRBuilder.is_in_scope():
        return
    found = _function("R.func_attr")
    for key, value in attributes(mapping(attrs, "`R.func_attr`", "attrs")).items():
        if key == "global_symbol" and found.is_private:
            sentence = f"a private function has no `global_symbol`; leave out the name {value!r}, or `private=True`"
            raise UserError("private-symbol", sentence, "attrs")
        found.attrs[key] = value


def func_ret_struct_info(ret_sinfo: object) -> None:
    """The struct info of the function's result."""
    _function("R.func_ret_struct_info").ret_struct_info = as_struct_info(ret_sinfo)


def func_ret_value(value: object) -> None:
    """The result of the function."""
    found = _function("R.func_ret_value")
    if found.output is not None:
        raise UserError("second-return", "the function has a `return` already; there must be one, at its end")
    inside = IRBuilder.current().frames[-1]
    if isinstance(inside, BlockFrame):
        found.output = inside.put_out(normal(relax_expr(value), inside))
    else:
        found.output = normal(relax_expr(value), found)


def dataflow() -> BlockFrame:
    """A block of bindings without side effects: `with R.dataflow():`; `R.output` says what the rest of the function sees of it."""
    return BlockFrame(True)


def binding_block() -> BlockFrame:
    """A plain block of bindings."""
    return BlockFrame(False)


def output(*vars: Any) -> None:
    """The variables of a dataflow block that the rest of the function sees."""
    frame = IRBuilder.current().find(BlockFrame)
    if frame is None or not frame.is_dataflow:
        raise UserError("outside-dataflow", "`R.output` must be inside a dataflow block, `with R.dataflow():`")
    if frame.ended:
        raise UserError("second-output", "the dataflow block has an `R.output` already")
    known = {item.var for item in frame.bindings}
    for at, var in enumerate(vars):
        if not isinstance(var, Var) or var not in known:
            named = f"`{var.name_hint}`" if isinstance(var, Var) else describe(var)
            sentence = f"`R.output` lists {named}, which is not a variable that its dataflow block defines"
            raise UserError("foreign-output", sentence, at)
        if isinstance(var, DataflowVar):
            frame.outputs[var] = Var(var.name_hint, var.struct_info_, var.span)
    frame.ended = True


def emit(value: object, annotate_struct_info: object = None) -> Var:
    """Bind a value to a new variable."""
    known = None if annotate_struct_info is None else as_struct_info(annotate_struct_info)
    return emit_into(current_block(IRBuilder.current()), relax_expr(value), known, "")


def emit_match_cast(value: object, struct_info: object) -> Var:
    """Bind a value that is checked at run time to be of the struct info."""
    return emit_match_cast_into(current_block(IRBuilder.current()), value, as_struct_info(struct_info), "")


def emit_var_binding(value: Any) -> Var:
    """Add a binding that is made already."""
    frame = current_block(IRBuilder.current())
    (frame.bindings if isinstance(frame, BlockFrame) else frame.open).append(value)
    return value.var


def If(condition: object) -> RelaxIfFrame:
    """A choice: `with R.If(c):` around `with R.Then():` and `with R.Else():`."""
    return RelaxIfFrame(relax_expr(condition))


def Then() -> BranchFrame:
    """The branch for a true condition."""
    return BranchFrame(True)


def Else() -> BranchFrame:
    """The branch for a false condition."""
    return BranchFrame(False)


def seq_expr() -> SeqFrame:
    """Blocks with a value at their end."""
    return SeqFrame()


def match_cast(value: object, struct_info: object) -> MatchCastValue:
    """A value that is checked at run time to be of the struct info; symbolic variables that are new in it get their values from it."""
    return MatchCastValue(relax_expr(value), as_struct_info(struct_info))


def tuple_(*fields: Any) -> Tuple:
    """Several values as one."""
    return Tuple(fields)


def shape(value: object) -> Any:
    """A shape as a value: `R.shape([n, 4])`."""
    return shape_value(value) if value else ShapeExpr(())


def prim_value(value: object) -> PrimValue:
    """A scalar as a value."""
    return PrimValue(value)


def str_(value: str) -> StringImm:
    """Text as a value."""
    return StringImm(value)


def dtype(value: object) -> Any:
    """A data type as a value."""
    return dtype_value(value)

"""The frames of Relax: functions, blocks of bindings, branches.

Values are emitted into the innermost open block in A-normal form: what is nested gets a variable of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.analysis.derive import branch_info, derive_call
from tilewright.core.analysis.infer import InferContext
from tilewright.core.base.budget import spend
from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.source import Span
from tilewright.core.builder.frames import Frame, IRBuilder, IRModuleFrame
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    DataflowVar,
    Function,
    If,
    MatchCast,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
    relax_expr,
)
from tilewright.core.ir.struct_info import ObjectStructInfo, PrimStructInfo, StructInfo, TupleStructInfo
from tilewright.core.ir.walk import walk
from tilewright.core.ops.relax_op import RelaxOp


class SeqFrame(Frame):
    """A sequence of blocks with a value at its end; base of functions and branches."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[BindingBlock] = []
        self.open: list[Binding] = []
        self.named: dict[int, tuple[object, Var]] = {}
        self.output: RelaxExpr | None = None
        self.value_name = "gv"
        self.namer: Callable[[str], str] | None = None
        self.context: InferContext | None = None

    def close_block(self) -> None:
        """End the block of bindings that is being filled."""
        if self.open:
            self.blocks.append(BindingBlock(tuple(self.open), self.span))
            self.open = []

    def sequence(self) -> SeqExpr:
        """The frame's bindings as a sequence; its value is bound to a variable when it is none."""
        assert self.output is not None
        value = self.output if is_leaf(self.output) else emit_into(self, self.output, None, self.value_name)
        self.close_block()
        return SeqExpr(tuple(self.blocks), value, self.span)


class RelaxFunctionFrame(SeqFrame):
    """A function: parameters, attributes, result."""

    def __init__(self, is_pure: bool, is_private: bool) -> None:
        super().__init__()
        self.is_pure = is_pure
        self.is_private = is_private
        self.dialect: str | None = None
        self.name: str | None = None
        self.params: list[Var] = []
        self.attrs: dict[str, object] = {}
        self.ret_struct_info: StructInfo | None = None
        self.automatic: dict[str, int] = {}

    def begin(self, builder: IRBuilder) -> None:
        self.concise = False

    def finish(self, builder: IRBuilder) -> None:
        if self.output is None:
            raise UserError("no-return", "a function of Relax returns a value")
        if "global_symbol" in self.attrs and self.is_private:
            raise UserError("private-symbol", "a private function has no `global_symbol`")
        if not self.is_private and self.name is not None:
            self.attrs.setdefault("global_symbol", self.name)
        body = self.sequence()
        made = Function(
            tuple(self.params),
            body,
            self.ret_struct_info or (None if body.struct_info_ else ObjectStructInfo()),
            self.is_pure,
            self.attrs or None,  # pyright: ignore[reportArgumentType]
            self.span,
            dialect=self.dialect,
        )
        if builder.frames and isinstance(builder.frames[-1], IRModuleFrame):
            builder.frames[-1].define(self.name or "main", made)
        elif builder.frames and isinstance(builder.frames[-1], (SeqFrame, BlockFrame)):
            made.attrs.pop("global_symbol", None)
            self.made = made
        else:
            builder.finish(made)


class BlockFrame(Frame):
    """`with R.dataflow():`, or a plain block of bindings."""

    def __init__(self, is_dataflow: bool = True) -> None:
        super().__init__()
        self.concise = False
        self.is_dataflow = is_dataflow
        self.bindings: list[Binding] = []
        self.named: dict[int, tuple[object, Var]] = {}
        self.outputs: dict[Var, Var] = {}
        self.ended = False
        self.namer: Callable[[str], str] | None = None
        self.context: InferContext | None = None

    @property
    def output_vars(self) -> list[Var]:
        """The variables of a dataflow block that the rest of the function sees, once `R.output` has named them."""
        return list(self.outputs.values())

    def put_out(self, value: RelaxExpr) -> RelaxExpr:
        """A value that stands behind a dataflow block: what it has of the block's variables becomes outputs."""
        own = {item.var for item in self.bindings} if self.is_dataflow else set[Var]()
        for node in walk(value):
            if isinstance(node, DataflowVar) and node in own:
                self.outputs.setdefault(node, Var(node.name_hint, node.struct_info_, node.span))
        return _swapped(value, self.outputs)

    def begin(self, builder: IRBuilder) -> None:
        if builder.frames and not isinstance(builder.frames[-1], SeqFrame):
            raise UserError("nested-dataflow", "a dataflow block must be directly inside a function or branch")
        if builder.frames:
            builder.frames[-1].close_block()  # pyright: ignore[reportAttributeAccessIssue]

    def finish(self, builder: IRBuilder) -> None:
        if self.is_dataflow:
            made: BindingBlock = DataflowBlock(tuple(replace_vars(self.bindings, self.outputs)), self.span)
        else:
            made = BindingBlock(tuple(self.bindings), self.span)
        if not builder.frames:
            builder.finish(made)
        elif made.bindings:
            builder.frames[-1].blocks.append(made)  # pyright: ignore[reportAttributeAccessIssue]


class RelaxIfFrame(Frame):
    """A choice; its branches are opened inside."""

    def __init__(self, condition: RelaxExpr) -> None:
        super().__init__()
        self.concise = False
        self.condition = condition
        self.branches: dict[bool, tuple[SeqExpr, str]] = {}
        self.var: Var | None = None

    def begin(self, builder: IRBuilder) -> None:
        if any(isinstance(frame, BlockFrame) and frame.is_dataflow for frame in builder.frames):
            raise UserError("branch-in-dataflow", "an `if` cannot be inside a dataflow block")

    def finish(self, builder: IRBuilder) -> None:
        if set(self.branches) != {True, False}:
            raise UserError("branch-result", "an `if` needs both branches, since each gives its value")
        (true, first), (false, second) = self.branches[True], self.branches[False]
        if first != second:
            raise UserError("branch-result", f"the branches end with different names, `{first}` and `{second}`")
        made = If(self.condition, true, false, self.span)
        self.var = emit(with_struct_info(made, branch_info(made)), None, first)


class BranchFrame(SeqFrame):
    """One side of a choice: it ends with the binding that gives the value."""

    def __init__(self, side: bool) -> None:
        super().__init__()
        self.concise = False
        self.side = side

    def finish(self, builder: IRBuilder) -> None:
        around = builder.frames[-1] if builder.frames else None
        if not isinstance(around, RelaxIfFrame):
            raise UserError("misplaced-statement", "a branch must be directly inside an `if`")
        last = self._last()
        self.value_name = f"{last.var.name_hint}_{'then' if self.side else 'else'}"
        if isinstance(last, VarBinding) and self.open:
            self.open.pop()
            self.output = last.value
        else:
            self.output = self._put_out(last.var)
        around.branches[self.side] = self.sequence(), last.var.name_hint

    def _last(self) -> Binding:
        """The binding that gives the value: one that is seen outside of its block."""
        found = self.open or (self.blocks[-1].bindings if self.blocks else ())
        if not found:
            raise UserError(
                "branch-result",
                "the last statement of each branch of an `if` must assign the name that holds its value",
            )
        if isinstance(found[-1].var, DataflowVar):
            name = found[-1].var.name_hint
            raise UserError(
                "branch-result", f"a branch ends with `{name}`, which `R.output` of its dataflow block does not list"
            )
        return found[-1]

    def _put_out(self, var: Var) -> Var:
        """The variable that gives the value, under a name of its own: that of the `if` is the same on both sides."""
        made = Var(self.value_name, var.struct_info_, var.span)
        if self.open:
            self.open[-1:] = replace_vars(self.open[-1:], {var: made})
            return made
        block = self.blocks[-1]
        self.blocks[-1] = type(block)(replace_vars(list(block.bindings), {var: made}), block.span)
        return made


def is_leaf(value: object) -> bool:
    """Whether a value may be an argument as it is."""
    if isinstance(value, Tuple):
        return all(is_leaf(field) for field in value.fields)
    return not isinstance(value, (Call, If, SeqExpr, Function, TupleGetItem))


def current_block(builder: IRBuilder) -> SeqFrame | BlockFrame:
    """The innermost frame that takes bindings."""
    for frame in reversed(builder.frames):
        if isinstance(frame, (SeqFrame, BlockFrame)):
            return frame
    raise UserError("misplaced-statement", "a value of Relax must be bound inside a function")


def emit(value: object, struct_info: StructInfo | None = None, name: str = "") -> Var:
    """Bind a value to a new variable in the innermost block."""
    return emit_into(current_block(IRBuilder.current()), relax_expr(value), struct_info, name)


def emit_into(frame: SeqFrame | BlockFrame, value: Any, struct_info: StructInfo | None, name: str) -> Var:
    """Bind a value in a block; the variable is a `DataflowVar` in a dataflow block until it is an output."""
    if isinstance(frame, BlockFrame) and frame.ended:
        raise UserError("after-output", "nothing can be bound after `R.output`")
    value = normal(value, frame)
    known = struct_info if struct_info is not None else value.struct_info_
    _count_parts(known)
    var = new_var(frame, name, known)
    bindings_of(frame).append(VarBinding(var, value, value.span))
    return var


def _count_parts(info: StructInfo | None) -> None:
    """Count what a value is made of, tuples of tuples as often as they stand in it: whatever looks at its struct info will see each."""
    pending = [info]
    while pending:
        spend()
        current = pending.pop()
        if isinstance(current, TupleStructInfo):
            pending.extend(current.fields)


def emit_match_cast_into(
    frame: SeqFrame | BlockFrame, value: object, struct_info: StructInfo, name: str, span: Span | None = None
) -> Var:
    """Bind a value that is checked at run time; `span` is where the cast is written."""
    if isinstance(frame, BlockFrame) and frame.ended:
        raise UserError("after-output", "nothing can be bound after `R.output`")
    var = new_var(frame, name, struct_info)
    known_sizes(frame).learn((struct_info,))
    bindings_of(frame).append(MatchCast(var, argument(relax_expr(value), frame), struct_info, span))
    return var


def bindings_of(frame: SeqFrame | BlockFrame) -> list[Binding]:
    """The list in which a frame keeps the bindings of its open block."""
    return frame.bindings if isinstance(frame, BlockFrame) else frame.open


def new_var(frame: SeqFrame | BlockFrame, name: str, info: StructInfo | None) -> Var:
    """A variable of the kind that the block has."""
    dataflow = isinstance(frame, BlockFrame) and frame.is_dataflow
    kind = DataflowVar if dataflow else Var
    return kind(name or (frame.namer or _automatic)("lv" if dataflow else "gv"), info or ObjectStructInfo())


def _automatic(prefix: str) -> str:
    """`lv`, `lv1`, `lv2`, ... in the order in which a function needs them."""
    found = IRBuilder.current().find(RelaxFunctionFrame) if IRBuilder.is_in_scope() else None
    if found is None:
        return prefix
    taken = found.automatic.get(prefix, 0)
    found.automatic[prefix] = taken + 1
    return f"{prefix}{taken}" if taken else prefix


def normal(value: object, frame: SeqFrame | BlockFrame) -> Any:
    """A value whose arguments are variables or constants, with its struct info."""
    if isinstance(value, Tuple):
        fields = tuple(argument(field, frame) for field in value.fields)
        return value if all(a is b for a, b in zip(fields, value.fields)) else Tuple(fields, value.span)
    if isinstance(value, TupleGetItem):
        whole = argument(value.tuple_value, frame)
        return checked_item(value if whole is value.tuple_value else TupleGetItem(whole, value.index, value.span))
    if isinstance(value, Call):
        return _normal_call(value, frame)
    return value


def _normal_call(value: Call, frame: SeqFrame | BlockFrame) -> object:
    args = tuple(argument(item, frame) for item in value.args)
    op = value.op if not isinstance(value.op, RelaxExpr) else argument(value.op, frame)
    if op is not value.op or any(a is not b for a, b in zip(args, value.args)):
        value = Call(op, args, value.attrs, value.sinfo_args, value.span)
    if value.struct_info_ is None:
        value = with_struct_info(value, derive_call(value, known_sizes(frame)))
    return _known_number(value)


def known_sizes(frame: SeqFrame | BlockFrame) -> InferContext:
    """Facts about sizes at the frame: a function's sizes are 0 or more; none outside of functions."""
    if frame.context is None:
        around = IRBuilder.current().find(RelaxFunctionFrame) if IRBuilder.is_in_scope() else None
        frame.context = InferContext() if around is None else _of_function(around)
    return frame.context


def _of_function(frame: RelaxFunctionFrame) -> InferContext:
    if frame.context is None:
        frame.context = InferContext()
        frame.context.learn(param.struct_info_ for param in frame.params)
    return frame.context


def _known_number(value: Call) -> object:
    """A call that asks what the struct info already tells is that number."""
    info = value.struct_info_
    if not isinstance(value.op, RelaxOp) or value.op.group != "inspect" or not isinstance(info, PrimStructInfo):
        return value
    return value if info.value is None else PrimValue(info.value, value.span)


def checked_item(value: TupleGetItem) -> TupleGetItem:
    """An item of a tuple that has so many."""
    info = value.tuple_value.struct_info_
    if isinstance(info, TupleStructInfo) and not -len(info.fields) <= value.index < len(info.fields):
        raise UserError("tuple-index", f"the tuple has {len(info.fields)} values, so it has no item {value.index}")
    if value.struct_info_ is None:
        if info is not None and not isinstance(info, (TupleStructInfo, ObjectStructInfo)):
            raise UserError("tuple-index", f"only tuples have items, and this is `{info.script()}`")
        return with_struct_info(value, ObjectStructInfo())
    return value


def argument(value: object, frame: SeqFrame | BlockFrame) -> Any:
    """A value as an argument: a call inside gets a variable of its own, one for all places in the block where that same call stands."""
    if isinstance(value, Tuple):
        return normal(value, frame)
    if is_leaf(value) or isinstance(value, GlobalVar):
        return value
    if id(value) not in frame.named:
        frame.named[id(value)] = value, emit_into(frame, value, None, "")
    return frame.named[id(value)][1]


def _swapped(node: Any, new: Mapping[Var, Var]) -> Any:
    if isinstance(node, Var):
        return new.get(node, node)
    known = getattr(node, "struct_info_", None)
    made = node.map_children(lambda child: _swapped(child, new))
    return made if made is node or known is None else with_struct_info(made, known)


def replace_vars(bindings: list[Binding], new: dict[Var, Var]) -> list[Binding]:
    """Bindings with some variables replaced by others."""
    if not new:
        return bindings
    made: list[Binding] = []
    for item in bindings:
        var, value = _swapped(item.var, new), _swapped(item.value, new)
        if isinstance(item, MatchCast):
            made.append(MatchCast(var, value, item.struct_info, item.span))
        else:
            made.append(VarBinding(var, value, item.span))
    return made

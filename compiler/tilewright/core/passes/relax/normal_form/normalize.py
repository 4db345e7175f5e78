"""`Normalize`: A-normal form, in which what a call, a tuple or a condition is made of has a name.

Sequences inside sequences are unfolded into the one around them, blocks of one kind that follow one another become one, bodies and branches
become sequences, and variables without struct info get that of their value.
"""

from __future__ import annotations

from tilewright.core.analysis.derive import branch_info
from tilewright.core.builder.relax_frames import BlockFrame, emit_into, is_leaf, normal
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.queries import bound_vars
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    Function,
    Id,
    If,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.struct_info import ObjectStructInfo, StructInfo
from tilewright.core.passes.core.pass_ import Pass


def Normalize() -> Pass:
    """Every nested call bound to a variable of its own, every sequence flat."""
    return Pass("Normalize", _normalized)


def _normalized(mod: IRModule) -> IRModule:
    made = {
        variable: _Normal(function).function(function) if isinstance(function, Function) else function
        for variable, function in mod.functions.items()
    }
    return IRModule(made, mod.attrs, mod.global_infos)


class _Blocks:
    """The blocks of a sequence that is being filled, each open until the next begins."""

    def __init__(self, builder: BlockBuilder) -> None:
        self._builder = builder
        self._frames: list[BlockFrame] = []

    def open(self, is_dataflow: bool) -> BlockFrame:
        """The block that the next binding of that kind goes into."""
        if not self._frames or self._frames[-1].is_dataflow is not is_dataflow:
            frame = BlockFrame(is_dataflow)
            frame.namer, frame.context = self._builder.get_unique_name, self._builder.known_sizes()
            self._frames.append(frame)
        return self._frames[-1]

    def closed(self) -> tuple[BindingBlock, ...]:
        """All of them, done."""
        return tuple(
            (DataflowBlock if frame.is_dataflow else BindingBlock)(tuple(frame.bindings)) for frame in self._frames
        )


class _Normal:
    """Puts one function in normal form."""

    def __init__(self, function: Function) -> None:
        self._builder = BlockBuilder()
        for var in bound_vars(function):
            self._builder.get_unique_name(var.name_hint)
        self._known: dict[Id, Var] = {}

    def function(self, function: Function) -> Function:
        """The function with its body as a sequence."""
        self._builder.begin_scope(function.params)
        body = self._sequence(function.body)
        self._builder.end_scope()
        return function if body is function.body else function.replace(body=body)

    def _sequence(self, value: RelaxExpr) -> SeqExpr:
        blocks = _Blocks(self._builder)
        result = self._value(value, blocks, False)
        if not is_leaf(result):
            result = emit_into(blocks.open(False), result, None, "")
        made = SeqExpr(blocks.closed(), result, value.span)
        return value if isinstance(value, SeqExpr) and _same(made, value) else made

    def _value(self, value: RelaxExpr, blocks: _Blocks, is_dataflow: bool) -> RelaxExpr:
        """A value that may be bound; what it is made of is bound before."""
        if isinstance(value, SeqExpr):
            for block in value.blocks:
                for binding in block.bindings:
                    self._binding(binding, blocks, isinstance(block, DataflowBlock))
            return self._value(value.body, blocks, is_dataflow)
        if isinstance(value, Function):
            return self.function(value)
        if isinstance(value, If):
            return self._choice(value, blocks, is_dataflow)
        if isinstance(value, Var):
            return self._known.get(value.vid, value)
        if isinstance(value, (Call, Tuple, TupleGetItem)):
            made = value.map_children(lambda part: self._part(part, blocks, is_dataflow))
            return normal(made, blocks.open(is_dataflow)) if not isinstance(made, Tuple) else made
        return value

    def _part(self, value: RelaxExpr, blocks: _Blocks, is_dataflow: bool) -> RelaxExpr:
        """A value as an argument: a leaf."""
        made = self._value(value, blocks, is_dataflow)
        return made if is_leaf(made) else emit_into(blocks.open(is_dataflow), made, None, "")

    def _choice(self, choice: If, blocks: _Blocks, is_dataflow: bool) -> If:
        condition = self._part(choice.cond, blocks, is_dataflow)
        true, false = self._sequence(choice.true_branch), self._sequence(choice.false_branch)
        same = condition is choice.cond and true is choice.true_branch and false is choice.false_branch
        made = choice if same else If(condition, true, false, choice.span)
        return made if made.struct_info_ is not None else with_struct_info(made, branch_info(made))

    def _binding(self, binding: Binding, blocks: _Blocks, is_dataflow: bool) -> None:
        if isinstance(binding, MatchCast):
            value = self._part(binding.value, blocks, is_dataflow)
            var = self._var(binding.var, binding.struct_info)
            same = value is binding.value and var is binding.var
            made: Binding = binding if same else MatchCast(var, value, binding.struct_info, binding.span)
        else:
            value = self._value(binding.value, blocks, is_dataflow)
            var = self._var(binding.var, value.struct_info_)
            same = value is binding.value and var is binding.var
            made = binding if same else VarBinding(var, value, binding.span)
        blocks.open(is_dataflow).bindings.append(made)

    def _var(self, var: Var, known: StructInfo | None) -> Var:
        """The variable that is bound: with the struct info of its value where it has none."""
        if var.struct_info_ is not None:
            return var
        made = self._known[var.vid] = type(var)(var.vid, known or ObjectStructInfo(), var.span)
        return made


def _same(made: SeqExpr, before: SeqExpr) -> bool:
    """Whether nothing changed."""
    if made.body is not before.body or len(made.blocks) != len(before.blocks):
        return False
    return all(
        type(new) is type(old)
        and len(new.bindings) == len(old.bindings)
        and all(a is b for a, b in zip(new.bindings, old.bindings))
        for new, old in zip(made.blocks, before.blocks)
    )

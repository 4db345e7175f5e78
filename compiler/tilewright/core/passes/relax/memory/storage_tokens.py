"""Which tensors of a function a memory plan may place: the first of the two walks of `StaticPlanBlockMemory`.

A value's *tokens* are a `Token`, a list of tokens for a tuple, or None for what was not allocated here.  A token is dropped when its tensor leaves the
block it is made in: as a result, in a branch, or as an argument of what might keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import (
    BindingBlock,
    Call,
    ExternFunc,
    Function,
    Id,
    If,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    StringImm,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.relax.lowering.calls import bytes_with_factor, op_name
from tilewright.core.passes.relax.memory.size_bounds import SizeBounds
from tilewright.core.passes.relax.memory.storage_pool import Token

Tokens = Any

# Ops and functions of the machine whose result is the same memory.
_SAME_MEMORY = (
    "relax.reshape",
    "relax.memory.view",
    "relax.memory.ensure_zero_offset",
    "vm.builtin.reshape",
    "vm.builtin.ensure_zero_offset",
    "runtime.TVMTensorCreateView",
)
ALLOC = "relax.builtin.alloc_tensor"


def is_same_memory(value: RelaxExpr) -> bool:
    """Whether a value is a call that gives its first argument's memory."""
    if isinstance(value, Call) and isinstance(value.op, ExternFunc):
        return value.op.global_symbol in _SAME_MEMORY
    return op_name(value) in _SAME_MEMORY


def leaves(tokens: Tokens) -> Iterator[Token]:
    """The tokens that are not dropped."""
    if isinstance(tokens, list):
        for each in tokens:  # pyright: ignore[reportUnknownVariableType]
            yield from leaves(each)
    elif isinstance(tokens, Token) and not tokens.dropped:
        yield tokens


class TokenReader:
    """Walks a function; afterwards `of_call` has the token of each allocation, by the identity of the call."""

    def __init__(self, mod: IRModule, bounds: SizeBounds) -> None:
        self.of_call: dict[int, Token] = {}
        self._values: dict[Id, Tokens] = {}
        self._mod, self._bounds = mod, bounds
        self._block: BindingBlock | None = None

    def read_function(self, function: Function) -> None:
        """Read a body, whose result leaves the function."""
        around, self._block = self._block, None
        self._drop(self.read(function.body))
        self._block = around

    def read(self, value: RelaxExpr) -> Tokens:
        """The tokens of a value."""
        if isinstance(value, Var):
            return self._values.get(value.vid)
        if isinstance(value, Tuple):
            return [self.read(field) for field in value.fields]
        if isinstance(value, TupleGetItem):
            whole = self.read(value.tuple_value)
            return whole[value.index] if isinstance(whole, list) else None
        if isinstance(value, Call):
            return self._call(value)
        if isinstance(value, SeqExpr):
            self._sequence(value)
        elif isinstance(value, If):
            for part in (value.cond, value.true_branch, value.false_branch):
                self._drop(self.read(part))
        elif isinstance(value, Function):
            self.read_function(value)
        return None

    def _sequence(self, sequence: SeqExpr) -> None:
        around = self._block
        for block in sequence.blocks:
            self._block = block
            for binding in block.bindings:
                self._values[binding.var.vid] = self.read(binding.value)
        self._block = around
        self._drop(self.read(sequence.body))

    def _call(self, call: Call) -> Tokens:
        if op_name(call) == ALLOC:
            return self._token(call)
        if is_same_memory(call):
            return self.read(call.args[0])
        given = [token for arg in call.args for token in leaves(self.read(arg))]
        for token in given:
            if token.block is not self._block or not self._returns_memory(call):
                token.dropped = True
            token.uses += 1
        return None

    def _returns_memory(self, call: Call) -> bool:
        """Whether what is called holds on to none of its arguments: kernels, and registered functions, of which it is taken for granted."""
        if isinstance(call.op, GlobalVar):
            return call.op in self._mod.functions and isinstance(self._mod[call.op], PrimFunc)
        return isinstance(call.op, ExternFunc) or op_name(call) == "relax.vm.call_tir_dyn"

    def _token(self, call: Call) -> Token | None:
        info, scope = call.struct_info, call.args[3]
        if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
            return None
        size = bytes_with_factor(info.dtype, self._bounds.largest(info.shape.values))
        made = Token(size, info.dtype, scope.value if isinstance(scope, StringImm) else "global", self._block)
        self.of_call[id(call)] = made
        return made

    def _drop(self, tokens: Tokens) -> None:
        for token in leaves(tokens):
            token.dropped = True

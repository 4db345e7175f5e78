"""`StaticPlanBlockMemory`: tensors share storage where none is needed while another one is.

What a block allocates and uses by kernels alone is planned.  Sizes that are not known are planned by the largest they may be, as the function's
attributes say (see `size_bounds`), else for tensors of provably equal size.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.expr import IntImm
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import BindingBlock, Call, Function, Id, If, RelaxExpr, SeqExpr, Var
from tilewright.core.ir.relax_symbols import sizes
from tilewright.core.ir.struct_info import TensorStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.calls import alloc_storage, bytes_of_shape, op_name, tensor_in
from tilewright.core.passes.relax.memory.size_bounds import SizeBounds
from tilewright.core.passes.relax.memory.storage_pool import Storage, StoragePool, Token
from tilewright.core.passes.relax.memory.storage_tokens import ALLOC, TokenReader, Tokens, is_same_memory, leaves
from tilewright.core.passes.relax.over_functions import each_function_of

PLAN_RESULTS = "relax.memory_plan_dynamic_func_output"


def StaticPlanBlockMemory() -> Pass:
    """`R.builtin.alloc_tensor` as `R.memory.alloc_tensor` in storage that is allocated once and used again.

    With the attribute `relax.memory_plan_dynamic_func_output` tensors of unknown size that leave the function get storage of the largest size, too.
    """
    return each_function_of("StaticPlanBlockMemory", planned)


def planned(mod: IRModule, function: Function) -> Function:
    """The function with its memory planned."""
    bounds = SizeBounds(function)
    reader = TokenReader(mod, bounds)
    reader.read_function(function)
    tokens = {at: token for at, token in reader.of_call.items() if not token.dropped}
    _Placing(tokens, bounds).sequence(function.body)
    results = bounds if function.attrs.get(PLAN_RESULTS) else None
    made = _Rewriting(tokens, results).visit_expr(function)
    return made.without_attr(PLAN_RESULTS) if results is not None else made


class _Placing:
    """Walks a function again and gives each token storage."""

    def __init__(self, tokens: dict[int, Token], bounds: SizeBounds) -> None:
        self._tokens = tokens
        self._values: dict[Id, Tokens] = {}
        self._pool = StoragePool(bounds.analyzer)

    def sequence(self, body: RelaxExpr) -> None:
        """Place what the blocks of a sequence allocate."""
        for block in body.blocks if isinstance(body, SeqExpr) else ():
            self._place_block(block)

    def _place_block(self, block: BindingBlock) -> None:
        for binding in block.bindings:
            value: RelaxExpr = binding.value
            if isinstance(value, If):
                self._branches(value)
            elif isinstance(value, Function):
                self._apart(value.body)
            self._values[binding.var.vid] = self._tokens_of(value)
            if isinstance(value, Call) and not is_same_memory(value):
                self._used(value)

    def _branches(self, choice: If) -> None:
        for branch in (choice.true_branch, choice.false_branch):
            self._apart(branch)

    def _apart(self, body: RelaxExpr) -> None:
        """Plan a branch by itself: its allocations live in the branch only; it may use storage that is free around it."""
        around, self._pool = self._pool, self._pool.copy()
        self.sequence(body)
        self._pool = around

    def _tokens_of(self, value: Any) -> Tokens:
        if isinstance(value, Var):
            return self._values.get(value.vid)
        fields = getattr(value, "fields", None)
        if fields is not None:
            return [self._tokens_of(field) for field in fields]
        whole = getattr(value, "tuple_value", None)
        if whole is not None:
            found = self._tokens_of(whole)
            return found[value.index] if isinstance(found, list) else None
        if is_same_memory(value):
            return self._tokens_of(value.args[0])
        token = self._tokens.get(id(value))
        if token is not None and token.storage is None:
            token.storage = self._pool.take(token)
        return token

    def _used(self, call: Call) -> None:
        for arg in call.args:
            for token in leaves(self._tokens_of(arg)):
                storage = token.storage
                assert storage is not None
                storage.uses -= 1
                if storage.uses == 0:
                    self._pool.give(storage)


class _Rewriting(PyExprMutator):
    """Writes the plan into the function; `results` are the bounds by which what is not planned gets storage, None where it is left alone."""

    def __init__(self, tokens: dict[int, Token], results: SizeBounds | None) -> None:
        super().__init__()
        self._tokens, self._results = tokens, results
        self._storage: dict[Storage, Var] = {}

    def visit_call_(self, op: Call) -> RelaxExpr:
        if op_name(op) != ALLOC:
            return super().visit_call_(op)
        token = self._tokens.get(id(op))
        if token is not None and token.storage is not None:
            return self._in(self._variable(token.storage, op), op)
        return self._result(op)

    def _variable(self, storage: Storage, op: Call) -> Var:
        found = self._storage.get(storage)
        if found is None:
            made = alloc_storage(storage.bytes, op.args[2], op.args[3], storage.dtype)
            found = self._storage[storage] = self.builder_.emit(made, "storage")
        return found

    def _in(self, storage: Var, op: Call) -> Call:
        info: Any = op.struct_info
        return tensor_in(storage, info.shape, info.dtype)

    def _result(self, op: Call) -> RelaxExpr:
        info = op.struct_info
        known = list(sizes(info))
        if self._results is None or not isinstance(info, TensorStructInfo) or not _is_symbolic(known):
            return op
        size = bytes_of_shape(info.dtype, self._results.largest(known))
        return self._in(self.builder_.emit(alloc_storage(size, op.args[2], op.args[3], info.dtype), "storage"), op)


def _is_symbolic(known: Iterable[object]) -> bool:
    return any(not isinstance(size, IntImm) for size in known)

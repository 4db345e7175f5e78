"""Changing one dataflow block of a function by hand: add bindings, replace variables, remove what nothing uses."""

from __future__ import annotations

from typing import Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import name_to_binding, used_vars
from tilewright.core.graph.unused import remove_all_unused
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    Binding,
    DataflowBlock,
    DataflowVar,
    Function,
    RelaxExpr,
    SeqExpr,
    Var,
    VarBinding,
    relax_expr,
)


class DataflowBlockRewrite:
    """A dataflow block `dfb` of `root_fn` and what becomes of both; the nodes given are not changed."""

    def __init__(self, dfb: DataflowBlock, root_fn: Function) -> None:
        self.dfb = dfb
        self.root_fn = root_fn
        self._block = dfb
        self._function = root_fn

    def mutated_dfb(self) -> DataflowBlock:
        """The block as it is now."""
        return self._block

    def mutated_root_fn(self) -> Function:
        """The function with the block as it is now."""
        return self._function

    def mutate_irmodule(self, irmodule: IRModule) -> IRModule:
        """The module with the function as it is now in place of the one given first; raises `TVMError` when it is not in there."""
        found = [variable for variable, function in irmodule.functions.items() if function is self.root_fn]
        if not found:
            raise TVMError("the function that is rewritten is not one of this module")
        return IRModule(
            {**irmodule.functions, **dict.fromkeys(found, self._function)}, irmodule.attrs, irmodule.global_infos
        )

    def add_binding(self, binding: Binding) -> None:
        """Put a binding at the end of the block."""
        self._put([*self._block.bindings, binding])

    def add(self, expr: object, name: str | None = None, is_dfvar: bool = False) -> None:
        """Bind a value at the end of the block: to a new variable called `name`, of the block alone where `is_dfvar`."""
        value = BlockBuilder().normalize(relax_expr(expr))
        made = DataflowVar if is_dfvar else Var
        self.add_binding(VarBinding(made(name or self._free_name(), value.struct_info_), value))

    def _free_name(self) -> str:
        taken = name_to_binding(self._function)
        return next(name for at in range(len(taken) + 1) if (name := f"tmp{at}") not in taken)

    def replace_all_uses(self, old_var: Var, new_var: Var) -> None:
        """Let everything that uses `old_var` use `new_var`; where it is bound stays."""
        self._rewritten(_Replaced(old_var, new_var).visit_expr(self._function))

    def remove_unused(self, var: Var, allow_undef: bool = False) -> None:
        """Remove the binding of a variable that nothing uses.

        Raises `TVMError` when something uses it, and when the block does not bind it unless `allow_undef`.
        """
        kept = [binding for binding in self._block.bindings if binding.var.vid is not var.vid]
        if len(kept) == len(self._block.bindings):
            if allow_undef:
                return
            raise TVMError(f"the block does not bind `{var.name_hint}`")
        if any(used.vid is var.vid for used in used_vars(self._function)):
            raise TVMError(f"`{var.name_hint}` is still used: it cannot be removed")
        self._put(kept)

    def remove_all_unused(self) -> None:
        """Remove every binding that nothing uses, in the whole function."""
        self._rewritten(remove_all_unused(self._function))

    def _put(self, bindings: list[Binding]) -> None:
        body: Any = self._function.body
        made = DataflowBlock(tuple(bindings), self._block.span)
        blocks = [made if block is self._block else block for block in body.blocks]
        kept = SeqExpr(tuple(block for block in blocks if block.bindings), body.body, body.span)
        self._block, self._function = made, self._function.replace(body=kept)

    def _rewritten(self, function: Function) -> None:
        """Find the block again: it binds what it bound, or is gone with all of its bindings."""
        body: Any = function.body
        own = {id(binding.var.vid) for binding in self._block.bindings}
        self._function = function
        for block in body.blocks:
            if any(id(binding.var.vid) in own for binding in block.bindings):
                self._block = block
                return
        self._block = DataflowBlock((), self._block.span)


class _Replaced(PyExprMutator):
    def __init__(self, old: Var, new: Var) -> None:
        super().__init__()
        self._old, self._new = old, new

    def visit_var_(self, op: Var) -> RelaxExpr:
        return self._new if op.vid is self._old.vid else super().visit_var_(op)


__all__ = ["DataflowBlockRewrite"]

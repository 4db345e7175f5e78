"""`LegalizeOps`: calls of ops become calls of TensorIR functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from tilewright.core.analysis.struct_info import is_base_of
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, Function, RelaxExpr
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.ops.op import Op
from tilewright.core.ops.registration import register_op_attr, registered
from tilewright.core.passes.core.pass_ import Pass

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


Rule = Callable[["BlockBuilder", Call], RelaxExpr]
OwnRule = TypeVar("OwnRule", bound=Rule)


def LegalizeOps(
    customize_legalize_map: Mapping[str, Rule] | None = None,
    skip_ops: Sequence[str] | set[str] | None = None,
    enable_warning: bool = False,
) -> Pass:
    """Make every call of an op a `call_tir` of a function that is added to the module; ops of unknown shape and those without a rule stay.

    `customize_legalize_map` gives further rules, or others, by the name of the op; `skip_ops` names ops to leave alone.
    """
    rules = dict(customize_legalize_map or {})
    skipped = {getattr(op, "name", op) for op in skip_ops or ()}
    return Pass("LegalizeOps", lambda mod: _legalized(mod, rules, skipped))


def _legalized(mod: IRModule, rules: dict[str, Rule], skipped: set[str]) -> IRModule:
    """The module with its ops legalised, and those that rules of a program's own have put in their place."""
    legalizer = _Legalizer(mod, rules, skipped)
    made = legalizer.transform()
    if not legalizer.applied:
        return made
    return _legalized(made, {k: v for k, v in rules.items() if k not in legalizer.applied}, skipped | legalizer.applied)


@overload
def register_legalize(op_name: str, legal_func: None = None) -> Callable[[OwnRule], OwnRule]: ...
@overload
def register_legalize(op_name: str, legal_func: OwnRule) -> OwnRule: ...
def register_legalize(op_name: str, legal_func: OwnRule | None = None) -> OwnRule | Callable[[OwnRule], OwnRule]:
    """Legalise an op by this function of the block builder and the call, from now on; a decorator without it."""
    if legal_func is None:
        return register_op_attr(op_name, "FLegalize")
    return register_op_attr(op_name, "FLegalize", legal_func)


class _Legalizer(PyExprMutator):
    def __init__(self, mod: IRModule, rules: dict[str, Rule], skipped: set[str]) -> None:
        super().__init__(mod)
        self._module = mod
        self._custom = rules
        self._skipped = skipped
        self.applied: set[str] = set()

    def transform(self) -> IRModule:
        """The module with its ops legalised."""
        for variable, function in list(self._module.functions.items()):
            if isinstance(function, Function):
                self.builder_.update_func(variable, _kept_promise(function, self.visit_expr(function)))
        return self.builder_.get()

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if not isinstance(made, Call) or not isinstance(made.op, Op) or made.op.name in self._skipped:
            return made
        own = self._custom.get(made.op.name) or registered(made.op.name, "FLegalize")
        rule = own or made.op.get_attr("FLegalize")
        if (
            rule is None
            or not (_is_known(made.struct_info_) or getattr(made.op, "data_dependent", False))
            or not all(_is_known(arg.struct_info_) for arg in made.args)
        ):
            return made
        if own is not None:
            self.applied.add(made.op.name)
        return rule(self.builder_, made)


def _kept_promise(before: Function, after: Function) -> Function:
    """The function, which says no more of its result than its body does where that was so before: an op may find less than it has room for."""
    promised, was, now = after.ret_struct_info, before.body.struct_info_, after.body.struct_info_
    if promised is None or was is None or now is None or not is_base_of(promised, was) or is_base_of(promised, now):
        return after
    return after.replace(ret_struct_info=now)


def _is_known(info: StructInfo | None) -> bool:
    """Whether the shape of every tensor is known."""
    if isinstance(info, TensorStructInfo):
        return info.shape is not None and info.dtype.kind != "void"
    return not isinstance(info, TupleStructInfo) or all(_is_known(field) for field in info.fields)

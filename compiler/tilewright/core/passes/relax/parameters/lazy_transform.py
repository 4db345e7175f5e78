"""`LazyTransformParams`: functions that prepare weights take and give them one by one, and let go of what they need no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import free_vars
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    ExternFunc,
    Function,
    Id,
    MatchCast,
    PrimValue,
    RelaxExpr,
    SeqExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.struct_info import (
    ObjectStructInfo,
    PrimStructInfo,
    ShapeStructInfo,
    StructInfo,
    TupleStructInfo,
)
from tilewright.core.passes.core.pass_ import Pass


def LazyTransformParams(
    fget_item: str = "get_item",
    fset_item: str | None = "set_item",
    extra_get_item_params: Sequence[Var] | None = None,
    extra_set_item_params: Sequence[Var] | None = None,
) -> Pass:
    """In functions whose name ends with "transform_params": weights by calls of the registered function `fget_item`, results by `fset_item`.

    A weight is asked for when it is needed, and let go after its last use; a result is handed over once nothing needs it any more.  The further
    parameters stand before the index.  With no `fset_item` the results are returned.  Run `ToNonDataflow` and `RemovePurityChecking` before.
    """
    given = (fget_item, fset_item, tuple(extra_get_item_params or ()), tuple(extra_set_item_params or ()))

    def run(mod: IRModule) -> IRModule:
        made = {
            variable: _Lazy(function, *given).function()
            if isinstance(function, Function) and variable.name_hint.endswith("transform_params")
            else function
            for variable, function in mod.functions.items()
        }
        return mod if all(made[v] is f for v, f in mod.functions.items()) else mod.with_functions(made)

    return Pass("LazyTransformParams", run)


class _Lazy(PyExprMutator):
    def __init__(
        self, func: Function, get: str, put: str | None, get_first: tuple[Var, ...], put_first: tuple[Var, ...]
    ) -> None:
        super().__init__()
        self._func = func
        self._get, self._put = get, put
        self._get_first, self._put_first = get_first, put_first
        self._count = int(func.attrs.get("num_input", 0))
        weights = func.params[self._count :]
        single = len(weights) == 1 and isinstance(weights[0].struct_info_, TupleStructInfo)
        self._whole = weights[0].vid if single else None
        self._late = {} if single else {param.vid: at for at, param in enumerate(weights)}
        self._result, self._outputs = _outputs(func)
        self._taken: set[Id] = set()
        self._ended = self._endings() if put is not None else {}

    def function(self) -> Function:
        """The function that takes and gives weights one by one."""
        func = self._func
        assert isinstance(func.body, SeqExpr)
        blocks = (*func.body.blocks, *(self._constants() if self._put is not None else ()))
        is_written = self._put is not None and self._result is None
        result = Tuple(()) if is_written else func.body.body
        body = self.visit_with_new_scope(SeqExpr(blocks, result, func.body.span))
        sizes = [
            Var("symbolic_var_holder", info)
            for param in func.params[self._count :]
            for info in _leaves(param.struct_info_)
            if isinstance(info, (PrimStructInfo, ShapeStructInfo)) and symbols([info])
        ]
        params = (*func.params[: self._count], *self._get_first, *self._put_first, *sizes)
        return Function(params, body, None, False, func.attrs, func.span, dialect=func.dialect).without_attr(
            "relax.force_pure"
        )

    # What is taken

    def visit_var_(self, op: Var) -> RelaxExpr:
        at = self._late.pop(op.vid, None)
        if at is not None:
            self.builder_.emit_normalized(MatchCast(op, self.builder_.emit(self._item(at)), op.struct_info))
        return super().visit_var_(op)

    def visit_tuple_getitem_(self, op: TupleGetItem) -> RelaxExpr:
        if not self._is_weight(op):
            return self.visit_expr_post_order(op)
        return self.builder_.match_cast(self.builder_.emit(self._item(op.index)), op.struct_info_ or ObjectStructInfo())

    def _is_weight(self, value: RelaxExpr) -> bool:
        whole = value.tuple_value if isinstance(value, TupleGetItem) else None
        return isinstance(whole, Var) and self._whole is not None and whole.vid is self._whole

    def _item(self, at: int) -> Call:
        return _call(self._get, (*self._get_first, PrimValue(at)))

    # What is given

    def visit_binding(self, binding: Binding) -> None:
        if self._put is not None and self._result is not None and binding.var.vid is self._result:
            self.set_var_remap(binding.var.vid, self.builder_.emit(Tuple(())))
            return
        if self._is_weight(binding.value):
            self._taken.add(binding.var.vid)
        super().visit_binding(binding)
        for var in self._ended.get(binding.var.vid, ()):
            now = self.visit_expr(var)
            for at in self._outputs.get(var.vid, ()):
                self.builder_.emit(_call(str(self._put), (*self._put_first, PrimValue(at), now)), "_")
            if var.vid in self._taken:
                self.builder_.emit(FUNCTIONS["vm.kill_object"](now), "_")

    def _constants(self) -> Iterator[BindingBlock]:
        """The results that are no variables, handed over at the end."""
        calls = [
            VarBinding(Var("_", ObjectStructInfo()), _call(str(self._put), (*self._put_first, PrimValue(at), value)))
            for value, at in self._outputs.get(None, ())
        ]
        if calls:
            yield BindingBlock(tuple(calls))

    def _endings(self) -> dict[Id, list[Var]]:
        """After which binding each variable is used no more, the result aside."""
        found: dict[Id, list[Var]] = {}
        done: set[Id] = set()
        for item in reversed(_bindings(self._func)):
            if item.var.vid is self._result:
                continue
            for var in (*free_vars(item.value), item.var):
                if var.vid not in done:
                    done.add(var.vid)
                    found.setdefault(item.var.vid, []).append(var)
        return found


def _bindings(func: Function) -> list[Binding]:
    blocks = func.body.blocks if isinstance(func.body, SeqExpr) else ()
    return [item for block in blocks for item in block.bindings]


def _outputs(func: Function) -> tuple[Any, dict[Any, list[Any]]]:
    """The variable of the tuple that is returned, None where the tuple stands there itself, and at which places of it each variable stands; under
    None other values with their places."""
    result: RelaxExpr | None = func.body.body if isinstance(func.body, SeqExpr) else None
    value = result
    if isinstance(result, Var):
        value = next((item.value for item in _bindings(func) if item.var.vid is result.vid), None)
    if not isinstance(value, Tuple):
        raise ValueError("a function that prepares weights ends with the tuple of its results")
    places: dict[Any, list[Any]] = {}
    for at, field in enumerate(value.fields):
        if isinstance(field, Var):
            places.setdefault(field.vid, []).append(at)
        else:
            places.setdefault(None, []).append((field, at))
    return result.vid if isinstance(result, Var) else None, places


def _call(name: str, args: tuple[RelaxExpr, ...]) -> Call:
    made = Call(ExternFunc(name), args, None, (ObjectStructInfo(),))  # pyright: ignore[reportArgumentType]
    return with_struct_info(made, ObjectStructInfo())


def _leaves(info: StructInfo | None) -> Iterator[StructInfo | None]:
    if isinstance(info, TupleStructInfo):
        for field in info.fields:
            yield from _leaves(field)
    else:
        yield info

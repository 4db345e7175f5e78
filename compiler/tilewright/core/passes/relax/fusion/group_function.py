"""The function of a group of bindings: its parameters are what the bindings use from outside, its results what is used outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.derive import replaced
from tilewright.core.graph.block_builder import BlockBuilder
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Expr, GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import (
    Binding,
    Call,
    Constant,
    Function,
    Id,
    MatchCast,
    RelaxExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
)
from tilewright.core.ir.relax_symbols import definable, symbols
from tilewright.core.ir.walk import substitute
from tilewright.core.ir.walk import walk as walk_sizes

if TYPE_CHECKING:
    from tilewright.core.ops.relax_op import RelaxOp


TIR_CALLS = frozenset({"relax.call_tir", "relax.call_tir_inplace"})


class GroupFunction:
    """`function`, the name to give it, and the `arguments` to call it with."""

    def __init__(self, bindings: list[Binding], outputs: list[Var], attrs: Mapping[str, object], bind: bool) -> None:
        self.arguments: list[RelaxExpr] = []
        self.name = "_".join(["fused", *(part for item in bindings if (part := _name_of(item.value)))])
        self._bind = bind
        self._params: list[Var] = []
        self._inside: dict[Id | RelaxExpr, Var] = {}
        self._items: dict[tuple[Id, int], Var] = {}
        self._whole: set[Id] = set()
        self._symbols: dict[SymbolicVar, Expr] = {}
        defined = {item.var.vid for item in bindings}
        for item in bindings:
            self._find_whole(item.value, defined)
        for item in bindings:
            self._find_params(item, defined)
        self.function = self._built(bindings, outputs, attrs)

    def _find_whole(self, value: RelaxExpr, defined: set[Id]) -> None:
        """Tuples from outside that are used as such, and not only their items."""
        if not isinstance(value, TupleGetItem):
            self._whole.update(part.vid for part in _parts(value) if isinstance(part, Var) and part.vid not in defined)

    def _find_params(self, item: Binding, defined: set[Id]) -> None:
        value = item.value
        if isinstance(value, TupleGetItem) and isinstance(value.tuple_value, Var):
            whole = value.tuple_value
            if whole.vid not in defined and whole.vid not in self._whole:
                if (whole.vid, value.index) not in self._items:
                    param = self._param(value, f"{whole.name_hint}_{value.index}")
                    self._items[whole.vid, value.index] = param
                return
        for part in _parts(value):
            key = part.vid if isinstance(part, Var) else part
            known = key in self._inside or key in defined
            if known or (self._bind and isinstance(part, Constant)):
                continue
            name = (
                part.name_hint
                if isinstance(part, Var)
                else f"param_{sum(isinstance(item, Constant) for item in self.arguments)}"
            )
            self._inside[key] = self._param(part, name)

    def _param(self, outside: RelaxExpr, name: str) -> Var:
        self.arguments.append(outside)
        made = Var(name, outside.struct_info)
        self._params.append(made)
        return made

    def _built(self, bindings: list[Binding], outputs: list[Var], attrs: Mapping[str, object]) -> Function:
        self._rename_symbols(bindings)
        params = [Var(param.name_hint, self._sized(param.struct_info_)) for param in self._params]
        changed = {old.vid: new for old, new in zip(self._params, params)}
        self._inside = {key: changed[param.vid] for key, param in self._inside.items()}
        self._items = {key: changed[param.vid] for key, param in self._items.items()}
        sizes = self._free_sizes(params, bindings)
        if sizes is not None:
            params.append(sizes)
        builder = BlockBuilder()
        shown = {output.vid for output in outputs}
        results: dict[Id, Var] = {}
        with builder.function("fused", params, attrs=dict(attrs), private=True):
            with builder.dataflow():
                for item in bindings:
                    self._bind_inside(builder, item, shown, results)
            found = [results[output.vid] for output in outputs]
            builder.emit_func_output(found[0] if len(found) == 1 else Tuple(tuple(found)))
        function = builder.get()["fused"]
        assert isinstance(function, Function)
        return function

    def _bind_inside(self, builder: BlockBuilder, item: Binding, shown: set[Id], results: dict[Id, Var]) -> None:
        value = self._moved(item.value)
        if isinstance(item.value, TupleGetItem) and isinstance(value, Var) and item.var.vid not in shown:
            new = value  # the item is a parameter itself
        elif isinstance(item, MatchCast):
            new = builder.match_cast(value, self._sized(item.struct_info), item.var.name_hint)
            if item.var.vid in shown:
                new = results[item.var.vid] = builder.emit_output(new)
        elif item.var.vid in shown:
            new = results[item.var.vid] = builder.emit_output(value)
        else:
            new = builder.emit(value)
        self._inside[item.var.vid] = new

    def _moved(self, value: object) -> Any:
        """A value from outside as it is inside."""
        if isinstance(value, Var):
            return self._inside.get(value.vid, value)
        if isinstance(value, Constant):
            return self._inside.get(value, value)
        if isinstance(value, TupleGetItem):
            whole = value.tuple_value
            item = self._items.get((whole.vid, value.index)) if isinstance(whole, Var) else None
            return item if item is not None else TupleGetItem(self._moved(whole), value.index, value.span)
        if isinstance(value, Tuple):
            return Tuple(tuple(self._moved(field) for field in value.fields), value.span)
        if isinstance(value, ShapeExpr):
            return ShapeExpr(tuple(substitute(size, self._symbols) for size in value.values), value.span)
        if isinstance(value, Call):
            op = value.op if isinstance(value.op, GlobalVar) else self._moved(value.op)
            args = tuple(self._moved(item) for item in value.args)
            return Call(op, args, value.attrs, tuple(self._sized(i) for i in value.sinfo_args), value.span)
        return value

    # Symbolic sizes: the function has its own

    def _rename_symbols(self, bindings: list[Binding]) -> None:
        for var in _mentioned(self._params, bindings):
            self._symbols[var] = var.copy_with_suffix("")

    def _sized(self, info: Any) -> Any:
        return info if info is None else replaced(info, self._symbols, frozenset(symbols([info])))

    def _free_sizes(self, params: list[Var], bindings: list[Binding]) -> Var | None:
        """A parameter that tells the symbolic sizes which no other parameter tells."""
        known_sizes = set(definable(param.struct_info_ for param in params))
        known_sizes |= set(definable(self._sized(i.struct_info) for i in bindings if isinstance(i, MatchCast)))
        missing = [old for old, new in self._symbols.items() if new not in known_sizes]
        if not missing:
            return None
        outside = ShapeExpr(tuple(missing))
        self.arguments.append(outside)
        return Var("s", self._sized(outside.struct_info))


def _mentioned(params: list[Var], bindings: list[Binding]) -> list[SymbolicVar]:
    found = dict.fromkeys(symbols([param.struct_info_ for param in params]))
    for item in bindings:
        value = item.value
        infos = [item.var.struct_info_, *(value.sinfo_args if isinstance(value, Call) else ())]
        found.update(dict.fromkeys(symbols(infos)))
        for part in value.args if isinstance(value, Call) else ():
            for size in part.values if isinstance(part, ShapeExpr) else ():
                found.update(dict.fromkeys(node for node in walk_sizes(size) if isinstance(node, SymbolicVar)))
    return list(found)


def _parts(value: RelaxOp | GlobalVar | RelaxExpr) -> list[RelaxExpr]:
    """The variables and constants that a value is computed from, in order."""
    if isinstance(value, (Var, Constant)):
        return [value]
    if isinstance(value, Call):
        callee = [] if isinstance(value.op, GlobalVar) else _parts(value.op)
        return [*callee, *(part for item in value.args for part in _parts(item))]
    if isinstance(value, Tuple):
        return [part for field in value.fields for part in _parts(field)]
    return _parts(value.tuple_value) if isinstance(value, TupleGetItem) else []


def _name_of(value: RelaxExpr) -> str:
    """The part of the function's name that comes from a value."""
    if not isinstance(value, Call):
        return ""
    name = callee_name(value)
    if name in TIR_CALLS:
        return str(getattr(value.args[0], "name_hint", ""))
    if isinstance(value.op, GlobalVar):
        return value.op.name_hint.removeprefix("fused_")
    return name.replace(".", "_")

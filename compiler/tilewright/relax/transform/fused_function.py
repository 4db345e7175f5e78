"""A group of bindings as a function: what it takes, what it gives, and the call in their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.ir.expr import GlobalVar
from tilewright.ir.expr import Var as SymbolicVar
from tilewright.ir.relax import (
    Binding,
    Call,
    Constant,
    DataflowBlock,
    DataflowVar,
    Function,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    Tuple,
    TupleGetItem,
    Var,
    VarBinding,
)
from tilewright.ir.relax_symbols import definable, symbols
from tilewright.ir.struct_info import ShapeStructInfo, StructInfo, TupleStructInfo


class GroupedFunction:
    """Bindings of a dataflow block that become a function; the last of them stands where it is called."""

    def __init__(self, bindings: Sequence[Binding], block: DataflowBlock) -> None:
        self.bindings = list(bindings)
        own = {item.var.vid for item in self.bindings}
        self.outputs = [item.var for item in self.bindings if _is_seen(item.var, block, own)]
        self.inputs, self.constants = _inputs(self.bindings, own)
        self.sizes = _untold(self.bindings, self.inputs)

    @property
    def name(self) -> str:
        """`fused_` and the names of the operators."""
        names = [_operator(item.value) for item in self.bindings]
        return "_".join(["fused", *[name for name in names if name]])

    def function(self, attrs: dict[str, Any] | None = None) -> Function:
        """The function: private, its bindings in a dataflow block."""
        params = [Var(_param_name(at, value), value.struct_info_) for at, value in enumerate(self.arguments())]
        given = {_key(value): param for value, param in zip(self.arguments(), params)}
        if self.sizes:
            params.append(Var("s", ShapeStructInfo(list(self.sizes))))
        inner: list[Binding] = []
        for item in self.bindings:
            value = _replaced(item.value, given)
            kind = Var if item.var in self.outputs else DataflowVar
            made = kind("gv" if kind is Var else item.var.name_hint, item.var.struct_info_)
            given[item.var.vid] = made
            inner.append(VarBinding(made, value, item.span))
        results = [given[var.vid] for var in self.outputs]
        body = SeqExpr((DataflowBlock(tuple(inner)),), results[0] if len(results) == 1 else Tuple(tuple(results)))
        return Function(tuple(params), body, self.info(), True, attrs or {"Primitive": True})  # pyright: ignore[reportArgumentType]

    def info(self) -> StructInfo:
        """The struct info of the result."""
        infos = [var.struct_info for var in self.outputs]
        return infos[0] if len(infos) == 1 else TupleStructInfo(infos)

    def arguments(self) -> list[Any]:
        """The values that the function is called on."""
        return [*self.inputs, *self.constants]

    def call(self, callee: GlobalVar) -> list[Binding]:
        """The bindings in place of the group: the call, and the items of its result where it has several."""
        further = (ShapeExpr(tuple(self.sizes)),) if self.sizes else ()
        made = Call(callee, (*self.arguments(), *further))
        made.struct_info_ = self.info()
        if len(self.outputs) == 1:
            return [VarBinding(self.outputs[0], made)]
        whole = DataflowVar("lv", self.info())
        return [
            VarBinding(whole, made),
            *[VarBinding(var, TupleGetItem(whole, at)) for at, var in enumerate(self.outputs)],
        ]


def _operator(value: RelaxExpr) -> str:
    """The name of what a value calls."""
    if not isinstance(value, Call):
        return ""
    if getattr(value.op, "name", "") == "relax.call_tir" and isinstance(value.args[0], GlobalVar):
        return value.args[0].name_hint
    return str(getattr(value.op, "name", getattr(value.op, "name_hint", ""))).removeprefix("relax.").replace(".", "_")


def _param_name(at: int, value: Any) -> str:
    return value.name_hint if isinstance(value, Var) else f"param_{at}"


def _key(value: Any) -> Any:
    return value.vid if isinstance(value, Var) else id(value)


def _is_seen(var: Var, block: DataflowBlock, own: set[Any]) -> bool:
    """Whether a variable is used outside of the group."""
    if not isinstance(var, DataflowVar):
        return True
    return any(item.var.vid not in own and _mentions(item.value, var) for item in block.bindings)


def _mentions(value: Any, var: Var) -> bool:
    pending = [value]
    while pending:
        current = pending.pop()
        if isinstance(current, Var) and current.vid is var.vid:
            return True
        pending += current.children()
    return False


def _inputs(bindings: Sequence[Binding], own: set[Any]) -> tuple[list[Var], list[Constant]]:
    """What the bindings use from outside, in the order of use; constants of no dimensions stay inside."""
    variables: dict[Any, Var] = {}
    constants: dict[int, Constant] = {}
    for item in bindings:
        pending: list[Any] = [item.value]
        while pending:
            current = pending.pop(0)
            if isinstance(current, Var) and current.vid not in own:
                variables.setdefault(current.vid, current)
            elif isinstance(current, Constant) and current.data.shape:
                constants.setdefault(id(current), current)
            pending = [*current.children(), *pending]
    return list(variables.values()), list(constants.values())


def _untold(bindings: Sequence[Binding], inputs: Sequence[Var]) -> list[SymbolicVar]:
    """The symbolic sizes that the inputs do not tell."""
    told = set(definable([var.struct_info_ for var in inputs]))
    infos = [info for item in bindings for info in _infos(item)]
    return [var for var in symbols(infos) if var not in told]


def _infos(item: Binding) -> list[Any]:
    value = item.value
    shapes = [ShapeStructInfo(list(arg.values)) for arg in getattr(value, "args", ()) if isinstance(arg, ShapeExpr)]
    return [item.var.struct_info_, *getattr(value, "sinfo_args", ()), *shapes]


def _replaced(value: Any, given: dict[Any, Var]) -> Any:
    """A value with its variables and constants exchanged, its struct info kept."""
    if isinstance(value, (Var, Constant)):
        return given.get(_key(value), value)
    known = getattr(value, "struct_info_", None)
    made = value.map_children(lambda child: _replaced(child, given))
    if made is not value and known is not None:
        made.struct_info_ = known
    return made

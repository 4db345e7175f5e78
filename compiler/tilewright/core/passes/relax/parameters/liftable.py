"""The liftable part of a function: what its weights alone determine, the values that the rest needs, and the part that several functions share."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.graph.flatten import renamed
from tilewright.core.graph.mentioned_sizes import mentioned_sizes
from tilewright.core.graph.queries import contains_impure_call, free_vars
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.relax import (
    Binding,
    BindingBlock,
    Call,
    DataflowBlock,
    ExternFunc,
    Function,
    Id,
    MatchCast,
    RelaxExpr,
    SeqExpr,
    ShapeExpr,
    Var,
    VarBinding,
)
from tilewright.core.ir.relax_symbols import definable, symbols
from tilewright.core.ir.structural import structural_equal

_COUNT = "num_input"


def targets(mod: IRModule, shared: bool | Sequence[str]) -> dict[GlobalVar, Function]:
    """The functions that are divided: those that `shared` names, else all that say how many inputs they have and are not made by the pass."""
    by_name = {variable.name_hint: (variable, function) for variable, function in mod.functions.items()}
    if isinstance(shared, bool) or not shared:
        names = sorted(
            name
            for name, (_, function) in by_name.items()
            if isinstance(function, Function) and _COUNT in function.attrs and not name.endswith("transform_params")
        )
    else:
        names = list(shared)
        for name in names:
            _, function = by_name.get(name, (None, None))
            if not isinstance(function, Function) or _COUNT not in function.attrs:
                raise TVMError(f"`{name}` is no function of Relax of the module with the attribute {_COUNT!r}")
    return {by_name[name][0]: by_name[name][1] for name in names}  # pyright: ignore[reportReturnType]


class Found:
    """The liftable part of one function.

    `lifted`: bindings that need no inputs.  `from_weights`: variables that need weights.  `needed`: variables and sizes that the rest uses.
    """

    def __init__(self, function: Function) -> None:
        count = int(function.attrs[_COUNT])
        self.function = function
        self.inputs, self.weights = function.params[:count], function.params[count:]
        self.lifted: list[VarBinding] = []
        self.from_weights: set[Id] = {var.vid for var in self.weights}
        self.needed: set[Id | SymbolicVar] = set()

    @property
    def suppressed(self) -> set[Id]:
        """The bindings that the rest leaves out."""
        return {item.var.vid for item in self.lifted if item.var.vid in self.from_weights}

    def values_given_on(self) -> list[Var]:
        """Weights, then values from weights, that the rest uses."""
        return _given_on(self.weights, self.lifted, self.from_weights, self.needed)

    def symbols_given_on(self) -> list[SymbolicVar]:
        """Sizes that the rest uses and that only weights tell, not the values that it gets."""
        told = definable([var.struct_info_ for var in (*self.inputs, *self.values_given_on())])
        every = definable([param.struct_info_ for param in self.function.params])
        return [size for size in every if size in self.needed and size not in told]

    def given_on(self, sizes: Sequence[SymbolicVar]) -> list[RelaxExpr]:
        """All that the function of the weights gives."""
        return [*([ShapeExpr(tuple(sizes))] if sizes else []), *self.values_given_on()]


def _given_on(
    weights: Sequence[Var], lifted: Sequence[VarBinding], known: set[Id], needed: set[Id | SymbolicVar]
) -> list[Var]:
    made = [item.var for item in lifted if item.var.vid in known]
    return [var for var in (*weights, *made) if var.vid in needed]


def find(function: Function, shared: Shared | None = None) -> Found:
    """The liftable part of a function, restricted to `shared` when that is given."""
    found = Found(function)
    liftable = _Liftable(found.weights, with_sizes=True)
    for block, item in _bindings(function):
        value = item.value
        if (
            isinstance(item, VarBinding)
            and liftable.holds(block, item)
            and (shared is None or item.var.vid in shared.variables)
        ):
            liftable.variables.add(item.var.vid)
            found.lifted.append(item)
            if any(var.vid in found.from_weights for var in free_vars(value)):
                found.from_weights.add(item.var.vid)
                continue
        found.needed.add(item.var.vid)
        found.needed.update(var.vid for var in free_vars(value))
        found.needed.update(_sizes(item))
    assert isinstance(function.body, SeqExpr)
    found.needed.update(var.vid for var in free_vars(function.body.body))
    found.needed.update(mentioned_sizes(function.body.body), symbols([function.ret_struct_info]))
    return found


def _sizes(item: Binding) -> set[SymbolicVar]:
    """The sizes that a binding needs."""
    return mentioned_sizes(item.value) | set(symbols([item.struct_info] if isinstance(item, MatchCast) else []))


def _bindings(function: Function) -> list[tuple[BindingBlock, Binding]]:
    if not isinstance(function.body, SeqExpr):
        raise ValueError("a function in normal form is needed")
    return [(block, item) for block in function.body.blocks for item in block.bindings]


class _Liftable:
    """The values known to need no inputs."""

    def __init__(self, weights: Sequence[Var], with_sizes: bool) -> None:
        self.variables: set[Id] = {var.vid for var in weights}
        self.sizes: set[SymbolicVar] = set(definable([var.struct_info_ for var in weights])) if with_sizes else set()

    def holds(self, block: BindingBlock, item: Binding) -> bool:
        """Whether the value of a binding needs no inputs, has no effect, and no mark says that it stays."""
        value = item.value
        if not isinstance(block, DataflowBlock) or not isinstance(item, VarBinding) or isinstance(value, ExternFunc):
            return False
        if isinstance(value, Call) and callee_name(value) == "relax.builtin.stop_lift_params":
            return False
        known = all(var.vid in self.variables for var in free_vars(value))
        return known and self.sizes.issuperset(symbols([item.var.struct_info_])) and not contains_impure_call(value)


class Shared:
    """The computation on weights that several functions share, in the variables of the first."""

    def __init__(self, functions: Sequence[Function]) -> None:
        found = [Found(function) for function in functions]
        self.weights = found[0].weights
        self.variables, self.sizes = _alike(found)
        self.lifted: list[VarBinding] = []
        self.from_weights: set[Id] = set()
        self.needed: set[Id | SymbolicVar] = set()
        self._collect(found)

    def _collect(self, found: Sequence[Found]) -> None:
        """The values that occur as often as there are functions."""
        unified: dict[int, list[tuple[RelaxExpr, VarBinding, list[Id]]]] = {}
        new = dict(self.variables)
        order: list[tuple[RelaxExpr, VarBinding, list[Id]]] = []
        for each in found:
            liftable = _Liftable(each.weights, with_sizes=False)
            for block, item in _bindings(each.function):
                if isinstance(item, MatchCast):
                    raise TVMError("functions with casts at run time cannot share what is computed from weights")
                if not liftable.holds(block, item):
                    continue
                liftable.variables.add(item.var.vid)
                value = renamed(item.value, new)
                alike = unified.setdefault(structural_hash(value), [])
                known = next((entry for entry in alike if structural_equal(entry[0], value)), None)
                if known is None:
                    known = (value, VarBinding(item.var, value), [])
                    alike.append(known)
                    order.append(known)
                known[2].append(item.var.vid)
                new[item.var.vid] = known[1].var
        for _, item, names in order:
            if len(names) == len(found):
                self.lifted.append(item)
                self.variables.update({vid: item.var for vid in names})

    def add(self, found: Found) -> None:
        """Count in what the rest of a function needs."""
        self.from_weights |= {self._own(vid) for vid in found.from_weights}
        self.needed |= {self._in_common(name) for name in found.needed}

    def _own(self, vid: Id) -> Id:
        return self.variables[vid].vid if vid in self.variables else vid

    def _in_common(self, name: Id | SymbolicVar) -> Id | SymbolicVar:
        return self._own(name) if isinstance(name, Id) else self.sizes.get(name, name)

    def values_given_on(self) -> list[Var]:
        """Weights, then values from weights, that any of the functions uses."""
        return _given_on(self.weights, self.lifted, self.from_weights, self.needed)

    def symbols_given_on(self) -> list[SymbolicVar]:
        """Sizes that any of the functions uses, and that the values do not tell."""
        told = definable([var.struct_info_ for var in self.values_given_on()])
        every = definable([var.struct_info_ for var in self.weights])
        return [size for size in every if size in self.needed and size not in told]

    def given_on(self) -> list[RelaxExpr]:
        """All that the function of the weights gives."""
        sizes = self.symbols_given_on()
        return [*([ShapeExpr(tuple(sizes))] if sizes else []), *self.values_given_on()]

    def as_in(self, found: Found) -> tuple[list[SymbolicVar], list[Var]]:
        """The sizes and values given on, in the variables of one of the functions."""
        sizes = {new: old for old, new in self.sizes.items() if old in found.needed}
        own = {self._own(var.vid): var for var in found.values_given_on()}
        return (
            [sizes.get(size, size) for size in self.symbols_given_on()],
            [own.get(var.vid, var) for var in self.values_given_on()],
        )


def shared_by(functions: Sequence[Function]) -> Shared:
    """The shared liftable part of the functions; raises `TVMError` when their weights differ."""
    return Shared(functions)


def _alike(found: Sequence[Found]) -> tuple[dict[Id, Var], dict[SymbolicVar, SymbolicVar]]:
    """For each weight and size the one of the first function."""
    first = found[0].weights
    variables: dict[Id, Var] = {}
    sizes: dict[SymbolicVar, SymbolicVar] = {}
    for each in found:
        if len(each.weights) != len(first):
            raise TVMError(
                f"functions that share a transformation have as many weights: {len(first)} and {len(each.weights)}"
            )
        for weight, own in zip(each.weights, first):
            if not structural_equal(weight.struct_info_, own.struct_info_, map_free_vars=True):
                raise TVMError(
                    f"functions that share a transformation have weights that are alike: `{own.struct_info_}` and `{weight.struct_info_}`"
                )
            variables[weight.vid] = own
            sizes.update(zip(definable([weight.struct_info_]), definable([own.struct_info_])))
    return variables, sizes

"""`structural_walk`, `structural_visit`, `structural_map` and `structural_mutate`: walks and rewrites with functions by type, as in TVM since 0.27.

They reach every value of a program: nodes, buffers at each mention, containers, and the numbers and texts in containers.  Of a mapping the values
are reached, and not the keys.  Fields come in TVM's order, so that a variable is seen before the loop's bounds.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, TypeAlias

from tilewright.core.ir.buffer import Buffer, MatchBufferRegion
from tilewright.core.ir.definitions import compared_fields
from tilewright.core.ir.expr import IterVar, Let, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.recursion import deep_recursion
from tilewright.core.ir.relax import Function, MatchCast, VarBinding
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, DeclBuffer, For, LetStmt


class WalkOrder(IntEnum):
    """Whether a function is called before or after what is below."""

    PREORDER = 0
    POSTORDER = 1


class WalkResult(IntEnum):
    """The answer of a function in a walk from above: go on below, or leave that out."""

    ADVANCE = 0
    SKIP = 1


class InplaceMode(IntEnum):
    """Permission to change a value in place; nodes never are, so functions are told DISALLOW."""

    DISALLOW = 0
    ALLOW = 1


class DefRegionKind(IntEnum):
    """The kind of a place: a use, a pattern (parameters, with the sizes in their types), or the definition of one variable."""

    NONE = 0
    DEF_PATTERN = 1
    DEF_SIMPLE = 2


class VisitInterrupt:
    """Ends a walk when a function returns it; `value` goes to who asked for the walk."""

    __slots__ = ("value",)

    def __init__(self, value: Any = None) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"ffi.VisitInterrupt(value={self.value!r})"


Entry: TypeAlias = "tuple[type | None, Callable[..., Any]]"
Callbacks: TypeAlias = "tuple[Any, ...] | Sequence[Any] | Callable[..., Any]"
_Place: TypeAlias = "tuple[str, Any, DefRegionKind | None]"

_USE, _PATTERN, _DEFINITION = DefRegionKind.NONE, DefRegionKind.DEF_PATTERN, DefRegionKind.DEF_SIMPLE
_FIELDS: dict[type, tuple[str, ...]] = {
    For: ("loop_var", "min", "extent", "thread_binding", "annotations", "step", "body"),
    LetStmt: ("var", "value", "body"),
    Let: ("var", "value", "body"),
    Allocate: ("buffer_var", "extents", "condition", "annotations", "body"),
    MatchBufferRegion: ("buffer", "source"),
    Block: ("iter_vars", "alloc_buffers", "match_buffers", "reads", "writes", "annotations", "init", "body"),
    VarBinding: ("var", "value"),
    MatchCast: ("var", "value", "struct_info"),
    PrimFunc: ("params", "ret_type", "body"),
    Function: ("params", "ret_struct_info", "body"),
    IRModule: ("functions",),
    Buffer: ("shape", "strides", "elem_offset"),
}
_KINDS: dict[tuple[type, str], DefRegionKind] = {
    (For, "loop_var"): _DEFINITION,
    (LetStmt, "var"): _DEFINITION,
    (Let, "var"): _DEFINITION,
    (IterVar, "var"): _DEFINITION,
    (Allocate, "buffer_var"): _DEFINITION,
    (AllocateConst, "buffer_var"): _DEFINITION,
    (Block, "alloc_buffers"): _DEFINITION,
    (MatchBufferRegion, "buffer"): _DEFINITION,
    (DeclBuffer, "buffer"): _DEFINITION,
    (PrimFunc, "params"): _PATTERN,
    (Function, "params"): _PATTERN,
    (VarBinding, "var"): _PATTERN,
    (MatchCast, "var"): _PATTERN,
    (MatchCast, "struct_info"): _PATTERN,
}
_NOT_OURS = frozenset({"span", "attrs"})


def structural_walk(
    root: object, callbacks: Callbacks = (), with_def_region_kind: Callbacks = (), order: str | WalkOrder = "post"
) -> VisitInterrupt | None:
    """Call the first function whose type matches on each value.

    `callbacks` is a function of the value, a pair of a type (or several) and a function, or a sequence of pairs; those of `with_def_region_kind` take the kind of
    the place too.  A function that returns `WalkResult.SKIP` in order "pre" leaves out what is below; one that returns a `VisitInterrupt` ends the walk,
    which then returns it.
    """
    first = _is_preorder(order, "walk")
    tried = _all_entries(callbacks, with_def_region_kind, "structural_walk")
    with deep_recursion():
        return _walked(root, tried, first, _USE)


def _walked(value: object, tried: Sequence[Entry], first: bool, kind: DefRegionKind) -> VisitInterrupt | None:
    if first:
        answer = _called(tried, value, kind)
        if isinstance(answer, VisitInterrupt):
            return answer
        if answer is WalkResult.SKIP:
            return None
    for part, inner in _parts(value, kind):
        ended = _walked(part, tried, first, inner)
        if ended is not None:
            return ended
    answer = None if first else _called(tried, value, kind)
    return answer if isinstance(answer, VisitInterrupt) else None


def _called(tried: Sequence[Entry], value: object, kind: DefRegionKind) -> Any:
    function = _matching(tried, value)
    return None if function is None else function(value, kind)


class _AtPlaces:
    """Knows the kind of the place that is being visited."""

    _kind: DefRegionKind = DefRegionKind.NONE

    def def_region_kind(self) -> DefRegionKind:
        """The kind of the place that is being visited."""
        return self._kind

    def with_def_region_kind(self, kind: int, callback: Callable[[], Any]) -> Any:
        """The result of `callback`, during which the place has another kind."""
        before, self._kind = self._kind, DefRegionKind(kind)
        try:
            return callback()
        finally:
            self._kind = before


class StructuralVisitor(_AtPlaces):
    """Goes on below a value: a function of `structural_visit` gets it beside the value."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    def visit(self, value: Any) -> VisitInterrupt | None:
        """Visit a value by the function of its type."""
        function = _matching(self._entries, value)
        answer = self.default_visit(value) if function is None else function(value, self)
        return answer if isinstance(answer, VisitInterrupt) else None

    def default_visit(self, value: Any) -> VisitInterrupt | None:
        """Visit what is below a value."""
        for part, kind in _parts(value, self._kind):
            ended = self.with_def_region_kind(kind, partial(self.visit, part))
            if ended is not None:
                return ended
        return None


def structural_visit(root: object, callbacks: Callbacks = ()) -> VisitInterrupt | None:
    """Visit a program with functions of a value and a `StructuralVisitor`, which decide themselves what to visit below."""
    with deep_recursion():
        return StructuralVisitor(_entries(callbacks, "structural_visit")).visit(root)


class StructuralMutator(_AtPlaces):
    """Rewrites what is below a value: a function of `structural_mutate` gets it beside the value."""

    def __init__(self, changed: Callable[[StructuralMutator, Any], Any]) -> None:
        self._changed = changed
        self._remapped: dict[int, tuple[Any, Any]] = {}  # by identity, with the variable, which so outlives it

    def mutate(self, value: Any) -> Any:
        """The value as the function of its type rewrites it."""
        return self._changed(self, value)

    def default_mutate(self, value: Any) -> Any:
        """A value with what is below rewritten; a variable becomes what is recorded for it."""
        if isinstance(value, (Var, Buffer)) and id(value) in self._remapped:
            return self._remapped[id(value)][1]
        if isinstance(value, (tuple, list)):
            return self._sequence(value)
        if isinstance(value, Mapping):
            mapped = {key: self.mutate(part) for key, part in value.items()}
            same = all(mapped[key] is part for key, part in value.items())
            made_of: Any = type(value)
            return value if same else made_of(mapped)
        if not isinstance(value, Node):
            return value
        changes = {name: new for name, old, new in self._fields(value) if new is not old}
        if isinstance(value, PrimFunc) and "params" in changes:
            changes.update(_with_params(value, changes["params"]))
        made = value.replace(**changes) if changes else value
        if isinstance(value, Buffer) and changes:
            self.var_remap_set(value, made)
        return made

    def _fields(self, value: Node) -> Iterator[tuple[str, Any, Any]]:
        for name, old, kind in _places(value):
            inner = self._kind if kind is None else kind
            yield name, old, self.with_def_region_kind(inner, partial(self.mutate, old))

    def _sequence(self, value: Any) -> Any:
        mapped = [self.mutate(part) for part in value]
        return value if all(a is b for a, b in zip(mapped, value)) else tuple(mapped)

    def var_remap_get(self, var: Any) -> Any | None:
        """The record of a variable or a buffer."""
        return self._remapped.get(id(var), (None, None))[1]

    def var_remap_set(self, var: Any, mapped_value: Any) -> None:
        """Record what a variable or a buffer becomes from here on."""
        self._remapped[id(var)] = var, mapped_value


def structural_mutate(root: object, callbacks: Callbacks = ()) -> Any:
    """`root` rewritten by functions of a value and a `StructuralMutator`, which decide themselves what to rewrite below.

    A function that takes a third argument gets an `InplaceMode` there.  What it returns is not visited again.
    """
    entries = [(kind, _with_mode(function)) for kind, function in _entries(callbacks, "structural_mutate")]

    def changed(mutator: StructuralMutator, value: object) -> Any:
        function = _matching(entries, value)
        return mutator.default_mutate(value) if function is None else function(value, mutator)

    with deep_recursion():
        return StructuralMutator(changed).mutate(root)


def structural_map(
    root: object, callbacks: Callbacks = (), with_def_region_kind: Callbacks = (), order: str | WalkOrder = "post"
) -> Any:
    """`root` with each value replaced by what the first function of its type returns; see `structural_walk` for the functions.

    In order "post" a function gets the value whose parts were replaced, in order "pre" the parts of what it returns are replaced.
    """
    first = _is_preorder(order, "map")
    tried = _all_entries(callbacks, with_def_region_kind, "structural_map")

    def replaced(mutator: StructuralMutator, value: object) -> Any:
        function = _matching(tried, value)
        made = value if function is None else function(value, mutator.def_region_kind())
        if isinstance(made, VisitInterrupt):
            raise TypeError("a rewrite cannot be interrupted: its functions return values")
        return made

    def changed(mutator: StructuralMutator, value: object) -> Any:
        if first:
            return mutator.default_mutate(replaced(mutator, value))
        return replaced(mutator, mutator.default_mutate(value))

    with deep_recursion():
        return StructuralMutator(changed).mutate(root)


def _parts(value: object, kind: DefRegionKind) -> Iterator[tuple[Any, DefRegionKind]]:
    """The values directly below, with the kinds of their places."""
    if isinstance(value, (tuple, list)):
        yield from ((part, kind) for part in value)
    elif isinstance(value, Mapping):
        yield from ((part, kind) for part in value.values())
    elif isinstance(value, Node):
        yield from ((part, kind if inner is None else inner) for _, part, inner in _places(value))


def _places(value: Node) -> Iterator[_Place]:
    """The fields of a node that hold nodes or containers of them; the kind is None where that of the node holds on."""
    cls = type(value)
    passes_on = isinstance(value, (Buffer, MatchBufferRegion)) or not _is_code(cls)
    hashable = cls
    for name in _FIELDS.get(cls) or compared_fields(hashable):
        part = None if name in _NOT_OURS else getattr(value, name)
        if name == "params" and isinstance(value, PrimFunc):
            part = tuple(value.buffer_map.get(param, param) for param in value.params)
        if isinstance(part, (Node, tuple, Mapping)):
            inner = _KINDS.get((cls, name))
            yield name, part, inner if inner is not None or passes_on else _USE


def _with_params(func: PrimFunc, made: Sequence[Any]) -> dict[str, Any]:
    """The fields of a function whose parameters, buffers where they have one, became `made`."""
    params = tuple(param if isinstance(new, Buffer) else new for param, new in zip(func.params, made))
    return {"params": params, "buffer_map": {param: new for param, new in zip(params, made) if isinstance(new, Buffer)}}


def _is_code(cls: type[Node]) -> bool:
    """Whether a node has values of its own to compute; the parts of types belong to the place of what they describe."""
    return not cls.__module__.endswith(("struct_info", "type_", "relax_types"))


def _is_preorder(order: object, what: str) -> bool:
    if order in ("pre", "post"):
        return order == "pre"
    if isinstance(order, WalkOrder):
        return order is WalkOrder.PREORDER
    raise ValueError(f"Unknown structural {what} order: {order!r}")


def _all_entries(callbacks: Callbacks, with_kind: Callbacks, name: str) -> list[Entry]:
    """All functions as functions of a value and a kind."""
    plain = [(cls, _without_kind(function)) for cls, function in _entries(callbacks, name)]
    return [*plain, *_entries(with_kind, name)]


def _without_kind(function: Callable[[Any], Any]) -> Callable[[Any, DefRegionKind], Any]:
    return lambda value, _: function(value)


def _with_mode(function: Callable[..., Any]) -> Callable[[Any, StructuralMutator], Any]:
    """A function of a value, a mutator and possibly a mode as one of the first two."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some built-in functions show no signature
        return function
    for given in ((None, None, InplaceMode.DISALLOW), (None, None)):
        try:
            signature.bind(*given)
        except TypeError:
            continue
        return (lambda value, mutator: function(value, mutator, InplaceMode.DISALLOW)) if len(given) == 3 else function
    raise TypeError("a function of structural_mutate takes a value, a mutator and possibly a mode")


def _entries(callbacks: object, name: str) -> list[Entry]:
    """Functions with the types that they are for; no type stands for every value."""
    if callable(callbacks):
        return [(None, callbacks)]
    if isinstance(callbacks, tuple) and len(callbacks) == 2 and callable(callbacks[1]):
        return list(_of_pair(callbacks, name))
    if not isinstance(callbacks, Sequence) or isinstance(callbacks, (str, bytes)):
        raise TypeError(
            f"{name} takes a function, a pair of a type (or a tuple of types) and a function, or a sequence of such pairs"
        )
    pairs: list[Any] = list(callbacks)
    if not all(isinstance(pair, tuple) and len(pair) == 2 and callable(pair[1]) for pair in pairs):
        raise TypeError(f"each item of a sequence that {name} takes is a pair of a type and a function")
    return [entry for pair in pairs for entry in _of_pair(pair, name)]


def _of_pair(pair: tuple[Any, Callable[..., Any]], name: str) -> Iterator[Entry]:
    kinds, function = pair
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if kind is Any or kind is object:
            yield None, function
        elif isinstance(kind, type) and not issubclass(kind, (set, frozenset)):
            yield kind, function
        else:
            raise TypeError(
                f"{name} knows no values of the type {kind!r}: a class of nodes, a builtin type or `object`"
            )


def _matching(tried: Sequence[Entry], value: object) -> Callable[..., Any] | None:
    """The first function for a value; a truth value is no number."""
    for kind, function in tried:
        if kind is None or (isinstance(value, kind) and not (kind is int and isinstance(value, bool))):
            return function
    return None


__all__ = [
    "DefRegionKind",
    "InplaceMode",
    "StructuralMutator",
    "StructuralVisitor",
    "VisitInterrupt",
    "WalkOrder",
    "WalkResult",
    "structural_map",
    "structural_mutate",
    "structural_visit",
    "structural_walk",
]

"""Structural equality: whether two programs are the same up to the names and identities of what they define.

Variables, buffers, axes and functions that are defined inside map one to one; free variables are compared by identity, unless
`map_free_vars`.  Attributes and annotations count; spans, names and the names of blocks do not.  A buffer that nothing declares is defined where
it is met first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tilewright.core.dialects import common_dialect
from tilewright.core.ir.access_path import AccessPath, Step
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.definitions import DEFINED_FIRST, SCOPES, compared_fields, fields_of
from tilewright.core.ir.expr import FloatImm, GlobalVar, IntImm, SizeVar, StringImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.node import Array, Node
from tilewright.core.ir.node.type_ import PointerType, PrimType, Type
from tilewright.core.ir.recursion import deep_recursion, with_recursion_limit
from tilewright.core.ir.relax import DataflowVar
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ir.struct_info import PrimStructInfo, StructInfo

Mismatch = tuple[AccessPath, AccessPath]


@with_recursion_limit
def structural_equal(lhs: object, rhs: object, map_free_vars: bool = False) -> bool:
    """Whether `lhs` and `rhs` are the same program."""
    with deep_recursion():
        return _Comparison(map_free_vars).same(*_nodes(lhs, rhs))


def _nodes(lhs: object, rhs: object) -> tuple[object, object]:
    """Both sides as nodes.  The struct info of a scalar stands for its type beside one: TVM since 0.27 has types alone."""
    a, b = _node(lhs), _node(rhs)
    if isinstance(a, PrimType) and isinstance(b, PrimStructInfo):
        return a, PrimType(b.dtype)
    if isinstance(b, PrimType) and isinstance(a, PrimStructInfo):
        return PrimType(a.dtype), b
    return a, b


def _node(value: Any) -> object:
    """`a == b` between expressions as the node that it stands for."""
    return value.asobject() if hasattr(value, "asobject") else value


@with_recursion_limit
def get_first_structural_mismatch(lhs: object, rhs: object, map_free_vars: bool = False) -> Mismatch | None:
    """Paths to the first difference in either program, None when there is none."""
    comparison = _Comparison(map_free_vars)
    with deep_recursion():
        return None if comparison.same(*_nodes(lhs, rhs)) else comparison.where()


def assert_structural_equal(lhs: object, rhs: object, map_free_vars: bool = False) -> None:
    """Raise `ValueError` unless the programs are the same; its text shows both, with the first difference underlined."""
    mismatch = get_first_structural_mismatch(lhs, rhs, map_free_vars)
    if mismatch is not None:
        left, right = mismatch
        dialect = common_dialect(getattr(side, "dialect", None) for side in (lhs, rhs))
        raise ValueError(
            f"StructuralEqual check failed, caused by lhs at {left}:\n{_shown(lhs, left, dialect)}\n"
            f"and rhs at {right}:\n{_shown(rhs, right, dialect)}"
        )


def _shown(root: object, path: AccessPath, dialect: str | None) -> str:
    if isinstance(root, Node):
        return root.script(path_to_underline=[path], syntax_sugar=False, dialect=dialect)
    return repr(root)


class _Comparison:
    """One comparison: what maps to what so far, and the path to where it stands; after a failure the path is left as it was."""

    def __init__(self, map_free_vars: bool) -> None:
        self.map_free_vars = map_free_vars
        self.forward: dict[int, object] = {}
        self.backward: dict[int, object] = {}
        self.renamed = map_free_vars  # once true, one and the same node may mean different things on either side
        self.defining = False
        self.declaring = False  # inside a struct info that gives symbolic variables their meaning
        self.trail: list[tuple[object, object, object, object]] = []
        self.path: list[tuple[Step | None, Step | None]] = []  # None: that side has no such step

    def where(self) -> Mismatch:
        """The paths of both sides to where the comparison stands."""
        left, right = zip(*self.path) if self.path else ((), ())
        return AccessPath(tuple(filter(None, left))), AccessPath(tuple(filter(None, right)))

    def absent(self, step: Step, on_the_right: bool) -> bool:
        """Fail at a place that only one side has; the path of the other ends with a step that says so."""
        missing = Step("missing")
        self.path += [(step, step), (None, missing) if on_the_right else (missing, None)]
        return False

    def same(self, a: Any, b: Any) -> bool:
        """Whether two values are equal under the mapping so far."""
        if a is b and not self.renamed and not self.defining:
            return True
        kind = type(a)
        if kind is type(b):
            rule = RULES.get(kind)
            if rule is not None:
                return rule(self, a, b)
            return self.fields(a, b) if isinstance(a, Node) else _same_value(self, a, b)
        if isinstance(a, Var) and isinstance(b, Var):
            return _same_variable(self, a, b)
        return _same_value(self, a, b)

    def step(self, left: Step, right: Step, a: object, b: object) -> bool:
        """`same` one step further down."""
        self.path.append((left, right))
        if not self.same(a, b):
            return False
        self.path.pop()
        return True

    def field(self, name: str, a: object, b: object) -> bool:
        """`same` of a field of two nodes."""
        step = _step("attr", name)
        return self.step(step, step, getattr(a, name), getattr(b, name))

    def fields(self, a: Node, b: Node) -> bool:
        kind = type(a)
        mark = len(self.trail)
        defined = DEFINED_FIRST.get(kind, frozenset())
        for name in fields_of(a):
            if not (self.definition(name, a, b) if name in defined else self.field(name, a, b)):
                return False
        if kind in SCOPES:
            self.leave(mark)
        return True

    def definition(self, name: str, a: Node, b: Node) -> bool:
        """A field that holds the variables which the node defines."""
        before, self.defining = self.defining, True
        equal = self.field(name, a, b)
        self.defining = before
        return equal

    def leave(self, mark: int) -> None:
        """Forget the definitions since `mark`: their scope has ended."""
        while len(self.trail) > mark:
            a, old_b, b, old_a = self.trail.pop()
            _restore(self.forward, a, old_b)
            _restore(self.backward, b, old_a)

    def pair(self, a: object, b: object, scoped: bool = False) -> None:
        """From now on `a` means `b`."""
        if scoped:
            self.trail.append((a, self.forward.get(id(a)), b, self.backward.get(id(b))))
        self.forward[id(a)], self.backward[id(b)] = b, a
        self.renamed = self.renamed or a is not b


@cache
def _step(kind: str, key: object) -> Step:
    """The same step object for the same field or position: a comparison takes many."""
    return Step(kind, key)


def _restore(mapping: dict[int, object], key: object, old: object) -> None:
    if old is None:
        mapping.pop(id(key), None)
    else:
        mapping[id(key)] = old


def _same_variable(state: _Comparison, a: Var, b: Var) -> bool:
    if state.declaring and _both_new(state, a, b):
        if a.dtype is not b.dtype:
            return False
        state.pair(a, b, scoped=True)
        return True
    if state.defining and not state.declaring:
        if not _same_type_of(state, a, b):
            return False
        state.pair(a, b, scoped=True)
        return True
    known = state.forward.get(id(a))
    if known is not None or id(b) in state.backward:
        return known is b
    if not state.map_free_vars:
        return a is b
    if not _same_type_of(state, a, b):
        return False
    state.pair(a, b)
    return True


def _same_type_of(state: _Comparison, a: Var, b: Var) -> bool:
    """Whether two variables have one type; fails at their dtypes where those differ."""
    if a.dtype is not b.dtype:
        state.path.append((_step("attr", "dtype"), _step("attr", "dtype")))
        return False
    return _same_type(a.type_annotation, b.type_annotation)


def _same_relax_variable(state: _Comparison, a: RelaxVar, b: RelaxVar) -> bool:
    """Variables with one identity (`vid`) are one variable, whatever their struct infos."""
    if state.defining:
        before, state.declaring = state.declaring, True
        equal = state.same(a.struct_info_, b.struct_info_)
        state.declaring = before
        if equal:
            state.pair(a.vid, b.vid, scoped=True)
        return equal
    known = state.forward.get(id(a.vid))
    if known is not None or id(b.vid) in state.backward:
        return known is b.vid
    if not state.map_free_vars:
        return a.vid is b.vid
    if not state.same(a.struct_info_, b.struct_info_):
        return False
    state.pair(a.vid, b.vid)
    return True


def _same_struct_info(state: _Comparison, a: StructInfo, b: StructInfo) -> bool:
    """Field by field; where it is part of a definition, symbolic variables that are new in it are defined by it."""
    before, state.declaring = state.declaring, state.declaring or state.defining
    equal = state.fields(a, b)
    state.declaring = before
    return equal


def _same_type(a: Type, b: Type) -> bool:
    """Equal types; a pointer without a scope points to global memory."""
    if isinstance(a, PointerType) and isinstance(b, PointerType):
        return a.element_type == b.element_type and (a.storage_scope or "global") == (b.storage_scope or "global")
    return a == b


def _same_types(state: _Comparison, a: Type, b: Type) -> bool:
    return _same_type(a, b)


def _same_buffer(state: _Comparison, a: Buffer, b: Buffer) -> bool:
    """A buffer met before must be the one it was paired with; a new one is defined here, with the variables of its declaration."""
    known = state.forward.get(id(a))
    if known is not None or id(b) in state.backward:
        return known is b
    for name in compared_fields(Buffer):
        if not _declared_field(state, name, a, b):
            return False
    state.pair(a, b)
    return True


def _declared_field(state: _Comparison, name: str, a: Buffer, b: Buffer) -> bool:
    """A field of two new buffers: new variables that it holds are defined by it."""
    old, new = getattr(a, name), getattr(b, name)
    for left, right in zip(*((item if isinstance(item, tuple) else (item,)) for item in (old, new))):
        if isinstance(left, Var) and isinstance(right, Var) and _both_new(state, left, right):
            if not _same_type(left.type_annotation, right.type_annotation):
                state.path.append((Step("attr", name), Step("attr", name)))
                return False
            state.pair(left, right)
    before, state.declaring = state.declaring, True  # in n * 32 a new n is defined as well
    equal = state.field(name, a, b)
    state.declaring = before
    return equal


def _both_new(state: _Comparison, a: Var, b: Var) -> bool:
    return id(a) not in state.forward and id(b) not in state.backward


def _same_function(state: _Comparison, a: PrimFunc, b: PrimFunc) -> bool:
    mark = len(state.trail)
    if not state.definition("params", a, b):
        return False
    state.path.append((Step("attr", "buffer_map"), Step("attr", "buffer_map")))
    more, fewer = (a, b) if len(a.buffer_map) > len(b.buffer_map) else (b, a)
    for variable in list(more.buffer_map)[len(fewer.buffer_map) :]:
        if variable not in more.params:
            return state.absent(Step("key", variable), on_the_right=more is a)
    for left, right in zip(a.params, b.params):
        old, new = a.buffer_map.get(left), b.buffer_map.get(right)
        if not state.step(Step("key", left), Step("key", right), old, new):
            return False
    state.path.pop()
    if not all(state.field(name, a, b) for name in ("ret_type", "body", "attrs")):
        return False
    state.leave(mark)
    return True


def _same_module(state: _Comparison, a: IRModule, b: IRModule) -> bool:
    left = {variable.name_hint: variable for variable in a.functions}
    right = {variable.name_hint: variable for variable in b.functions}
    state.path.append((Step("attr", "functions"), Step("attr", "functions")))
    for name in (*left, *right):
        if name not in left or name not in right:
            return state.absent(Step("key", name), on_the_right=name in left)
        state.pair(left[name], right[name])
    for name, variable in left.items():
        if not state.step(
            Step("key", variable), Step("key", right[name]), a.functions[variable], b.functions[right[name]]
        ):
            return False
    state.path.pop()
    return state.field("attrs", a, b) and state.field("global_infos", a, b)


def _same_global_var(state: _Comparison, a: GlobalVar, b: GlobalVar) -> bool:
    known = state.forward.get(id(a))
    return known is b if known is not None else a.name_hint == b.name_hint


def _same_sequence(state: _Comparison, a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    for at, (left, right) in enumerate(zip(a, b)):
        step = _step("item", at)
        if not state.step(step, step, left, right):
            return False
    if len(a) == len(b):
        return True
    return state.absent(Step("item", min(len(a), len(b))), on_the_right=len(a) > len(b))


def _same_mapping(state: _Comparison, a: Mapping[Any, object], b: Mapping[Any, object]) -> bool:
    for key in (*a, *b):
        if key not in a or key not in b:
            return state.absent(Step("key", key), on_the_right=key in a)
        if not state.step(Step("key", key), Step("key", key), a[key], b[key]):
            return False
    return True


def _same_float(state: _Comparison, a: FloatImm, b: FloatImm) -> bool:
    return a.dtype is b.dtype and _same_number(a.value, b.value)


def _same_number(a: float, b: float) -> bool:
    return (a == b and math.copysign(1, a) == math.copysign(1, b)) or (a != a and b != b)


def plain(value: object) -> Any:
    """An attribute's value as the Python value that says the same: constants of the default types, lists as tuples."""
    if isinstance(value, StringImm) or (isinstance(value, IntImm) and value.dtype == "int32"):
        return value.value
    if isinstance(value, IntImm) and value.dtype.is_bool:
        return bool(value.value)
    if isinstance(value, FloatImm) and value.dtype == "float32":
        return value.value
    return tuple(value) if isinstance(value, list) else value


def _same_value(state: _Comparison, a: object, b: object) -> bool:
    """Values that are no nodes, and constants that stand for them."""
    a, b = plain(a), plain(b)
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return _same_mapping(state, a, b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _same_sequence(state, a, b)
    if isinstance(a, Node) or isinstance(b, Node):
        return type(a) is type(b) and state.same(a, b)
    if hasattr(a, "dtype") and hasattr(b, "dtype") and hasattr(a, "shape"):
        return _same_array(a, b)
    if isinstance(a, float) and isinstance(b, float):
        return _same_number(a, b)
    return isinstance(a, bool) is isinstance(b, bool) and bool(a == b)


def _same_array(a: Any, b: Any) -> bool:
    left, right = (item.numpy() if hasattr(item, "numpy") else item for item in (a, b))
    return left.dtype == right.dtype and left.shape == right.shape and left.tobytes() == right.tobytes()


RULES: dict[type, Callable[[_Comparison, Any, Any], bool]] = {
    Var: _same_variable,
    SizeVar: _same_variable,
    Buffer: _same_buffer,
    PrimFunc: _same_function,
    IRModule: _same_module,
    GlobalVar: _same_global_var,
    FloatImm: _same_float,
    **dict.fromkeys((RelaxVar, DataflowVar), _same_relax_variable),
    **dict.fromkeys(StructInfo.__subclasses__(), _same_struct_info),
    **dict.fromkeys((tuple, Array), _same_sequence),
    **dict.fromkeys(Type.__subclasses__(), _same_types),
}

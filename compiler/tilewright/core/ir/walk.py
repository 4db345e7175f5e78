"""Walking and rewriting: `walk`, `post_order`, `rewrite`, `substitute`, `free_vars`.

Rules are a dict from node type to a function of one node.  Recursion follows `children()` and `map_children()`; buffers are
reached where they are mentioned, through `substitute`, since they are references.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Protocol, overload

from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.core.ir.expr import BINARY_NODES, BufferLoad, Expr, IntImm, IterVar, Let, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import binary, convert
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    AttrStmt,
    Block,
    BufferRealize,
    BufferStore,
    DeclBuffer,
    For,
    LetStmt,
    Stmt,
)
from tilewright.core.ir.tile import LambdaExpr, ScopeIdDefStmt, TilePrimitiveCall

Rule = Callable[[Any], Any]


class Visit(Protocol):
    """The function that a rule that works from above calls on the parts of its node: an expression becomes an expression, a statement a statement."""

    @overload
    def __call__(self, part: Expr, /) -> Expr: ...
    @overload
    def __call__(self, part: Stmt, /) -> Stmt: ...


RuleFromAbove = Callable[[Any, Visit], Any]
"""From a node of the rule's type, and `visit` for its parts, to what stands for it."""


def walk(root: Node) -> Iterator[Node]:
    """Every node of the tree, parents before children, left to right."""
    stack: list[Node] = [root.body] if isinstance(root, PrimFunc) else [root]
    while stack:
        current = stack.pop()
        yield current
        kind = type(current)
        if kind is Var or kind is IntImm:  # most leaves; they are not asked for children
            continue
        below = current.children()
        if below:
            stack += below[::-1]


def is_larger(root: Node, most: int) -> bool:
    """Whether the tree has more nodes than so many, a part that stands in it several times counted as often; no more of them are looked at.

    Names whose values are made of names, each of which is mentioned twice, stand for exponentially many nodes: what writes values in the places of names asks.
    """
    return next(islice(walk(root), most, None), None) is not None


def statements(root: Node) -> Iterator[Stmt]:
    """Every statement of the tree, parents before children, left to right; expressions are not walked."""
    stack: list[Node] = [root.body] if isinstance(root, PrimFunc) else [root]
    while stack:
        current = stack.pop()
        if isinstance(current, Stmt):
            yield current
            if type(current) is not BufferStore:
                stack += current.children()[::-1]


def variables_of(root: Node) -> list[Var]:
    """The variables in an expression, each once, in order of first appearance.

    A part that stands in it several times is looked at once: sizes that are each made of the one before twice have exponentially many parts.
    """
    kind = type(root)
    if kind is IntImm:
        return []
    if isinstance(root, Var):
        return [root]
    found: dict[Var, None] = {}
    seen: set[int] = set()
    stack: list[Node] = [root]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind is IntImm:
            continue
        if kind is Var or isinstance(current, Var):
            found[current] = None  # pyright: ignore[reportArgumentType]
        elif id(current) not in seen:
            seen.add(id(current))
            below = current.children()
            if below:
                stack += below[::-1]
    return list(found)


def post_order(root: Node, visit: Callable[[Any], None]) -> None:
    """Call `visit` on every node, children before parents."""
    for child in root.children():
        post_order(child, visit)
    visit(root)


def rewrite(root: object, rules: Mapping[type, Rule]) -> Any:
    """`root` with the rule of each node's type applied after its children were rewritten; untouched parts stay the same objects."""
    return _Rewriting(rules).visit(root)


class _Rewriting:
    """The rules of one `rewrite`.  It is no function within a function: one that calls itself would have to be collected as garbage."""

    __slots__ = ("rules",)

    def __init__(self, rules: Mapping[type, Rule]) -> None:
        self.rules = rules

    def visit(self, current: Any) -> Any:
        current = current.map_children(self.visit)
        rule = self.rules.get(type(current))
        return current if rule is None else rule(current)


def rewrite_top_down(root: object, rules: Mapping[type, RuleFromAbove]) -> Any:
    """`root` rewritten from above: a rule gets the node and `visit`, and decides itself what to visit below."""
    get = rules.get

    def visit(current: Any) -> Any:
        rule = get(type(current))
        return current.map_children(visit) if rule is None else rule(current, visit)

    return visit(root)


def substitute(
    root: object, variables: Mapping[Var, Expr] | None = None, buffers: Mapping[Buffer, Buffer] | None = None
) -> Any:
    """`root` with variables replaced by expressions and buffers by buffers.

    Buffers whose shape, strides, offset or pointer mention a replaced variable are remade once and replaced everywhere.
    Definitions inside `root` (loop variables, axes, lets) are not renamed unless they stand in `variables` with a `Var`.
    """
    return root if type(root) is IntImm else _Substitution(dict(variables or {}), dict(buffers or {})).visit(root)


_SEVERAL = ("shape", "strides", "allocated_addr")


class _Substitution:
    """State of one `substitute`: the maps, and the buffers remade on the way."""

    def __init__(self, variables: dict[Var, Expr], buffers: dict[Buffer, Buffer]) -> None:
        self.variables = variables
        self.buffers = buffers

    def visit(self, current: Any) -> Any:
        if isinstance(current, Var):
            return self.variables.get(current, current)
        if type(current) is IntImm:
            return current
        current = current.map_children(self.visit)
        rule = _SUBSTITUTED.get(type(current))
        return current if rule is None else rule(self, current)

    def buffer(self, old: Buffer) -> Buffer:
        """The rewritten buffer."""
        found = self.buffers.get(old)
        if found is None:
            found = self.buffers[old] = self._remade(old)
        return found

    def _remade(self, old: Buffer) -> Buffer:
        if not self.variables:
            return old
        changes: dict[str, Any] = {
            "shape": tuple(self.visit(size) for size in old.shape),
            "strides": tuple(self.visit(stride) for stride in old.strides),
            "elem_offset": self.visit(old.elem_offset),
        }
        if old.allocated_addr:
            changes["allocated_addr"] = tuple(self.visit(part) for part in old.allocated_addr)
        if old.layout is not None:
            changes["layout"] = self.visit(old.layout)
        data = self.variables.get(old.data, old.data)
        same = data is old.data and changes["elem_offset"] is old.elem_offset
        same = same and all(
            a is b for name in _SEVERAL if name in changes for a, b in zip(changes[name], getattr(old, name))
        )
        same = same and changes.get("layout") is old.layout
        return old if same else old.replace(data=data, **changes)

    def accessed(self, current: Any) -> object:
        """The node with its buffer rewritten."""
        new = self.buffer(current.buffer)
        return current if new is current.buffer else current.replace(buffer=new)

    def definition(self, current: Node, name: str) -> object:
        new = self.variables.get(getattr(current, name))
        return current.replace(**{name: new}) if isinstance(new, Var) else current

    def definitions(self, current: Any, name: str) -> object:
        old = getattr(current, name)
        new = tuple(self.variables.get(var, var) for var in old)
        changed = any(a is not b for a, b in zip(old, new)) and all(isinstance(var, Var) for var in new)
        return current.replace(**{name: new}) if changed else current

    def tile_primitive(self, stmt: TilePrimitiveCall) -> TilePrimitiveCall:
        workspace = {name: self.buffer(buffer) for name, buffer in stmt.workspace.items()}
        same = all(workspace[name] is buffer for name, buffer in stmt.workspace.items())
        return stmt if same else stmt.replace(workspace=DictAttrs(workspace))

    def block(self, block: Block) -> Block:
        allocated = tuple(self.buffer(buffer) for buffer in block.alloc_buffers)
        same = all(a is b for a, b in zip(allocated, block.alloc_buffers))
        return block if same else block.replace(alloc_buffers=allocated)

    def attribute(self, stmt: AttrStmt) -> AttrStmt:
        subject: object = stmt.node
        new: object = (
            self.buffer(subject)
            if isinstance(subject, Buffer)
            else self.visit(subject)
            if isinstance(subject, Node)
            else subject
        )
        return stmt if new is subject else stmt.replace(node=new)


def _renaming(name: str) -> Callable[[_Substitution, Any], object]:
    return lambda state, node: state.definition(node, name)


# What becomes of a node whose parts were rewritten.
_SUBSTITUTED: dict[type, Callable[[_Substitution, Any], Any]] = {
    **dict.fromkeys(
        (BufferLoad, BufferStore, BufferRealize, DeclBuffer, BufferRegion, MatchBufferRegion), _Substitution.accessed
    ),
    **dict.fromkeys((LetStmt, Let, IterVar), _renaming("var")),
    **dict.fromkeys((Allocate, AllocateConst), _renaming("buffer_var")),
    For: _renaming("loop_var"),
    Block: _Substitution.block,
    AttrStmt: _Substitution.attribute,
    ScopeIdDefStmt: lambda state, node: state.definitions(node, "def_ids"),
    LambdaExpr: lambda state, node: state.definitions(node, "vars"),
    TilePrimitiveCall: _Substitution.tile_primitive,
}


def free_vars(root: Node, defined: tuple[Var, ...] = ()) -> tuple[Var, ...]:
    """Variables that `root` uses and nothing inside it (nor `defined`) defines, in order of first use; buffers count with their pointer."""
    known = set(defined)
    found: dict[Var, None] = {}
    if isinstance(root, PrimFunc):
        known.update(root.params)
        known.update(var for buffer in root.buffer_map.values() for var in buffer_vars(buffer))
    for current in walk(root):
        known.update(definitions(current))
        known.update(_introduced(current))
    for current in walk(root):
        for variable in uses(current):
            if variable not in known:
                found[variable] = None
    return tuple(found)


def _introduced(current: Node) -> tuple[Var, ...]:
    """Variables that stand for something known from here on: parts of buffers matched by a block, and the index of a launched thread."""
    if isinstance(current, MatchBufferRegion):
        return buffer_vars(current.buffer)
    if isinstance(current, BufferRealize):
        return (current.buffer.data,)
    subject: object = current.node if isinstance(current, AttrStmt) else None
    return (subject.var,) if isinstance(subject, IterVar) else ()


def definitions(current: Node) -> tuple[Var, ...]:
    """The variables that this very node defines."""
    if isinstance(current, For):
        return (current.loop_var,)
    if isinstance(current, (LetStmt, Let, IterVar)):
        return (current.var,)
    if isinstance(current, (Allocate, AllocateConst)):
        return (current.buffer_var,)
    if isinstance(current, ScopeIdDefStmt):
        return current.def_ids
    if isinstance(current, LambdaExpr):
        return current.vars
    if isinstance(current, Block):
        return tuple(buffer.data for buffer in current.alloc_buffers)
    return ()


def uses(current: Node) -> tuple[Var, ...]:
    """The variables that this very node mentions, through buffers too."""
    if isinstance(current, Var):
        return (current,)
    if isinstance(current, (BufferLoad, BufferStore, BufferRegion, DeclBuffer)):
        return buffer_vars(current.buffer)
    if isinstance(current, AttrStmt) and isinstance(current.node, Var):
        return (current.node,)
    if isinstance(current, TilePrimitiveCall):
        return tuple(variable for buffer in current.workspace.values() for variable in buffer_vars(buffer))
    return ()


def buffer_vars(buffer: Buffer) -> tuple[Var, ...]:
    """The variables a buffer's declaration mentions: pointer, symbolic sizes, strides and offset."""
    parts = [part for part in buffer.children() if type(part) is not IntImm]
    return (buffer.data, *[variable for part in parts for variable in variables_of(part)])


class _Specialization(_Substitution):
    """A substitution after which operators compute anew, as where a program is written: sizes become numbers again."""

    def visit(self, current: Any) -> Any:
        pointer = self.variables.get(current.buffer.data) if isinstance(current, DeclBuffer) else None
        if pointer is not None and not isinstance(pointer, Var):
            return self._behind_a_pointer(current)
        made = super().visit(current)
        if made is current or type(made) not in _BINARY:
            return made
        return binary(type(made).__name__, made.a, made.b, made.span)

    def _behind_a_pointer(self, stmt: DeclBuffer) -> LetStmt:
        """A buffer whose pointer has become an expression: it stands behind a variable with that value."""
        pointer = stmt.buffer.data
        value, variable = self.variables[pointer], pointer.replace()
        self.variables[pointer] = variable
        made = super().visit(stmt)
        self.variables[pointer] = value
        return LetStmt(variable, super().visit(value), made)


_BINARY = frozenset(BINARY_NODES.values())


def specialize(func: PrimFunc, param_map: Mapping[Var, object]) -> PrimFunc:
    """`func` with scalar parameters fixed to numbers and buffer parameters fixed to buffers whose sizes bind the symbolic ones."""
    variables: dict[Var, Expr] = {}
    for param, value in param_map.items():
        if isinstance(value, Buffer):
            old = func.buffer_map[param]
            for size, known in zip(
                (*old.shape, *old.strides, old.elem_offset), (*value.shape, *value.strides, value.elem_offset)
            ):
                if isinstance(size, Var):
                    variables[size] = known
            variables[old.data] = value.data
        else:
            variables[param] = convert(value, param.dtype)
    change = _Specialization(variables, {})
    kept = tuple(param for param in func.params if param not in variables)
    mapping = {param: change.buffer(buffer) for param, buffer in func.buffer_map.items()}
    return PrimFunc(
        kept, change.visit(func.body), func.ret_type, mapping, DictAttrs(func.attrs), func.span, dialect=func.dialect
    )

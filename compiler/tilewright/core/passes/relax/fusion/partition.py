"""Which operators run as one kernel: groups over a graph, grown along post-dominators.

A node is fused into its post-dominator when everything between the two may be fused as well.  Element-by-element operators go first, with what they
follow; operators that move elements in a second phase, when those around convolutions and products are settled; the parts of tuples in a third.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tilewright.core.analysis.op_pattern import OpPatternKind

_K = OpPatternKind


@dataclass(eq=False)
class GraphNode:
    """An operator, or a value from outside; `outputs` are its users with the kind of each use, `is_output` says that it is seen outside."""

    ref: object
    pattern: OpPatternKind = _K.kOpaque
    index: int = -1
    is_output: bool = False
    outputs: list[tuple[GraphNode, OpPatternKind]] = field(default_factory=list)


@dataclass(eq=False)
class Group:
    """Nodes that run together; `parent` is the group that this one has become a part of."""

    node: GraphNode
    pattern: OpPatternKind
    has_anchor: bool
    parent: Group | None = None
    size: int = 1

    def root(self) -> Group:
        """The group that this one belongs to."""
        found = self
        while found.parent is not None:
            found = found.parent
        return found


@dataclass(eq=False)
class _Dominator:
    """A node of the post-dominator tree: `parent` is its immediate post-dominator, `pattern` the widest kind on the paths there."""

    node: GraphNode
    parent: _Dominator | None = None
    depth: int = 1
    pattern: OpPatternKind = _K.kOpaque


Condition = Callable[[OpPatternKind, bool], bool]


def partition(nodes: Sequence[GraphNode], opt_level: int, max_depth: int) -> list[Group]:
    """A group for each node, in order; those of one kernel have one root.  The nodes stand in an order in which users come later."""
    for index, node in enumerate(nodes):
        node.index = index
    groups = [Group(node, node.pattern, node.pattern is _K.kOutEWiseFusable) for node in nodes]
    if opt_level > 0:
        made = _Partition(nodes, groups, _dominators(nodes), max_depth)
        for phase in range(3):
            made.run(phase)
    return groups


def _dominators(nodes: Sequence[GraphNode]) -> list[_Dominator]:
    found: dict[GraphNode, _Dominator] = {}
    for node in reversed(nodes):
        made = found[node] = _Dominator(node)
        if node.is_output or not node.outputs:
            continue
        pattern = _K.kElemWise
        parent: _Dominator | None = None
        for at, (user, kind) in enumerate(node.outputs):
            pattern = max(pattern, kind)
            parent, pattern = (found[user], pattern) if at == 0 else _common(parent, found[user], pattern)
        made.parent, made.pattern = parent, pattern
        made.depth = parent.depth + 1 if parent is not None else 1
    return [found[node] for node in nodes]


def _common(
    a: _Dominator | None, b: _Dominator | None, pattern: OpPatternKind
) -> tuple[_Dominator | None, OpPatternKind]:
    """The nearest common post-dominator of both, with the widest kind on the paths there."""
    while a is not b:
        if a is None or b is None:
            return None, pattern
        if a.depth < b.depth:
            pattern, b = max(pattern, b.pattern), b.parent
        elif b.depth < a.depth:
            pattern, a = max(pattern, a.pattern), a.parent
        else:
            pattern = max(pattern, a.pattern, b.pattern)
            a, b = a.parent, b.parent
    return a, pattern


class _Partition:
    def __init__(
        self, nodes: Sequence[GraphNode], groups: list[Group], dominators: list[_Dominator], max_depth: int
    ) -> None:
        self._nodes = nodes
        self._groups = groups
        self._dominators = dominators
        self._max_depth = max_depth

    def run(self, phase: int) -> None:
        for node, group, dominator in zip(self._nodes, self._groups, self._dominators):
            parent = dominator.parent
            if group.pattern is _K.kOpaque or parent is None:
                continue
            sink = parent.node
            if self._size_with(node, sink) > self._max_depth:
                continue
            condition = self._condition(phase, group, dominator, sink)
            if condition is not None and self._all_between(node, sink, condition):
                self._fuse(node, sink)

    def _condition(self, phase: int, group: Group, dominator: _Dominator, sink: GraphNode) -> Condition | None:
        """The condition that all nodes up to the sink must satisfy for the group to be fused into it in this phase; None when it is not tried."""
        into = self._groups[sink.index]
        if phase == 2:
            if group.pattern > _K.kInjective or into.root().pattern is _K.kTuple:
                return None
            return _injective if into.pattern is _K.kTuple and into.root().pattern <= _K.kInjective else None
        if group.root() is into.root() or into.pattern is _K.kTuple:
            return None
        if group.pattern is _K.kOutEWiseFusable:
            return _broadcasts if phase == 0 and dominator.pattern is _K.kElemWise else None
        if group.pattern <= _K.kBroadcast:
            follows = dominator.pattern <= _K.kInjective or dominator.pattern is _K.kCommReduce
            return _ends_in_operator if follows else None
        return _injective if group.pattern in (_K.kInjective, _K.kTuple) and phase == 1 else None

    def _between(self, source: GraphNode, sink: GraphNode) -> list[GraphNode]:
        """The nodes on the paths from the source to the sink, without the sink."""
        seen: dict[GraphNode, None] = {}
        pending = [user for user, _ in source.outputs]
        while pending:
            node = pending.pop()
            if node is sink or node in seen:
                continue
            seen[node] = None
            pending += [user for user, _ in node.outputs]
        return list(seen)

    def _all_between(self, source: GraphNode, sink: GraphNode, condition: Condition) -> bool:
        inner = all(condition(self._groups[node.index].root().pattern, False) for node in self._between(source, sink))
        return inner and condition(self._groups[sink.index].root().pattern, True)

    def _size_with(self, source: GraphNode, sink: GraphNode) -> int:
        """The number of operators the kernel would have."""
        roots = {self._groups[node.index].root() for node in (source, sink, *self._between(source, sink))}
        return sum(root.size for root in roots)

    def _fuse(self, source: GraphNode, sink: GraphNode) -> None:
        target = self._groups[sink.index].root()
        for node in (source, *self._between(source, sink)):
            root = self._groups[node.index].root()
            if root is target:
                continue
            root.parent = target
            target.size += root.size
            if root.has_anchor:
                target.has_anchor = True
                target.pattern = max(target.pattern, root.pattern)


def _injective(kind: OpPatternKind, is_sink: bool) -> bool:
    return kind <= _K.kInjective


def _broadcasts(kind: OpPatternKind, is_sink: bool) -> bool:
    return kind <= _K.kBroadcast


def _ends_in_operator(kind: OpPatternKind, is_sink: bool) -> bool:
    return kind <= _K.kInjective or (is_sink and kind in (_K.kCommReduce, _K.kOutEWiseFusable))

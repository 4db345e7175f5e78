"""Statements of the tile language, in which the threads of a GPU work together.

    stmt ::= ScopeIdDefStmt(def_ids, extents, parent, cur, preferred_extents, body) | TilePrimitiveCall(op, args, workspace, config, dispatch, scope)

Scopes nest: kernel, cluster, cta (thread block), warpgroup, warp, thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tilewright.core.base.source import Span
from tilewright.core.ir.attrs import NO_ATTRS
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var, exprs
from tilewright.core.ir.expr.base import derived
from tilewright.core.ir.node import Node, array, node
from tilewright.core.ir.node.fields import ExprField, ExprsField, Field, Several
from tilewright.core.ir.stmt import Around, Stmt
from tilewright.core.ops.op import Op

SCOPES: Final = ("cluster", "cta", "warpgroup", "warp", "thread")
# Which scope is numbered in which, with the name of the form of `T` that does it.
BINDINGS: Final[Mapping[tuple[str, str], str]] = {
    ("kernel", "cluster"): "cluster_id",
    ("kernel", "cta"): "cta_id",
    ("cluster", "cta"): "cta_id_in_cluster",
    ("cluster", "cta_pair"): "cta_id_in_pair",
    ("cta", "warpgroup"): "warpgroup_id",
    ("cta", "warp"): "warp_id",
    ("warpgroup", "warp"): "warp_id_in_wg",
    ("warp", "thread"): "lane_id",
    ("cta", "thread"): "thread_id",
    ("warpgroup", "thread"): "thread_id_in_wg",
}
# The attribute of a function whose blocks of threads stay for the whole kernel.
PERSISTENT: Final = "tir.persistent_kernel"
DEVICE_ENTRY: Final = "tirx.device_entry"


@dataclass(frozen=True)
class ScopeIdDef:
    """Variables for the number of a `cur` in its `parent`, one for each extent; without extents the size follows from other definitions."""

    def_ids: Sequence[Var]
    extents: Sequence[Any] | None
    parent: str
    cur: str
    preferred_extents: Sequence[Any] | None = None

    def __post_init__(self) -> None:
        if (self.parent, self.cur) not in BINDINGS:
            raise ValueError(f"there is no {self.cur!r} in a {self.parent!r}")
        if self.extents is None and len(self.def_ids) != 1:
            count = len(self.def_ids)
            raise ValueError(f"Deferred ScopeIdDef (no extents) must define exactly one Var, got {count}")


@dataclass(frozen=True)
class ExecScope:
    """A scope of threads by its name: "cluster", "cta", "warpgroup", "warp" or "thread"."""

    name: str

    def __post_init__(self) -> None:
        if self.name not in SCOPES:
            raise ValueError(f"the scopes are {', '.join(SCOPES)}, and not {self.name!r}")

    @property
    def kind(self) -> int:
        """TVM's number of the scope."""
        return 2 + SCOPES.index(self.name)


@node
class ScopeIdDefStmt(Around):
    """`body` with `def_ids` standing for the number of this `cur` in its `parent`, one for each dimension.

    Without `extents` the size follows from what the function says elsewhere.  `preferred_extents` are sizes that a cluster has where it can.
    """

    def_ids: Several[Var]
    extents: ExprsField
    parent: str
    cur: str
    preferred_extents: ExprsField
    body: Stmt
    span: Span | None = None

    def __post_init__(self) -> None:
        self.def_ids, self.extents = array(self.def_ids), exprs(self.extents)
        self.preferred_extents = exprs(self.preferred_extents)

    @property
    def def_(self) -> ScopeIdDef:
        """The definition alone, as TVM keeps it."""
        return ScopeIdDef(self.def_ids, self.extents or None, self.parent, self.cur, self.preferred_extents or None)


@node
class LambdaExpr(Node):
    """A value for each index: `pred` with `vars` standing for the index."""

    vars: Several[Var]
    pred: ExprField

    def __post_init__(self) -> None:
        self.vars = array(self.vars)


@node
class TilePrimitiveCall(Stmt):
    """The threads of `scope` do `op` together.

    `args` are those of the row of the op: parts of buffers, expressions, truth values, texts, tuples of axes, None, a `LambdaExpr`.  `workspace`
    has buffers to work in, `config` settings, `dispatch` the way that it is done.
    """

    op: Op
    args: Several[Any]
    workspace: Field[Mapping[str, Buffer], Mapping[str, Buffer]] = derived(default=NO_ATTRS)
    config: Field[Mapping[str, Any], Mapping[str, Any]] = derived(default=NO_ATTRS)
    dispatch: str | None = None
    scope: str = "thread"
    span: Span | None = None

    def __post_init__(self) -> None:
        self.args = array(self.args)

    def children(self) -> tuple[Node, ...]:
        return tuple(part for part in (*self.args, *self.config.values()) if isinstance(part, Node))

    def map_children(self, function: Callable[[Any], object]) -> Any:
        """This statement with `function` applied to the nodes among its arguments and settings."""
        args = tuple(function(part) if isinstance(part, Node) else part for part in self.args)
        config = {key: function(part) if isinstance(part, Node) else part for key, part in self.config.items()}
        same = all(new is old for new, old in zip(args, self.args))
        same = same and all(config[key] is old for key, old in self.config.items())
        return self if same else self.replace(args=args, config=type(self.config)(config))  # pyright: ignore[reportCallIssue]


__all__ = [
    "BINDINGS",
    "DEVICE_ENTRY",
    "SCOPES",
    "ExecScope",
    "Expr",
    "LambdaExpr",
    "ScopeIdDef",
    "ScopeIdDefStmt",
    "TilePrimitiveCall",
]

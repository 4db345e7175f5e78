"""Whether a block is what the description of a tensor intrinsic says: the same statements, whatever the variables and buffers are called.

The program's buffers may have more dimensions in front, of which the block uses one element; its indices are compared from where its regions begin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Cast, Expr, FloatImm, IntImm, IterVar, Select, Var
from tilewright.core.ir.operators import binary, cast
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, IfThenElse, LetStmt, SeqStmt
from tilewright.core.ir.walk import substitute
from tilewright.core.schedule.checks import is_one, range_of
from tilewright.core.schedule.errors import Refusal
from tilewright.core.schedule.references import StmtSRef


class Matching:
    """The match of a description's names in the program; raises `Refusal` when the program differs."""

    def __init__(self, desc: BlockRealize, program: BlockRealize, at: StmtSRef) -> None:
        self.names: dict[Var, Expr] = {}
        self.buffers: dict[Buffer, Buffer] = {}
        self.base: dict[Buffer, list[Expr]] = {}
        self._analyzer = Analyzer()
        self._at = at
        if not self.expr(program.predicate, desc.predicate):
            raise self._other("its predicate is another")
        self._regions(program.block, desc.block)
        self._stmt(program.block.body, desc.block.body)

    def buffer_of(self, described: Buffer) -> Buffer:
        """The buffer of the program that a parameter of the description stands for."""
        found = self.buffers.get(described)
        if found is None:
            raise self._other(f"nothing stands for `{described.name}`")
        return found

    def _other(self, why: str) -> Refusal:
        detail = why.replace("{", "{{").replace("}", "}}")
        return Refusal(
            "The stmt doesn't match the tensor intrin",
            f"The stmt {{0}} doesn't match the tensor intrin: {detail}",
            self._at.stmt,
        )

    # Statements

    def _stmt(self, ours: Any, theirs: Any) -> None:
        rule = _STMTS.get(type(ours))
        if type(ours) is not type(theirs) or rule is None:
            raise self._other(f"a {type(ours).__name__} stands where the description has a {type(theirs).__name__}")
        if not rule(self, ours, theirs):
            raise self._other(
                f"its {_WORDS.get(type(ours), type(ours).__name__)} is not that of the description:\n{ours}\ninstead of\n{theirs}"
            )

    def for_(self, ours: For, theirs: For) -> bool:
        same = self.expr(ours.min, theirs.min) and self.expr(ours.extent, theirs.extent)
        same = same and ours.kind is theirs.kind and _same_notes(ours.annotations, theirs.annotations)
        same = same and (ours.thread_binding is None) == (theirs.thread_binding is None)
        self._analyzer.bind(theirs.loop_var, range_of(theirs))
        if same and self._define(ours.loop_var, theirs.loop_var):
            self._stmt(ours.body, theirs.body)
            return True
        return False

    def sequence(self, ours: SeqStmt, theirs: SeqStmt) -> bool:
        for a, b in zip(ours.seq, theirs.seq):
            self._stmt(a, b)
        return len(ours.seq) == len(theirs.seq)

    def store(self, ours: BufferStore, theirs: BufferStore) -> bool:
        return self.access(ours, theirs) and self.expr(ours.value, theirs.value)

    def let(self, ours: LetStmt, theirs: LetStmt) -> bool:
        if not self.expr(ours.value, theirs.value) or not self._define(ours.var, theirs.var):
            return False
        self._stmt(ours.body, theirs.body)
        return True

    def choice(self, ours: IfThenElse, theirs: IfThenElse) -> bool:
        if not self.expr(ours.condition, theirs.condition):
            return False
        self._stmt(ours.then_case, theirs.then_case)
        if (ours.else_case is None) != (theirs.else_case is None):
            return False
        if ours.else_case is not None:
            self._stmt(ours.else_case, theirs.else_case)
        return True

    def evaluate(self, ours: Evaluate, theirs: Evaluate) -> bool:
        return self.expr(ours.value, theirs.value)

    def block(self, ours: BlockRealize, theirs: BlockRealize) -> bool:
        if not self.exprs(ours.iter_values, theirs.iter_values) or not self.expr(ours.predicate, theirs.predicate):
            return False
        a, b = ours.block, theirs.block
        if len(a.iter_vars) != len(b.iter_vars) or len(a.alloc_buffers) != len(b.alloc_buffers):
            return False
        if not all(map(self._axis, a.iter_vars, b.iter_vars)):
            return False
        if not all(map(self._same_buffer, a.alloc_buffers, b.alloc_buffers)):
            return False
        self._regions(a, b)
        self._stmt(a.body, b.body)
        return True

    def _axis(self, ours: IterVar, theirs: IterVar) -> bool:
        assert ours.dom is not None
        assert theirs.dom is not None
        same = self.expr(ours.dom.min, theirs.dom.min) and self.expr(ours.dom.extent, theirs.dom.extent)
        self._analyzer.bind(theirs.var, theirs.dom)
        return same and ours.iter_type is theirs.iter_type and self._define(ours.var, theirs.var)

    # Buffers

    def _regions(self, ours: Block, theirs: Block) -> None:
        for side in ("writes", "reads"):
            a, b = getattr(ours, side), getattr(theirs, side)
            if len(a) != len(b) or not all(map(self._region, a, b)):
                raise self._other(f"the block `{ours.name_hint}` {side} {_listed(a)}, and the description {_listed(b)}")

    def _region(self, ours: BufferRegion, theirs: BufferRegion) -> bool:
        if not self._same_buffer(ours.buffer, theirs.buffer):
            return False
        more = len(ours.region) - len(theirs.region)
        if more < 0 or not all(is_one(range_.extent) for range_ in ours.region[:more]):
            return False
        if not all(self._same(a.extent, b.extent) for a, b in zip(ours.region[more:], theirs.region)):
            return False
        starts = [range_.min for range_ in ours.region]
        if ours.buffer not in self.base:
            self.base[ours.buffer] = starts
            return True
        return self._indices(ours.buffer, starts, [range_.min for range_ in theirs.region])

    def _same_buffer(self, ours: Buffer, theirs: Buffer) -> bool:
        known = self.buffers.get(theirs)
        if known is not None:
            return known is ours
        if ours.dtype is not theirs.dtype or ours.scope() != theirs.scope() or not self._define(ours.data, theirs.data):
            return False
        self.buffers[theirs] = ours
        return True

    def access(self, ours: BufferLoad | BufferStore, theirs: BufferLoad | BufferStore) -> bool:
        if not self._same_buffer(ours.buffer, theirs.buffer) or ours.buffer not in self.base:
            return False
        return self._indices(ours.buffer, ours.indices, theirs.indices)

    def _indices(self, buffer: Buffer, ours: Sequence[Expr], theirs: Sequence[Expr]) -> bool:
        """Counted from where the region of the whole block begins."""
        base, more = self.base[buffer], len(ours) - len(theirs)
        if more < 0 or not all(self._same(a, b) for a, b in zip(ours[:more], base)):
            return False
        return all(self._same(binary("Sub", a, low), b) for a, low, b in zip(ours[more:], base[more:], theirs))

    # Expressions

    def _define(self, ours: Var, theirs: Var) -> bool:
        """Let a variable of the program stand for one of the description from here on."""
        if ours in self.names:
            known = self.names[ours]
            return (known.value if isinstance(known, Cast) else known) is theirs
        self.names[ours] = (
            theirs if ours.dtype is theirs.dtype or not ours.dtype.is_integer else cast(theirs, ours.dtype)
        )
        return True

    def _same(self, ours: Expr, theirs: Expr) -> bool:
        """Whether they are the same number, in types of integers that may be wider or narrower."""
        named = substitute(ours, self.names)
        wanted = theirs if theirs.dtype is named.dtype else cast(theirs, named.dtype)
        return self._analyzer.can_prove_equal(named, wanted)

    def exprs(self, ours: Sequence[Expr], theirs: Sequence[Expr]) -> bool:
        return len(ours) == len(theirs) and all(map(self.expr, ours, theirs))

    def expr(self, ours: Expr, theirs: Expr) -> bool:
        """Whether they are built alike, or are the same integer however it is written."""
        if ours.dtype.kind != theirs.dtype.kind:
            return False
        return self._alike(ours, theirs) or (ours.dtype.is_integer and self._same(ours, theirs))

    def _alike(self, ours: Expr, theirs: Expr) -> bool:
        if type(ours) is not type(theirs):
            return False
        if isinstance(ours, BinaryOp):
            return self.expr(ours.a, theirs.a) and self.expr(ours.b, theirs.b)  # type: ignore[attr-defined]
        rule = _EXPRS.get(type(ours))
        return rule(self, ours, theirs) if rule is not None else ours is theirs

    def variable(self, ours: Var, theirs: Var) -> bool:
        known = self.names.get(ours, ours)
        return (known.value if isinstance(known, Cast) else known) is theirs

    def call(self, ours: Call, theirs: Call) -> bool:
        return ours.op is theirs.op and self.exprs(ours.args, theirs.args)  # pyright: ignore[reportArgumentType]


def _same_notes(ours: Mapping[str, object], theirs: Mapping[str, object]) -> bool:
    from tilewright.core.ir.structural import structural_equal

    return ours.keys() == theirs.keys() and all(structural_equal(ours[key], theirs[key]) for key in ours)


def _listed(regions: Sequence[BufferRegion]) -> str:
    return ", ".join(map(str, regions)) or "nothing"


_WORDS = {For: "loop", BufferStore: "store", BlockRealize: "block", SeqStmt: "sequence of statements"}
_STMTS: Mapping[type, Callable[[Matching, Any, Any], bool]] = {
    For: Matching.for_,
    SeqStmt: Matching.sequence,
    BufferStore: Matching.store,
    LetStmt: Matching.let,
    IfThenElse: Matching.choice,
    Evaluate: Matching.evaluate,
    BlockRealize: Matching.block,
}
_EXPRS: Mapping[type, Callable[[Matching, Any, Any], bool]] = {
    Var: Matching.variable,
    IntImm: lambda at, a, b: a.value == b.value,
    FloatImm: lambda at, a, b: a.value == b.value,
    Cast: lambda at, a, b: at.expr(a.value, b.value),
    BufferLoad: Matching.access,
    Call: Matching.call,
    Select: lambda at, a, b: at.exprs(
        (a.condition, a.true_value, a.false_value), (b.condition, b.true_value, b.false_value)
    ),
}


__all__ = ["Matching"]

"""Blocks and what is said at the top of one: `block`, `init`, `where`, `reads`, `writes`, `block_attr`, and the axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.core.analysis.complete import DETECT_ACCESS, READS, WRITES
from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.diagnostics import Note, UserError
from tilewright.core.base.dtype import BOOL, INT64
from tilewright.core.base.names import are, counted
from tilewright.core.base.source import Span
from tilewright.core.builder.arguments import condition, describe, integer, mapping, region
from tilewright.core.builder.frames import (
    IRBuilder,
    PrimFuncFrame,
    StmtFrame,
    add_statement,
    attributes,
    current_span,
    same_attribute,
)
from tilewright.core.builder.loops import loop_domain
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.core.ir.expr import Add, Expr, IntImm, IterVar, IterVarKind, Range, Var
from tilewright.core.ir.operators import match_types
from tilewright.core.ir.stmt import Block, BlockRealize, Stmt
from tilewright.core.ir.structural import structural_equal


class BlockFrame(StmtFrame):
    """A block: everything a `Block` and its `BlockRealize` hold; None where nothing was said.  `said` is where `T.reads` and its like stand."""

    def __init__(self, name: str = "", no_realize: bool = False) -> None:
        super().__init__()
        self.name = name
        self.no_realize = no_realize
        self.iter_vars: list[IterVar] = []
        self.iter_values: list[Expr] = []
        self.reads: tuple[BufferRegion, ...] | None = None
        self.writes: tuple[BufferRegion, ...] | None = None
        self.predicate: Expr | None = None
        self.init: Stmt | None = None
        self.alloc_buffers: list[Buffer] = []
        self.match_buffers: list[MatchBufferRegion] = []
        self.annotations: dict[str, object] = {}
        self.said: dict[str, Span | None] = {}

    def realized(self) -> BlockRealize:
        """The block with the values of its axes."""
        predicate = self.predicate if self.predicate is not None else IntImm(BOOL, 1)
        return BlockRealize(tuple(self.iter_values), predicate, self._block(), self.span)

    def finish(self, builder: IRBuilder) -> None:
        if not self.no_realize:
            add_statement(self.realized())
            return
        made = self._block()
        if self.iter_values or self.predicate is not None:
            raise UserError(
                "misplaced-statement", "a block with `no_realize=True` binds no axis to a value and has no `T.where`"
            )
        add_statement(made)

    def _block(self) -> Block:
        undeclared = (READS if self.reads is None else 0) | (WRITES if self.writes is None else 0)
        return Block(
            tuple(self.iter_vars),
            self.reads or (),
            self.writes or (),
            self.name,
            self.body(),
            self.init,
            tuple(self.alloc_buffers),
            tuple(self.match_buffers),
            {**self.annotations, DETECT_ACCESS: IntImm(INT64, undeclared)} if undeclared else self.annotations,
            self.span,
        )


class BlockInitFrame(StmtFrame):
    """The init of a block: it runs at the first iteration of the reduction axes."""

    def begin(self, builder: IRBuilder) -> None:
        self.block = at_block_top("T.init")
        if self.block.init is not None:
            raise _said_already(self.block, "init", "")
        self.block.said["init"] = builder.span

    def finish(self, builder: IRBuilder) -> None:
        self.block.init = self.body()


def at_block_top(form: str) -> BlockFrame:
    """The innermost frame, which must be a block: `form` says something about the block as a whole."""
    builder = IRBuilder.current()
    found = builder.last(BlockFrame)
    if found is not None:
        return found
    around = builder.find(BlockFrame)
    if around is None:
        raise UserError("outside-block", f"`{form}` describes a block, and there is no `with T.block(...)` around it")
    raise UserError(
        "not-at-block-top",
        f"`{form}` belongs at the top of {_called(around)}, not inside a loop, `if` or other construct in it",
    )


def _said_already(block: BlockFrame, form: str, cure: str) -> UserError:
    """The complaint about a second `T.reads`, `T.writes`, `T.where` or `T.init`."""
    first = block.said.get(form)
    notes = () if first is None else (Note(f"the first `T.{form}` of the block stands here", first),)
    return UserError(f"duplicate-{form}", f"{_called(block)} has a `T.{form}` already{cure}", notes=notes)


def _called(block: BlockFrame) -> str:
    return f'the block "{block.name}"' if block.name else "the block"


def init() -> BlockInitFrame:
    """The init of the enclosing block: it runs before the first reduction step.

    ```python
    with T.init():
        C[vi, vj] = T.float32(0)
    ```

    It runs once for each point of the spatial axes, when all reduction axes are at their beginning.
    """
    return BlockInitFrame()


def where(predicate: Expr | int) -> None:
    """The condition under which the enclosing block runs; it speaks of the loop variables, not of the axes."""
    found = at_block_top("T.where")
    if found.predicate is not None:
        raise _said_already(found, "where", "; join the conditions with `and`")
    found.said["where"] = current_span()
    found.predicate = condition(predicate, "the condition of `T.where`", "predicate")


def reads(*buffer_slices: object) -> None:
    """The parts of buffers that the enclosing block reads: `T.reads(A[vi, 0:16], B[vj])`; `T.reads()` says that it reads nothing.

    Without it they are inferred from the accesses in the block.
    """
    found = at_block_top("T.reads")
    if found.reads is not None:
        raise _said_already(found, "reads", "; list all parts in one")
    found.said["reads"] = current_span()
    found.reads = _regions(buffer_slices, "`T.reads`")


def writes(*buffer_slices: object) -> None:
    """The parts of buffers that the enclosing block writes, as in `T.reads`."""
    found = at_block_top("T.writes")
    if found.writes is not None:
        raise _said_already(found, "writes", "; list all parts in one")
    found.said["writes"] = current_span()
    found.writes = _regions(buffer_slices, "`T.writes`")


def _regions(slices: tuple[object, ...], form: str) -> tuple[BufferRegion, ...]:
    given = slices[0] if len(slices) == 1 and isinstance(slices[0], (tuple, list)) else slices
    return tuple([_placed(region(item, form, position)) for position, item in enumerate(given)])


def _placed(part: BufferRegion) -> BufferRegion:
    """The declared part at the place of its declaration; parts that are inferred have no place."""
    return part if part.span is not None else part.replace(span=current_span())


def block_attr(attrs: Mapping[str, Any]) -> None:
    """Attributes of the enclosing block: `T.block_attr({"warp_execution": True})`."""
    found = at_block_top("T.block_attr")
    for key, value in attributes(mapping(attrs, "`T.block_attr`", "attrs")).items():
        old = found.annotations.setdefault(key, value)
        merged = _merged(old, value)
        if merged is not None:
            found.annotations[key] = merged
        elif not same_attribute(old, value):
            raise UserError(
                "contradictory-block-attr",
                f'{_called(found)} has the attribute "{key}" already, with the value {old!r}, and here it is {value!r}',
                "attrs",
            )


def _merged(old: object, new: object) -> dict[str, object] | None:
    """Two mappings as one, None when they are none or contradict one another."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return None
    made: dict[str, object] = dict(old)
    for key, value in new.items():
        inner = _merged(made.get(key), value)
        if inner is None and key in made and not same_attribute(made[key], value):
            return None
        made[key] = value if inner is None else inner
    return made


def _axis(kind: IterVarKind, form: str, dom: object, binding: object) -> Var:
    found = at_block_top(form)
    domain = _domain(dom)
    value = integer(binding, f"the value bound to `{form}`", "binding", domain.extent.dtype)
    variable = Var("v", domain.extent.dtype)
    found.iter_vars.append(IterVar(domain, variable, kind, "", found.span))
    found.iter_values.append(value)
    return variable


def _domain(dom: object) -> Range:
    """A range, a pair (begin, end), or an extent."""
    if isinstance(dom, Range):
        return dom
    if isinstance(dom, (tuple, list)):
        if len(dom) != 2:
            raise UserError(
                "axis-domain", f"the domain of an axis is `(begin, end)`, and this has {len(dom)} parts", "dom"
            )
        low, high = (integer(bound, "a bound of an axis", "dom") for bound in dom)
        low, high = match_types(low, high)
        return _between(low, high)
    extent = integer(dom, "the extent of an axis", "dom")
    return Range.from_min_extent(IntImm(extent.dtype, 0), extent)


def _between(low: Expr, high: Expr) -> Range:
    """The range of two ends: `(vi, vi + n)`, as ranges are printed, has the extent `n`; a constant extent is worked out, as in TVM."""
    if isinstance(high, Add) and structural_equal(high.a, low):
        return Range.from_min_extent(low, high.b)
    length = Analyzer().simplify(high - low)
    return Range.from_min_extent(low, length) if isinstance(length, IntImm) else Range(low, high)


class axis:
    """The axes of a block.  Each function defines one at the top of the enclosing block and returns its variable."""

    @staticmethod
    def spatial(dom: Range | Sequence[Expr] | Expr | int, binding: Expr | int, dtype: str = "int32") -> Var:
        """A spatial axis: its points are independent of one another and may run in any order or in parallel.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
        return _axis(IterVarKind.DataPar, "T.axis.spatial", dom, binding)

    @staticmethod
    def reduce(dom: Range | Sequence[Expr] | Expr | int, binding: Expr | int, dtype: str = "int32") -> Var:
        """A reduction axis: its points are combined into one result, in any order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
        return _axis(IterVarKind.CommReduce, "T.axis.reduce", dom, binding)

    @staticmethod
    def scan(dom: Range | Sequence[Expr] | Expr | int, binding: Expr | int, dtype: str = "int32") -> Var:
        """A scan axis: each point may depend on those before it, so they run in order.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
        return _axis(IterVarKind.Ordered, "T.axis.scan", dom, binding)

    @staticmethod
    def opaque(dom: Range | Sequence[Expr] | Expr | int, binding: Expr | int, dtype: str = "int32") -> Var:
        """An opaque axis: nothing is known about how its points depend on one another.

        `dom` is the extent, a pair `(begin, end)`, or a range, and gives the axis its type; `binding` is the value that the axis takes here.
        """
        return _axis(IterVarKind.Opaque, "T.axis.opaque", dom, binding)

    @staticmethod
    def remap(kinds: str, bindings: Sequence[Expr], dtype: str = "int32") -> list[Var] | Var:
        """Several axes at once, each bound to a loop variable and running over that loop's domain.

        `vi, vj, vk = T.axis.remap("SSR", [i, j, k])`: the letters are "S" for spatial and "R" for reduction axes.
        """
        return _remap(kinds, bindings)

    S = spatial
    R = reduce


_REMAP_KINDS = {"S": IterVarKind.DataPar, "R": IterVarKind.CommReduce}


def _remap(kinds: str, bindings: Sequence[Expr]) -> list[Var] | Var:
    found = at_block_top("T.axis.remap")
    _check_remap(kinds, bindings)
    variables: list[Var] = []
    for position, (letter, value) in enumerate(zip(kinds, bindings)):
        domain = _loop_domain(value, position)
        variable = Var("v", value.dtype)
        found.iter_vars.append(IterVar(domain, variable, _REMAP_KINDS[letter], "", found.span))
        found.iter_values.append(value)
        variables.append(variable)
    return variables[0] if len(variables) == 1 else variables


def _check_remap(kinds: object, bindings: object) -> None:
    if not isinstance(kinds, str):
        raise UserError("remap-kind", f"the kinds of axes are written as text, not {describe(kinds)}", "kinds")
    if not isinstance(bindings, (list, tuple)):
        raise UserError("remap-count", "`T.axis.remap` takes a list of loop variables", "bindings")
    wrong = next((letter for letter in kinds if letter not in _REMAP_KINDS), None)
    if wrong is not None:
        raise UserError(
            "remap-kind", f'"{wrong}" is not a kind of axis: write "S" (spatial) or "R" (reduction)', "kinds"
        )
    if len(kinds) != len(bindings):
        raise UserError(
            "remap-count",
            f'"{kinds}" names {_axes(len(kinds))}, and {are(len(bindings), "value")} bound',
            "bindings",
        )


def _axes(number: int) -> str:
    return counted(number, "axis", "axes")


def _loop_domain(value: object, position: int) -> Range:
    if not isinstance(value, Var):
        raise UserError(
            "remap-value",
            f"`T.axis.remap` binds loop variables, and the value at position {position + 1} is {describe(value)}; "
            "write `T.axis.spatial(extent, value)` or `T.axis.reduce(extent, value)` for it",
            ("bindings", position),
        )
    domain = loop_domain(value)
    if domain is None:
        raise UserError(
            "remap-value",
            f"`{value.name}` is not the variable of a loop around this block, so its domain is not known; "
            "write `T.axis.spatial(extent, value)`",
            ("bindings", position),
        )
    return domain


def allocate(made: Buffer) -> None:
    """Let the innermost block own the memory of `T.alloc_buffer`, or the function when it stands at its top."""
    builder = IRBuilder.current()
    block, function = builder.find(BlockFrame), builder.find(PrimFuncFrame)
    if block is not None:
        block.alloc_buffers.append(made)
    elif function is not None:
        function.root_alloc_buffers.append(made)
    if block is None and builder.last(PrimFuncFrame) is None:
        raise UserError(
            "misplaced-allocation",
            "`T.alloc_buffer` belongs at the top of a function or inside a block; `T.decl_buffer` allocates anywhere",
            meant=None if function is None else made,
        )


__all__ = [
    "BlockFrame",
    "BlockInitFrame",
    "allocate",
    "at_block_top",
    "axis",
    "block_attr",
    "init",
    "reads",
    "where",
    "writes",
]

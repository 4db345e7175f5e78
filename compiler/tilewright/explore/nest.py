"""The loop nest of a stage, as a tree to be drawn: loops with extents and kinds, blocks with their axes, stores with their lanes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.core.ir.expr import Expr, IterVarKind, Var
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import (
    Allocate,
    BlockRealize,
    BufferStore,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
)
from tilewright.core.ir.walk import statements, variables_of
from tilewright.explore.lines import File, Page, size
from tilewright.explore.shapes import Loop

_HOW = {
    ForKind.SERIAL: "serial",
    ForKind.PARALLEL: "parallel",
    ForKind.VECTORIZED: "vectorized",
    ForKind.UNROLLED: "unrolled",
    ForKind.THREAD_BINDING: "thread",
}


def loops(module: IRModule, page: Page, file: File) -> list[Loop]:
    """The nests of all TensorIR functions of a stage."""
    drawing = _Drawing(page, file)
    return [each for _, func in prim_funcs(module) for each in drawing.function(func)]


class _Drawing:
    """Makes the tree of one stage."""

    def __init__(self, page: Page, file: File) -> None:
        self.page, self.file = page, file
        self.variables: dict[int, frozenset[Var]] = {}

    def used(self, expr: Expr) -> frozenset[Var]:
        """The variables in an expression, which each loop around it asks for."""
        found = self.variables.get(id(expr))
        if found is None:
            found = self.variables[id(expr)] = frozenset(variables_of(expr))
        return found

    def axis(self, loop: For) -> str:
        """Whether the iterations of a loop fill different elements, or reduce to the same ones."""
        kinds = set(self._kinds(loop.loop_var, [*statements(loop.body)]))
        return "reduction" if "reduction" in kinds else "spatial" if kinds else ""

    def _kinds(self, var: Var, found: list[Stmt]) -> Iterator[str]:
        """The kinds of a loop variable by each block axis, or outside of blocks with axes by each store."""
        realizes = [each for each in found if isinstance(each, BlockRealize) and each.block.iter_vars]
        for realize in realizes:
            for axis, value in zip(realize.block.iter_vars, realize.iter_values):
                if var in self.used(value):
                    yield _letter(axis.iter_type)
        if not realizes:
            moving = self._derived(var, found)
            places = [index for each in found if isinstance(each, BufferStore) for index in each.indices]
            if places:
                yield "reduction" if all(moving.isdisjoint(self.used(index)) for index in places) else "spatial"

    def _derived(self, var: Var, found: list[Stmt]) -> set[Var]:
        """A variable, and those that lets make of it; lets come in the order of the program."""
        known = {var}
        for each in found:
            if isinstance(each, LetStmt) and not known.isdisjoint(self.used(each.value)):
                known.add(each.var)
        return known

    def function(self, func: PrimFunc) -> list[Loop]:
        """The nests in a function, without the root block."""
        return self.part(func.body)

    def part(self, node: Node) -> list[Loop]:
        """The nests in a statement."""
        if isinstance(node, SeqStmt):
            return _few([each for part in node.seq for each in self.part(part)])
        if isinstance(node, For):
            how = node.thread_binding.thread_tag if node.thread_binding is not None else _HOW[node.kind]
            return [
                self._made(node, "loop", node.loop_var.name, size(node.extent), str(how), self.axis(node), node.body)
            ]
        if isinstance(node, BlockRealize):
            return self._block(node)
        if isinstance(node, IfThenElse):
            cases = [case for case in (node.then_case, node.else_case) if case is not None]
            return [self._made(node, "if", str(node.condition), "", "", "", *cases)]
        if isinstance(node, BufferStore):
            made = self._made(node, "store", node.buffer.name, "", "", "")
            made["lanes"] = max(node.value.dtype.lanes, 1)
            return [made]
        if isinstance(node, Allocate):
            extents = ", ".join(map(size, node.extents))
            return [
                self._made(node, "allocate", node.buffer_var.name, f"{node.dtype}[{extents}]", "", ""),
                *self.part(node.body),
            ]
        body = getattr(node, "body", None)
        return self.part(body) if isinstance(body, Node) else []

    def _block(self, realize: BlockRealize) -> list[Loop]:
        block = realize.block
        inside = [part for part in (block.init, block.body) if part is not None]
        if not block.iter_vars:
            return [each for part in inside for each in self.part(part)]
        axes = ", ".join(f"{axis.var.name}: {_letter(axis.iter_type)}" for axis in block.iter_vars)
        return [self._made(block, "block", block.name_hint, axes, "", "", *inside)]

    def _made(self, node: Node, kind: Any, name: str, extent: str, how: str, axis: str, *inside: Node) -> Loop:
        line, origin = self.page.line_of(node), self.file.origin(node)
        return {
            "kind": kind,
            "name": name,
            "extent": extent,
            "how": how,
            "axis": axis,
            "lanes": 1,
            "line": line,
            "origins": [] if origin is None else [origin],
            "inside": [each for part in inside for each in self.part(part)],
        }


def _letter(kind: IterVarKind) -> str:
    return {IterVarKind.DataPar: "spatial", IterVarKind.CommReduce: "reduction"}.get(kind, "other")


def _few(parts: list[Loop]) -> list[Loop]:
    """Stores of as many lanes to the same buffer, one after another, as one with their number."""
    made: list[Loop] = []
    run = 1
    for part in parts:
        if (
            made
            and part["kind"] == made[-1]["kind"] == "store"
            and all(part[key] == made[-1][key] for key in ("name", "lanes"))
        ):
            run += 1
            made[-1]["extent"] = f"× {run}"
        else:
            made.append(part)
            run = 1
    return made


__all__ = ["loops"]

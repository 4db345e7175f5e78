"""Lines of a file on the instructions of LLVM IR: debug locations, which survive LLVM's optimisations and come out in the assembly as `.loc`.

A module is written with them only where somebody asks which line each instruction belongs to; code that is run has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tilewright.core.base.source import Span
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import BufferStore, Stmt
from tilewright.core.ir.walk import walk

# Gives the 1-based line of a place in the text, None when it is not of the file.
LineOf = Callable[[Span], "int | None"]
# The line of what the compiler has added.
NOWHERE = 0


def _value(stmt: Stmt) -> Iterator[Node]:
    if isinstance(stmt, BufferStore):
        yield from walk(stmt.value)


@dataclass
class Places:
    """The debug metadata of one module; `metadata` is the numbered list of the module that it adds to."""

    line_of: LineOf
    metadata: list[str]
    named: list[str] = field(default_factory=list)
    known: dict[tuple[str, int], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.file = self._add('!DIFile(filename: "program", directory: "")')
        kind = f"distinct !DICompileUnit(language: DW_LANG_C, file: {self.file}, emissionKind: DebugDirectivesOnly)"
        self.unit = self._add(kind)
        version = self._add('!{i32 2, !"Debug Info Version", i32 3}')
        self.type = self._add("!DISubroutineType(types: null)")
        self.named = [f"!llvm.dbg.cu = !{{{self.unit}}}", f"!llvm.module.flags = !{{{version}}}"]

    def line(self, stmt: Stmt) -> int | None:
        """The line of a statement; that of the value for a store that a pass has made, None for what has none."""
        spans = (getattr(node, "span", None) for node in (stmt, *_value(stmt)))
        return next((self.line_of(span) for span in spans if isinstance(span, Span)), None)

    def scope(self, name: str) -> str:
        """The metadata of a function that is being written."""
        return self._add(
            f'distinct !DISubprogram(name: "{name}", file: {self.file}, type: {self.type}, spFlags: DISPFlagDefinition, unit: {self.unit})'
        )

    def located(self, scope: str, lines: Sequence[str], marks: Sequence[tuple[int, int]]) -> list[str]:
        """Instructions with their locations: each mark is the index of an instruction and the line from there on."""
        made: list[str] = []
        at, waiting = NOWHERE, [*marks]
        for index, text in enumerate(lines):
            while waiting and waiting[0][0] <= index:
                at = waiting.pop(0)[1]
            made.append(f"{text}, !dbg {self._location(scope, at)}" if text.startswith("  ") else text)
        return made

    def _location(self, scope: str, line: int) -> str:
        found = self.known.get((scope, line))
        if found is None:
            found = self.known[scope, line] = self._add(f"!DILocation(line: {line}, scope: {scope})")
        return found

    def _add(self, text: str) -> str:
        self.metadata.append(text)
        return f"!{len(self.metadata) - 1}"

"""LLVM IR as text: a module under construction, and the body of a function under construction.

Values are their spellings (`%v7`, `42`); their types are known from the expression that is being lowered.  Text is five times
faster to make than objects of a builder library, and can be read in a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.core.base.dtype import VOID, DType
from tilewright.core.codegen.llvm.constants import data
from tilewright.core.codegen.llvm.places import NOWHERE, LineOf, Places
from tilewright.core.codegen.llvm.scratch import KEPT

if TYPE_CHECKING:
    from tilewright.core.ir.buffer import Buffer
    from tilewright.core.ir.expr import Expr, Var
    from tilewright.core.ir.function import PrimFunc


@dataclass
class ModuleText:
    """Everything of a module besides the function being written: globals, declarations, finished functions, metadata.

    `functions` maps names to the lowered functions of the module, for calls among them; `externs` collects the C symbols
    that the linker must find, `imported` the LLVM IR that the program brings along, in order; `features` are the processor's, as LLVM writes them, `notes` the attributes of every function, `has_scalable_vectors` says that vectors are as long as the processor has them; `own` are definitions of mathematical functions by symbol; `threads` bounds those of a parallel loop, 0 for as many as there are; `heap` are the functions that take memory and give it back.
    With `line_of`, instructions carry the lines of the file that they come from.
    """

    functions: dict[str, PrimFunc] = field(default_factory=dict)
    constants: tuple[object, ...] = ()
    threads: int = 0
    features: str = ""
    notes: str = ""
    has_scalable_vectors: bool = False
    heap: tuple[str, str] = KEPT
    externs: set[str] = field(default_factory=set)
    imported: dict[str, None] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    globals: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    own: dict[str, str] = field(default_factory=dict)
    metadata: list[str] = field(default_factory=list)
    strings: dict[bytes, str] = field(default_factory=dict)
    line_of: LineOf | None = None
    places: Places | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.places = None if self.line_of is None else Places(self.line_of, self.metadata)

    def declare(self, name: str, text: str) -> None:
        """Declare a C function once; the first declaration of a name stands."""
        self.declared.setdefault(name, text)
        self.externs.add(name)

    def constant(self, content: bytes, alignment: int) -> str:
        """A constant global of these bytes."""
        name = f"@.const{len(self.globals)}"
        kind = f"[{len(content)} x i8]"
        self.globals.append(f"{name} = private unnamed_addr constant {kind} {data(content)}, align {alignment}")
        return name

    def string(self, text: str) -> str:
        """A constant zero-terminated UTF-8 string."""
        content = text.encode() + b"\0"
        found = self.strings.get(content)
        if found is None:
            found = self.strings[content] = self.constant(content, 1)
        return found

    def loop_metadata(self, *properties: str) -> str:
        """A distinct loop identifier with these properties, such as `!"llvm.loop.unroll.disable"`."""
        first = len(self.metadata)
        references = ", ".join(f"!{first + 1 + place}" for place in range(len(properties)))
        self.metadata.append(f"distinct !{{!{first}, {references}}}")
        self.metadata += [f"!{{{content}}}" for content in properties]
        return f"!{first}"

    def nontemporal(self) -> str:
        """The mark of a store past the caches."""
        mark = "!{i32 1}"
        if mark not in self.metadata:
            self.metadata.append(mark)
        return f"!nontemporal !{self.metadata.index(mark)}"

    def function(self, head: str, name: str, lines: list[str], marks: Sequence[tuple[int, int]] = ()) -> str:
        """A function of a head and lines; `marks` are indices of lines, each with the line of the file from there on."""
        if self.places is None:
            return "\n".join([f"{head} {{", *lines])
        scope = self.places.scope(name)
        return "\n".join([f"{head} !dbg {scope} {{", *self.places.located(scope, lines, marks)])

    def render(self, definitions: Sequence[str] | None = None) -> str:
        """The text of the module, or of one with other definitions."""
        metadata = [f"!{number} = {text}" for number, text in enumerate(self.metadata)]
        metadata += self.places.named if self.places is not None else []
        parts = (
            self.globals,
            self.declared.values(),
            self.own.values(),
            self.definitions if definitions is None else definitions,
            metadata,
        )
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


# Instructions that give the same value wherever their operands are the same: they have no effect, and read no memory.
_PURE = tuple(
    f"{name} "
    for name in "add sub mul and or xor shl ashr lshr icmp select getelementptr sext zext trunc insertelement shufflevector".split()
)


@dataclass(frozen=True, slots=True)
class Loop:
    """The targets of `continue` and `break`, and the number of heap allocations that were alive when the loop began."""

    next_label: str
    exit_label: str
    allocations: int


class Body:
    """The body of one function under construction.

    `values` holds what each variable stands for, `wide` the same as a 64-bit index where it is known; `loops` are the loops
    around the current place, `allocations` the heap pointers to free on the way out.  `pointer_notes` are the attributes of pointers of which something
    is known; `in_parallel` says that several threads run this function at once, `computes` that it has long chains of arithmetic.
    `past_caches` says that vectors are stored past the caches at the current place, `has_gone_past_caches` that some have been.
    """

    def __init__(self, module: ModuleText, func: PrimFunc, lower: Callable[[Body, Expr], str], result: DType) -> None:
        self.module = module
        self.func = func
        self.lower = lower
        self.result = result
        self.lines: list[str] = []
        self.entry: list[str] = []
        self.block = "start"
        self.values: dict[Var, str] = {}
        self.wide: dict[Var, str] = {}
        self.parameter_names: dict[Var, str] = {}
        self.loops: list[Loop] = []
        self.allocations: list[str] = []
        self.pointer_notes: dict[Var, str] = {}
        self.in_parallel = False
        self.computes = False
        self.past_caches = self.has_gone_past_caches = False
        self.stack_bytes = 0
        self.line = NOWHERE
        self.marks: list[tuple[int, int]] = []
        self._counter = 0
        self._computed: dict[str, str] = {}

    def value(self, expr: Expr) -> str:
        """The value of an expression: the instructions that compute it are appended."""
        return self.lower(self, expr)

    def set(self, instruction: str) -> str:
        """Append an instruction that gives a value; its name.  What the current block has computed already is not computed again."""
        found = self._computed.get(instruction)
        if found is not None:
            return found
        self._counter = number = self._counter + 1
        name = f"%v{number}"
        self.lines.append(f"  {name} = {instruction}")
        if instruction.startswith(_PURE):
            self._computed[instruction] = name
        return name

    def move_to(self, line: int) -> None:
        """Say from which line of the file the instructions come that are appended from here on."""
        if line != self.line:
            self.line = line
            self.marks.append((len(self.lines), line))

    def text(self, head: str, name: str) -> str:
        """The finished function behind its head."""
        lines = ["entry:", *self.entry, "  br label %start", "start:", *self.lines, "}"]
        before = len(self.entry) + 3
        return self.module.function(head, name, lines, [(index + before, line) for index, line in self.marks])

    def name(self) -> str:
        """A fresh name for a value that is used before the instruction that gives it is written."""
        self._counter = number = self._counter + 1
        return f"%v{number}"

    def do(self, instruction: str) -> None:
        """Append an instruction without a value."""
        self.lines.append("  " + instruction)

    def on_entry(self, instruction: str) -> str:
        """Put an instruction at the beginning of the function, where stack memory is reserved once; its name."""
        self._counter = number = self._counter + 1
        name = f"%s{number}"
        self.entry.append(f"  {name} = {instruction}")
        return name

    def labels(self, *names: str) -> tuple[str, ...]:
        """Fresh labels that begin with these words."""
        self._counter = number = self._counter + 1
        return tuple(f"{name}.{number}" for name in names)

    def begin(self, label: str) -> None:
        """Start the block `label`."""
        self.lines.append(f"{label}:")
        self.block = label
        self._computed = {}

    def branch(self, label: str) -> None:
        """Jump, and end the block."""
        self.do(f"br label %{label}")

    def branch_if(self, condition: str, then_label: str, else_label: str, metadata: str = "") -> None:
        """Jump on a condition, and end the block."""
        self.do(f"br i1 {condition}, label %{then_label}, label %{else_label}{metadata}")

    def unreachable(self) -> None:
        """Start a block for what follows a jump; nothing reaches it."""
        self.begin(*self.labels("after"))

    def buffer_of(self, data: Var) -> Buffer | None:
        """The parameter buffer whose pointer `data` is."""
        for param, buffer in self.func.buffer_map.items():
            if buffer.data is data or param is data:
                return buffer
        return None

    @property
    def returns_value(self) -> bool:
        """Whether the function gives a value back."""
        return self.result is not VOID

"""Shapes of the explorer's answers, plain JSON that the page reads.  Lines are 0-based everywhere."""

from __future__ import annotations

from typing import Literal, TypedDict

Group = Literal["source", "graph", "passes", "schedule", "machine"]
# same; the same, further in or out; another text in its place; not there before; not there after
Change = Literal["same", "moved", "changed", "added", "removed"]
Kind = Literal["tensor_ir", "relax", "unread"]
Row = tuple[Change, int, int]  # line before, line after; -1 where there is none


class Listing(TypedDict):
    """A text and, for each line, the lines of the file that it comes from."""

    text: str
    origins: list[list[int]]


class Loop(TypedDict):
    """A part of a loop nest: a loop, block, condition or store, with what is inside; `line` is that of the stage's text.

    `how`: serial, parallel, vectorized, unrolled or thread; `axis`: spatial, reduction or "" where neither is known; `lanes` of what a store writes at once.
    """

    kind: Literal["loop", "block", "if", "store", "allocate"]
    name: str
    extent: str
    how: str
    axis: str
    lanes: int
    line: int
    origins: list[int]
    inside: list[Loop]


class Walk(TypedDict):
    """A loop around an access: its extent (0 when unknown) and by how many elements the access moves with each iteration, None when that depends on data."""

    name: str
    extent: int
    stride: int | None


class Access(TypedDict):
    """A load or store: the buffer with its shape, the loops around it from outside in, and its line in the file."""

    buffer: str
    shape: list[int]
    dtype: str
    is_write: bool
    text: str
    start: int | None
    loops: list[Walk]
    origins: list[int]


class Cost(TypedDict):
    """Operations and bytes of one call, None when they depend on sizes that are not known, with both as texts."""

    flops: float | None
    bytes: float | None
    flops_text: str
    bytes_text: str


class Stage(Listing):
    """The program after one pass; `rows` compare it with the last stage that is another text.  A stage that changed nothing has no text of its own."""

    name: str
    group: Group
    about: str
    milliseconds: float | None
    changed: bool
    rows: list[Row]
    reasons: list[str]
    loops: list[Loop]
    problem: str


class GraphNode(TypedDict):
    """A binding of a graph: its op, its struct info as text, and the fusion group it ends up in (-1 for none)."""

    id: str
    op: str
    kind: Literal["input", "constant", "call", "output"]
    info: str
    group: int
    origins: list[int]


class GraphEdge(TypedDict):
    """A value that flows from one binding into another, with its struct info as text."""

    source: str
    target: str
    info: str


class Storage(TypedDict):
    """A piece of planned memory, with the tensors that live in it: name, struct info, first and last step."""

    name: str
    bytes: int | None
    bytes_text: str
    tensors: list[tuple[str, str, int, int]]


class Graph(TypedDict):
    """A graph: bindings, edges, names of the fused functions, and the memory plan over a number of steps."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    groups: list[str]
    memory: list[Storage]
    steps: int


class Function(TypedDict):
    """A function of the file: qualified name and the lines it takes.

    Of one that a Python function makes for values of its parameters, `factory` is that with its parameters, `make(n)`, and `calls` those of the file; "" for all others.
    """

    name: str
    kind: Kind
    first: int
    last: int
    factory: str
    calls: list[str]


class Problem(TypedDict):
    """A diagnostic of the file; `place` says its line as people count it."""

    line: int
    place: str
    severity: str
    code: str
    message: str


class Answer(TypedDict):
    """Everything about one function at one moment; `name` is "" when the file has none.

    `call` is the call of the Python function around it for which it is read, `given` the same as values by name, and `call_problem` says why there is none, or not the one that was asked for.
    `executed` are variables that hold functions which only executing the file makes.
    """

    path: str
    functions: list[Function]
    executed: list[str]
    name: str
    call: str
    call_problem: str
    given: dict[str, dict[str, object]]
    kind: str
    problems: list[Problem]
    stages: list[Stage]
    accesses: list[Access]
    cost: Cost | None
    milliseconds: float


class Rest(TypedDict):
    """One of the parts of an answer that take longer, of which there are `more`: the default schedule; then LLVM IR, assembly and the picture of a graph."""

    stages: list[Stage]
    graph: Graph | None
    milliseconds: float
    more: bool

"""`T.parallel`: the body of the loop becomes a function of its own, which the thread pool calls with pieces of the range.

What the body uses of the function around it is passed through a structure on the stack.  A loop inside a parallel one, and a loop that the program leaves before
its end, runs in one thread.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.codegen.llvm.calls import pass_on
from tilewright.core.codegen.llvm.cleanup import leave
from tilewright.core.codegen.llvm.index import index
from tilewright.core.codegen.llvm.symbols import symbol
from tilewright.core.codegen.llvm.thread_pool.pool import PARALLEL
from tilewright.core.codegen.llvm.types import register
from tilewright.core.codegen.llvm.writer import Body
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import Call, Var
from tilewright.core.ir.stmt import For
from tilewright.core.ir.walk import free_vars, walk
from tilewright.core.passes.tir.rewriting.jumps import leaves_loop

# The annotation of a parallel loop that says how many iterations, at least, one thread should run at a time; an expression.
GRAIN = "parallel_grain"

# Lowers the loop in a body, from one counter value up to another.
Lower = Callable[[Body, str, str], None]


def runs_in_parallel(body: Body, stmt: For) -> bool:
    """Whether pieces of the loop may be handed to threads."""
    if body.in_parallel or leaves_loop(stmt.body):
        return False
    return not any(isinstance(node, Call) and callee_name(node) == "tir.ret" for node in walk(stmt.body))


def parallel_loop(body: Body, stmt: For, first: str, extent: str, lower: Lower) -> None:
    """Call the pool with the loop as a function."""
    captured = _Captured(body, stmt)
    name = f"{symbol(body.func.name)}.parallel{len(body.module.definitions)}"
    child = captured.child
    lower(child, "%begin", "%end")
    leave(child, "null")
    body.module.definitions += [captured.function(name), captured.entry(name)]
    environment = captured.store(body)
    body.module.declare(PARALLEL, f"declare ptr @{PARALLEL}(ptr, ptr, i64, i64, i32, i64)")
    grain = index(body, stmt.annotations[GRAIN]) if GRAIN in stmt.annotations else "1"
    bounds = f"i64 {first}, i64 {extent}, i32 {body.module.threads}, i64 {grain}"
    arguments = f"ptr @{name}.entry, ptr {environment}, {bounds}"
    pass_on(body, body.set(f"call ptr @{PARALLEL}({arguments})"))


class _Captured:
    """The values of the function around a loop that the loop uses, each under a name of its own in the new function."""

    def __init__(self, body: Body, stmt: For) -> None:
        self.child = Body(body.module, body.func, body.lower, body.result)
        self.child.in_parallel = True
        self.names: dict[str, str] = {}
        self.types: list[str] = []
        self.attributes: list[str] = []
        for variable in free_vars(stmt.body, (stmt.loop_var,)):
            if variable in body.values:
                self._capture(body, variable)

    def _capture(self, body: Body, variable: Var) -> None:
        note = body.pointer_notes.get(variable, "")
        self.child.values[variable] = self._name(body.values[variable], register(variable.dtype), note)
        if variable in body.wide:
            self.child.wide[variable] = self._name(body.wide[variable], "i64", "")

    def _name(self, value: str, type_: str, note: str) -> str:
        """The value in the new function; constants are the same everywhere."""
        if value[0] != "%":
            return value
        key = f"{type_} {value}"
        if key not in self.names:
            self.names[key] = f"%outer{len(self.names)}"
            self.types.append(type_)
            self.attributes.append(note)
        elif self.attributes[list(self.names).index(key)] != note:
            self.attributes[list(self.names).index(key)] = ""
        return self.names[key]

    def function(self, name: str) -> str:
        """The new function."""
        given = zip(self.types, self.attributes, self.names.values())
        parameters = [f"{type_} {note}{inner}" for type_, note, inner in given]
        head = f"define internal ptr @{name}({', '.join([*parameters, 'i64 %begin', 'i64 %end'])}) nounwind {self.child.module.notes}"
        return self.child.text(head.rstrip(), name)

    def entry(self, name: str) -> str:
        """The function that the pool calls: it takes the values out of the structure."""
        lines: list[str] = []
        for place, type_ in enumerate(self.types):
            lines.append(
                f"  %at{place} = getelementptr inbounds {self._structure}, ptr %environment, i32 0, i32 {place}"
            )
            lines.append(f"  %value{place} = load {type_}, ptr %at{place}")
        passed = [f"{type_} %value{place}" for place, type_ in enumerate(self.types)]
        call = f"  %status = call ptr @{name}({', '.join([*passed, 'i64 %begin', 'i64 %end'])})"
        head = f"define internal ptr @{name}.entry(ptr %environment, i64 %begin, i64 %end) nounwind"
        return self.child.module.function(head, name, [*lines, call, "  ret ptr %status", "}"])

    def store(self, body: Body) -> str:
        """The structure, filled in the function around the loop."""
        pointer = body.on_entry(f"alloca {self._structure}, align 16")
        for place, key in enumerate(self.names):
            at = body.set(f"getelementptr inbounds {self._structure}, ptr {pointer}, i32 0, i32 {place}")
            body.do(f"store {key}, ptr {at}")
        return pointer

    @property
    def _structure(self) -> str:
        return f"{{ {', '.join(self.types)} }}" if self.types else "{ i8 }"

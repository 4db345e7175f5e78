"""Calls between the functions of a module: as many arguments as parameters, and each of the kind that the callee declares.

What a pointer points to is taken from its type and from the buffers that the caller declares over it; of a pointer about which nothing is known
nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tilewright.core.analysis.survey import NOWHERE
from tilewright.core.analysis.wording import argument_span, name_span, words
from tilewright.core.arith.key import key
from tilewright.core.base.diagnostics import Diagnostic, Note, diagnose
from tilewright.core.base.dtype import DType
from tilewright.core.base.names import counted
from tilewright.core.base.source import Span
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, GlobalVar, IntImm, StringImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.recursion import deep_recursion
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, BufferRealize, BufferStore, DeclBuffer, LetStmt
from tilewright.core.ir.walk import walk


def call_mistakes(module: IRModule) -> list[Diagnostic]:
    """Calls of functions of the module that do not fit what is called."""
    functions = {variable.name_hint: func for variable, func in prim_funcs(module)}
    with deep_recursion():
        return [found for func in functions.values() for found in _of_function(func, functions)]


def _of_function(func: PrimFunc, functions: Mapping[str, PrimFunc]) -> Iterator[Diagnostic]:
    nodes = list(walk(func.body))
    calls = [(node, node.op) for node in nodes if isinstance(node, Call) and isinstance(node.op, GlobalVar)]
    memory = _memory(func, nodes) if calls else _Memory()
    for call, variable in calls:
        callee = functions.get(variable.name_hint)
        if callee is not None:
            yield from _of_call(call, variable.name_hint, callee, memory, call.span or func.span or NOWHERE)


@dataclass(slots=True)
class _Memory:
    """The caller's use of its pointers: the types of each, and the number of elements of each whole allocation."""

    types: dict[Var, set[DType]] = field(default_factory=dict[Var, "set[DType]"])
    names: dict[Var, str] = field(default_factory=dict[Var, str])
    elements: dict[Var, int | None] = field(default_factory=dict[Var, "int | None"])

    def declare(self, buffer: Buffer) -> None:
        """Note a buffer over its pointer."""
        self.types.setdefault(buffer.data, set()).add(buffer.dtype)
        self.names.setdefault(buffer.data, buffer.name)

    def own(self, buffer: Buffer) -> None:
        """Note a buffer that is all of its memory."""
        self.declare(buffer)
        self.elements[buffer.data] = _elements(buffer)


def _memory(func: PrimFunc, nodes: list[Node]) -> _Memory:
    memory = _Memory()
    for buffer in func.buffer_map.values():
        memory.own(buffer)
    for node in nodes:
        if isinstance(node, Block):
            for buffer in node.alloc_buffers:
                memory.own(buffer)
            for match in node.match_buffers:
                memory.declare(match.buffer)
        elif isinstance(node, (BufferLoad, BufferStore, DeclBuffer, BufferRealize)):
            memory.declare(node.buffer)
        elif isinstance(node, (Allocate, AllocateConst)):
            memory.types.setdefault(node.buffer_var, set()).add(node.dtype)
    return memory


def _elements(buffer: Buffer) -> int | None:
    """The number of elements a buffer without gaps has, when that is known."""
    sizes = [size.value for size in buffer.shape if isinstance(size, IntImm)]
    offset = buffer.elem_offset
    if len(sizes) != buffer.ndim or buffer.strides or not (isinstance(offset, IntImm) and offset.value == 0):
        return None
    total = 1
    for size in sizes:
        total *= size
    return total


def _of_call(call: Call, name: str, callee: PrimFunc, memory: _Memory, place: Span) -> Iterator[Diagnostic]:
    if len(call.args) != len(callee.params):
        yield diagnose(
            "call-count", count_sentence(name, parameter_names(callee), len(call.args)), place, _defined(name, callee)
        )
        return
    for position, (param, arg) in enumerate(zip(callee.params, call.args)):
        sentence = _mismatch(name, callee, param, arg, memory)
        code = "call-argument"
        if sentence is None:
            sentence, code = _too_small(name, callee, param, arg, memory), "call-size"
        if sentence is not None:
            yield diagnose(code, sentence, argument_span(call, position) or place, _declared(name, callee, param))
    pointers = [arg for arg in call.args if isinstance(arg, Var) and arg.dtype.is_handle]
    shared = {arg for arg in pointers if sum(each is arg for each in pointers) > 1}
    for arg in shared:
        found = overwritten(callee, [param for param, each in zip(callee.params, call.args) if each is arg])
        if found is not None:
            stored, read = found
            pointer = f"`{_pointer_text(arg, memory)}`"
            sentence = f"{pointer} is given to `{name}` both as `{stored.name}`, to which it stores, and as `{read.name}`, of which it reads other elements meanwhile"
            notes = () if stored.span is None else (Note(f"`{stored.name}` is declared here", stored.span),)
            yield diagnose("shared-argument", sentence, place, notes)


def overwritten(callee: PrimFunc, params: Sequence[Var]) -> tuple[Buffer, Buffer] | None:
    """A parameter that a function stores to with values of other elements of another parameter, where both are the same memory."""
    buffers = {buffer for param in params if (buffer := callee.buffer_map.get(param)) is not None}
    nodes = list(walk(callee.body)) if len(buffers) > 1 else []
    named = {node.var: node.value for node in nodes if isinstance(node, LetStmt)}
    for store in nodes:
        if not isinstance(store, BufferStore) or store.buffer not in buffers:
            continue
        place = [key(index) for index in store.indices]
        for load in _loads_behind(store.value, named):
            if load.buffer in buffers - {store.buffer} and [key(index) for index in load.indices] != place:
                return store.buffer, load.buffer
    return None


def _loads_behind(value: Expr, named: Mapping[Var, Expr]) -> Iterator[BufferLoad]:
    """The loads in a value and in those that its variables name."""
    for node in walk(value):
        if isinstance(node, BufferLoad):
            yield node
        elif isinstance(node, Var) and node in named:
            yield from _loads_behind(named[node], named)


def count_sentence(name: str, parameters: Sequence[str], given: int) -> str:
    """A sentence for a call with a wrong number of arguments."""
    wanted = len(parameters)
    listed = f" ({', '.join(f'`{each}`' for each in parameters)})" if parameters else ""
    return f"`{name}` takes {wanted} {'argument' if wanted == 1 else 'arguments'}{listed} and is called with {given or 'none'}"


def parameter_names(func: PrimFunc) -> list[str]:
    """The parameters as the user wrote them."""
    return [parameter_name(func, param) for param in func.params]


def parameter_name(func: PrimFunc, param: Var) -> str:
    """A parameter as the user wrote it: a buffer that is declared in the signature has a handle that nobody named."""
    buffer = func.buffer_map.get(param)
    return param.name if buffer is None or param.span is not None else buffer.name


def _mismatch(name: str, callee: PrimFunc, param: Var, arg: Expr, memory: _Memory) -> str | None:
    """A sentence about an argument of the wrong kind, None when the kind is right."""
    shown = f"`{parameter_name(callee, param)}` of `{name}`"
    buffer = callee.buffer_map.get(param)
    if not param.dtype.is_handle:
        return _wrong_scalar(shown, param, arg)
    if not arg.dtype.is_handle or (buffer is not None and isinstance(arg, StringImm)):
        wanted = "the pointer to an array" if buffer is None else f"an array of {buffer.dtype}"
        return f"{shown} is {wanted}, and {_described(arg)} is given; pass {_hint(arg)}"
    wanted_type = buffer.dtype if buffer is not None else _pointed(param)
    given = _pointed_types(arg, memory)
    if wanted_type is None or not given or any(_alike(wanted_type, each) for each in given):
        return None
    pointed = min(given, key=str)
    return f"{shown} holds {wanted_type}, and `{_pointer_text(arg, memory)}` points to {pointed}"


def _wrong_scalar(shown: str, param: Var, arg: Expr) -> str | None:
    given = arg.dtype
    if given.is_handle:
        return f"{shown} is a number of type {param.dtype}, and a pointer is given"
    if given.lanes != param.dtype.lanes or (given.is_float and param.dtype.is_integer):
        return f"{shown} is {param.dtype}, and the value given is {given}"
    return None


def _described(arg: Expr) -> str:
    if isinstance(arg, BufferLoad):
        return f"the element `{words(arg)}`"
    if isinstance(arg, StringImm):
        return "a text"
    return f"`{words(arg)}`" if words(arg) != "..." else f"a value of type {arg.dtype}"


def _hint(arg: Expr) -> str:
    return f"`{arg.buffer.name}.data`" if isinstance(arg, BufferLoad) else "the `data` of a buffer"


def _pointer_text(arg: Expr, memory: _Memory) -> str:
    """A pointer as it would be written."""
    if isinstance(arg, Call) and isinstance(arg.args[0], BufferLoad):
        return f"T.address_of({words(arg.args[0])})"
    name = memory.names.get(arg) if isinstance(arg, Var) else None
    return f"{name}.data" if name is not None else words(arg)


def _pointed_types(arg: Expr, memory: _Memory) -> set[DType]:
    """The types of what a pointer points to, as the caller uses it; empty when nothing is known."""
    if isinstance(arg, Var):
        pointed = _pointed(arg)
        return memory.types.get(arg, set()) | ({pointed} if pointed is not None else set())
    if isinstance(arg, Call) and callee_name(arg) == "tir.address_of":
        load = arg.args[0]
        if isinstance(load, BufferLoad):
            return {load.buffer.dtype} | memory.types.get(load.buffer.data, set())
    return set()


def _pointed(variable: Var) -> DType | None:
    annotation = variable.type_annotation
    element = annotation.element_type if isinstance(annotation, PointerType) else None
    return element.dtype if isinstance(element, PrimType) and element.dtype.bits else None


def _alike(a: DType, b: DType) -> bool:
    """Whether memory of one type may be used as the other: the same elements, however many at once; a bool is a byte."""
    return a.element is b.element or (a.bits <= 8 and b.bits <= 8 and (a.is_bool or b.is_bool))


def _too_small(name: str, callee: PrimFunc, param: Var, arg: Expr, memory: _Memory) -> str | None:
    """An array with fewer elements than the callee declares."""
    buffer = callee.buffer_map.get(param)
    given = memory.elements.get(arg) if isinstance(arg, Var) else None
    wanted = None if buffer is None else _elements(buffer)
    if given is None or wanted is None or given >= wanted or buffer is None or not isinstance(arg, Var):
        return None
    if memory.types.get(arg) != {buffer.dtype}:
        return None
    return f"`{parameter_name(callee, param)}` of `{name}` has {counted(wanted, 'element')}, and `{memory.names[arg]}` has {given}"


def _defined(name: str, callee: PrimFunc) -> tuple[Note, ...]:
    span = name_span(name, callee.span)
    return () if span is None else (Note(f"`{name}` is defined here", span),)


def _declared(name: str, callee: PrimFunc, param: Var) -> tuple[Note, ...]:
    buffer = callee.buffer_map.get(param)
    shown = parameter_name(callee, param)
    own = param.span or (None if buffer is None else buffer.span)
    span = name_span(shown, own) or name_span(name, callee.span)
    return () if span is None else (Note(f"`{shown}` is declared here", span),)

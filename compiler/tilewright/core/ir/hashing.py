"""Structural hash: equal programs hash alike, in every process.

What a program defines is numbered in the order of the definitions; free variables count by identity, or by number when they are mapped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b
from math import prod
from typing import Any

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.definitions import DEFINED_FIRST, SCOPES, compared_fields, fields_of
from tilewright.core.ir.expr import FloatImm, GlobalVar, IntImm, SizeVar, StringImm, Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType, PrimType, Type
from tilewright.core.ir.recursion import deep_recursion, with_recursion_limit
from tilewright.core.ir.relax import DataflowVar
from tilewright.core.ir.relax import Var as RelaxVar
from tilewright.core.ir.struct_info import StructInfo
from tilewright.core.ir.structural import plain


@with_recursion_limit
def structural_hash(node: object, map_free_vars: bool = False) -> int:
    """A number of 64 bits that is the same for programs that `structural_equal` calls equal."""
    reading = Reading(map_free_vars)
    with deep_recursion():
        reading.read(node)
    digest = blake2b("\x1f".join(reading.said).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


class Reading:
    """The program as a list of words, and the numbers of what it has defined so far."""

    def __init__(self, map_free_vars: bool) -> None:
        self.map_free_vars = map_free_vars
        self.said: list[str] = []
        self.numbers: dict[int, int] = {}
        self.count = 0
        self.defining = False
        self.declaring = False
        self.trail: list[tuple[int, int | None]] = []
        self.alive: list[object] = []

    def read(self, value: object) -> None:
        """Say `value`."""
        rule = RULES.get(type(value))
        if rule is not None:
            rule(self, value)
        elif isinstance(value, Node):
            self.fields(value)
        else:
            _read_value(self, value)

    def fields(self, node: Node) -> None:
        kind = type(node)
        self.said.append(kind.__name__)
        mark, defined = len(self.trail), DEFINED_FIRST.get(kind, frozenset())
        for name in fields_of(node):
            before, self.defining = self.defining, self.defining or name in defined
            self.read(getattr(node, name))
            self.defining = before
        while kind in SCOPES and len(self.trail) > mark:
            key, old = self.trail.pop()
            if old is None:
                del self.numbers[key]
            else:
                self.numbers[key] = old

    def define(self, target: object, scoped: bool) -> None:
        """Give `target` the next number."""
        if scoped:
            self.trail.append((id(target), self.numbers.get(id(target))))
        self.numbers[id(target)] = self.count
        self.count += 1
        self.alive.append(target)


def _read_variable(state: Reading, var: Var) -> None:
    if state.declaring and id(var) not in state.numbers:
        state.said.append(var.dtype)
        state.define(var, scoped=True)
    elif state.defining and not state.declaring:
        _read_type(state, var.type_annotation)
        state.define(var, scoped=True)
    elif id(var) not in state.numbers and state.map_free_vars:
        _read_type(state, var.type_annotation)
        state.define(var, scoped=False)
    state.said.append(f"#{state.numbers[id(var)]}" if id(var) in state.numbers else f"@{id(var)}")


def _read_relax_variable(state: Reading, var: RelaxVar) -> None:
    known = id(var.vid) in state.numbers
    if state.defining or (not known and state.map_free_vars):
        state.said.append(type(var).__name__)
        _declared(state, lambda: state.read(var.struct_info_))
        state.define(var.vid, scoped=state.defining)
    state.said.append(f"#{state.numbers[id(var.vid)]}" if id(var.vid) in state.numbers else f"@{id(var.vid)}")


def _read_struct_info(state: Reading, info: StructInfo) -> None:
    if state.defining:
        _declared(state, lambda: state.fields(info))
    else:
        state.fields(info)


def _declared(state: Reading, read: Callable[[], None]) -> None:
    """`read` with new symbolic variables defined where they are met."""
    before, state.declaring = state.declaring, True
    read()
    state.declaring = before


def _read_type(state: Reading, type_: Type) -> None:
    if isinstance(type_, PrimType):
        state.said.append(type_.dtype)
    elif isinstance(type_, PointerType):
        state.said += ["pointer", type_.storage_scope or "global"]
        _read_type(state, type_.element_type)
    else:
        state.said.append(type(type_).__name__)
        for name in type_.field_names:
            state.read(getattr(type_, name))


def _read_buffer(state: Reading, buffer: Buffer) -> None:
    if id(buffer) not in state.numbers:
        for name in compared_fields(Buffer):
            value = getattr(buffer, name)
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, Var) and id(part) not in state.numbers:
                    _read_type(state, part.type_annotation)
                    state.define(part, scoped=False)
            _declared(state, lambda value=value: state.read(value))
        state.define(buffer, scoped=False)
    state.said.append(f"#{state.numbers[id(buffer)]}")


def _read_function(state: Reading, func: PrimFunc) -> None:
    state.said.append("PrimFunc")
    state.defining = True
    state.read(func.params)
    state.defining = False
    for param in func.params:
        state.read(func.buffer_map.get(param))
    for part in (func.ret_type, func.body, func.attrs):
        state.read(part)


def _read_module(state: Reading, module: IRModule) -> None:
    for variable in sorted(module.functions, key=lambda variable: variable.name_hint):
        state.said.append(variable.name_hint)
        state.read(module.functions[variable])
    state.read(module.attrs)
    state.read(module.global_infos)


def _read_global_var(state: Reading, variable: GlobalVar) -> None:
    state.said.append(f"@{variable.name_hint}")


def _read_value(state: Reading, value: object) -> None:
    value = plain(value)
    if isinstance(value, tuple):
        state.said.append(f"({len(value)}")
        for item in value:
            state.read(item)
    elif isinstance(value, Mapping):
        state.said.append(f"{{{len(value)}")
        for key in sorted(value, key=str):
            state.said.append(str(key))
            state.read(value[key])
    elif hasattr(value, "dtype") and hasattr(value, "shape"):
        _read_array(state, value)
    else:
        state.said.append(f"{_kind(value)} {value}")


def _read_array(state: Reading, value: Any) -> None:
    """A tensor or an array, which a constant that was saved and loaded may hold in place of a tensor."""
    state.said += [str(value.dtype), str(tuple(map(int, value.shape)))]
    if prod(value.shape) <= _FEW:
        array = value.numpy() if hasattr(value, "numpy") else value
        state.said.append(array.tobytes().hex())


# Elements of a constant from which on its values are left out: reading them takes longer than comparing the few that are alike otherwise.
_FEW = 32


def _kind(value: object) -> str:
    """Strings are strings and integers integers, whatever class of them it is."""
    kinds = (bool, int, str)
    return next((kind.__name__ for kind in kinds if isinstance(value, kind)), type(value).__name__)


def _read_constant(state: Reading, value: Any) -> None:
    """A constant that an attribute may also hold as a Python value."""
    same = plain(value)
    if same is value:
        state.fields(value)
    else:
        _read_value(state, same)


RULES: dict[type, Callable[[Reading, Any], None]] = {
    Var: _read_variable,
    SizeVar: _read_variable,
    Buffer: _read_buffer,
    PrimFunc: _read_function,
    IRModule: _read_module,
    GlobalVar: _read_global_var,
    **dict.fromkeys((IntImm, FloatImm, StringImm), _read_constant),
    **dict.fromkeys((RelaxVar, DataflowVar), _read_relax_variable),
    **dict.fromkeys(StructInfo.__subclasses__(), _read_struct_info),
    **dict.fromkeys(Type.__subclasses__(), _read_type),
}

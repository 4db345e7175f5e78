"""Nodes as JSON and back: `save_json`, `load_json`.

Shared nodes stay shared.  The text is a list of entries, each a node, a sequence, a mapping, an array or a plain value; entries refer to one
another by position, and the root is the last.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from enum import IntEnum
from math import prod
from typing import Any

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.base.source import Source, Span
from tilewright.core.ir import (
    buffer,
    distributed,
    expr,
    function,
    global_info,
    index_map,
    relax,
    stmt,
    struct_info,
    tile,
    tile_layout,
)
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.names import EnvFunc
from tilewright.core.ir.node import Node, ports, type_
from tilewright.core.ir.python_function import PackedPython
from tilewright.core.ir.recursion import deep_recursion, with_recursion_limit
from tilewright.core.ir.tvm_json import is_tvm, load
from tilewright.core.ops.op import Op
from tilewright.core.target.target import Target


def _name(cls: type[Node]) -> str:
    """The name of a class; a prefix distinguishes Relax from TIR, which has a `Var` and a `Call` too."""
    kinds = (relax.RelaxExpr, relax.Binding, relax.BindingBlock, relax.Id)
    return f"relax.{cls.__name__}" if issubclass(cls, kinds) else cls.__name__


CLASSES: dict[str, type[Node]] = {
    _name(value): value
    for module in (
        type_,
        expr,
        buffer,
        stmt,
        function,
        index_map,
        global_info,
        struct_info,
        relax,
        distributed,
        tile,
        tile_layout,
    )
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, Node)
}


@with_recursion_limit
def save_json(node: object) -> str:
    """JSON text of a node, or of lists and dicts of nodes; spans are left out."""
    saver = _Saver()
    with deep_recursion():
        saver.put(node)
    return json.dumps({"tilewright": 1, "nodes": saver.entries})


@with_recursion_limit
def save_json_apart(node: object, most: int) -> tuple[str, list[relax.Constant]]:
    """JSON text of a node in which constants of more than `most` elements are places without values, and these constants in order."""
    saver = _SaverApart(most)
    with deep_recursion():
        saver.put(node)
    return json.dumps(saver.entries), saver.apart


@with_recursion_limit
def save_json_placed(node: object) -> str:
    """JSON text of a node with the places of its parts in their sources, and with what is noted on functions, for another process that goes on with the program."""
    saver = _SaverPlaced()
    with deep_recursion():
        saver.put(node)
    sources = [each.row() for each in saver.sources]
    return json.dumps({"tilewright": 1, "sources": sources, "nodes": saver.entries})


def load_json(json_str: str) -> Any:
    """The object saved by `save_json`, or the constants of TVM's metadata; raises `ValueError` for any other text."""
    whole = json.loads(json_str)
    if is_tvm(whole):
        return load(whole)
    if not isinstance(whole, dict) or "nodes" not in whole:
        raise ValueError("this is not JSON that save_json wrote")
    made: list[object] = []
    sources = [*map(Source.of_row, whole.get("sources", ()))]
    for entry in whole["nodes"]:
        made.append(_loaded(entry, made, sources))
    root: Any = made[-1]
    return ports.constant_data.call(root, root.dtype.name) if "array" in whole["nodes"][-1] else root


class _Saver:
    """Entries written so far; an object that was met before is not written again."""

    def __init__(self) -> None:
        self.entries: list[object] = []
        self._known: dict[int, int] = {}
        self._alive: list[object] = []

    def put(self, value: object) -> int:
        """The position of the entry of `value`."""
        known = self._known.get(id(value))
        if known is not None:
            return known
        entry = self._entry(value)
        self.entries.append(entry)
        if isinstance(value, Node) or "made" in entry:
            self._known[id(value)] = len(self.entries) - 1
            self._alive.append(value)
        return len(self.entries) - 1

    def _entry(self, value: object) -> dict[str, Any]:
        if isinstance(value, function.IRModule):
            parts = (value.functions, value.attrs, value.global_infos)
            return {"module": [self.put(part) for part in parts]}
        if isinstance(value, expr.Range):
            return {"node": "Range", "fields": [self.put(value.min), self.put(value.extent)]}
        if isinstance(value, expr.Var):
            return {"node": type(value).__name__, "fields": [self.put(value.name), self.put(value.type_annotation)]}
        if isinstance(value, Node):
            names = [name for name in value.field_names if name != "span"]
            return {"node": _name(type(value)), "fields": [self.put(getattr(value, name)) for name in names]}
        return self._plain(value)

    def _plain(self, value: object) -> dict[str, Any]:
        if value is None or isinstance(value, (bool, str)):
            return {"dtype": str(value)} if isinstance(value, DType) else {"value": value}
        if isinstance(value, (int, float)):
            return {"value": int(value) if isinstance(value, IntEnum) else value}
        if isinstance(value, (tuple, list)):
            return {"list": [self.put(item) for item in value]}
        if isinstance(value, Mapping):
            return {"map": [[self.put(key), self.put(item)] for key, item in value.items()]}
        if isinstance(value, Op):
            return {"op": value.name}
        if isinstance(value, EnvFunc):
            return {"registered": value.name}
        if isinstance(value, PackedPython):
            return {"python": value.name}
        if isinstance(value, Target):
            return {"target": value.export()}
        saved = None if hasattr(value, "tobytes") or hasattr(value, "numpy") else ports.saved_parts.call(value)
        if saved is None:
            return _array_entry(value)
        name, parts = saved
        return {"made": name, "fields": [self.put(part) for part in parts]}


class _SaverApart(_Saver):
    """Leaves out the values of large constants."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.apart: list[relax.Constant] = []
        self._most = most
        self._places: dict[int, int] = {}

    def _entry(self, value: object) -> dict[str, Any]:
        if not isinstance(value, relax.Constant) or prod(value.data.shape) <= self._most:
            return super()._entry(value)
        place = self._places.setdefault(id(value.data), len(self._places))
        self.apart.append(value)
        return {"apart": place, "shape": list(value.data.shape), "dtype": str(value.data.dtype)}


class _SaverPlaced(_Saver):
    """Writes spans too, and the notes of functions that are plain values."""

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[Source] = []
        self._numbers: dict[int, int] = {}

    def _entry(self, value: object) -> dict[str, Any]:
        entry = super()._entry(value)
        if "node" not in entry or not isinstance(value, Node) or isinstance(value, expr.Range):
            return entry
        span: Span | None = getattr(value, "span", None) if "span" in value.field_names else None
        if span is not None:
            entry["span"] = [self._number(span.source), span.start, span.end]
        notes = {name: getattr(value, name) for name in value.note_names}
        kept = {name: note for name, note in notes.items() if note is None or isinstance(note, (bool, str, int))}
        return {**entry, "notes": kept} if kept else entry

    def _number(self, source: Source) -> int:
        number = self._numbers.setdefault(id(source), len(self.sources))
        if number == len(self.sources):
            self.sources.append(source)
        return number


def _array_entry(value: Any) -> dict[str, Any]:
    """An array as JSON.  numpy is imported only here and in `_array`: the printer needs this module, and an editor's server starts faster without."""
    import numpy as np

    array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
    if array.dtype == object:
        raise TypeError(f"{type(value).__name__} cannot be written as JSON")
    data = base64.b64encode(array.tobytes()).decode()
    return {"array": str(array.dtype), "shape": list(array.shape), "data": data}


def _loaded(entry: Mapping[str, Any], made: list[Any], sources: Sequence[Source]) -> object:
    if "value" in entry:
        return entry["value"]
    if "dtype" in entry:
        return dtype(entry["dtype"])
    if "list" in entry:
        return tuple(made[at] for at in entry["list"])
    if "map" in entry:
        return DictAttrs({made[key]: made[at] for key, at in entry["map"]})
    if "op" in entry:
        return Op.get(entry["op"])
    if "registered" in entry:
        return EnvFunc.get(entry["registered"])
    if "python" in entry:
        return PackedPython(entry["python"])
    if "target" in entry:
        return Target(entry["target"])
    if "array" in entry:
        return _array(entry)
    if "module" in entry:
        return function.IRModule(*[made[at] for at in entry["module"]])
    if "made" in entry:
        return ports.made_of_parts.call(entry["made"], [made[at] for at in entry["fields"]])
    return _node(entry, [made[at] for at in entry["fields"]], sources)


# The fields that hold tensors; an array is loaded for them.
_CONSTANTS: dict[type[Node], str] = {relax.Constant: "data", stmt.AllocateConst: "data_or_idx"}


def _node(entry: Mapping[str, Any], fields: list[Any], sources: Sequence[Source]) -> Node:
    """A node, with its span and notes where they were written."""
    if entry["node"] == "Range":
        return expr.Range.from_min_extent(fields[0], fields[1])
    kind = CLASSES[entry["node"]]
    given = dict(zip([field for field in kind.field_names if field != "span"], fields))
    constant = _CONSTANTS.get(kind)
    if constant is not None and hasattr(given[constant], "dtype"):
        given[constant] = ports.constant_data.call(given[constant], given[constant].dtype.name)
    if "span" in entry:
        number, start, end = entry["span"]
        given["span"] = Span(sources[number], start, end)
    return kind(**given, **entry.get("notes", {}))


def _array(entry: Mapping[str, Any]) -> object:
    """An array back from JSON; its type may be one of the small floats."""
    import ml_dtypes
    import numpy as np

    name = entry["array"]
    type_ = np.dtype(getattr(ml_dtypes, name, name))
    return np.frombuffer(base64.b64decode(entry["data"]), type_).reshape(entry["shape"])

"""The names by which a text calls the namespaces of the script: `T`, `R` and `I`, unless its imports call them otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.builder.namespace import Namespace
from tilewright.core.frontend.source_map import SourceMap


def script_name(source_map: SourceMap, text: str, name: str = "T") -> str:
    """The name of a namespace in a text whose source map this is, `tvm.script.tir` where it is written so; TVM's own name of it where the text has none."""
    found = [*_called(source_map, text, name)]
    return name if name in found or not found else found[0]


def _called(source_map: SourceMap, text: str, name: str) -> Iterator[str]:
    yield from (each.name for each in source_map.symbols if _is(each.value, name))
    yield from (text[start:end] for start, end, value in source_map.values if _is(value, name))


def _is(value: object, name: str) -> bool:
    return isinstance(value, Namespace) and value.name == name

"""The public signatures of schedules, builds, targets and the runtime have real types: none of `Any`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import tilewright
from tilewright import relax, runtime, target, tir

ROOTS: dict[str, object] = {
    "Schedule": tir.Schedule,
    "build": tilewright.build,
    "compile": tilewright.compile,
    "relax.build": relax.build,
    "VirtualMachine": relax.VirtualMachine,
    **{f"target.{name}": getattr(target, name) for name in target.__all__},
    **{f"runtime.{name}": getattr(runtime, name) for name in runtime.__all__},
}
# What takes or gives any value whatever, with the reason.
OPEN = {
    "runtime.PackedFunc.__call__": "stands for any function, whatever it takes and gives",
    "runtime.Object.map_children": "every node, whose class decides what its children are",
    "runtime.const": "a number of Python, of numpy, or of any library whose numbers have `item`",
    "runtime.convert": "gives any value back, lists as tuples",
}
OPEN_METHODS = ("__call__", "__init__", "__getitem__")


def functions(name: str, found: object) -> Iterator[tuple[str, object]]:
    """A function, or the public methods and properties of a class of ours and its bases."""
    if inspect.isfunction(found):
        yield name, found
    elif inspect.isclass(found):
        for base in found.__mro__:
            if base.__module__.startswith("tilewright"):
                yield from methods(name, base)


def methods(name: str, owner: type) -> Iterator[tuple[str, object]]:
    for each, member in vars(owner).items():
        if each.startswith("_") and each not in OPEN_METHODS:
            continue
        plain = member.fget if isinstance(member, property) else inspect.unwrap(getattr(member, "__func__", member))
        if inspect.isfunction(plain):
            yield f"{name}.{each}", plain


def test_no_public_signature_says_any() -> None:
    found = {
        name
        for root, value in ROOTS.items()
        for name, function in functions(root, value)
        for annotation in inspect.get_annotations(function).values()  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        if re.search(r"\bAny\b", str(annotation))
    }
    assert found == OPEN.keys()


def test_the_search_reaches_methods_and_finds_any() -> None:
    names = {name for root, value in ROOTS.items() for name, _ in functions(root, value)}
    assert {"Schedule.split", "Schedule.get", "VirtualMachine.profile", "runtime.Module.export_library"} <= names
    assert inspect.get_annotations(runtime.convert)["value"] == "Any"

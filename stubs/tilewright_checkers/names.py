"""The meaning of dotted names in a file, by its imports alone: the decorators and the namespaces of TVMScript.

Both plugins read their own trees; what they have in common is this table of names.  Imports count wherever they stand, because many tests import
inside their functions.
"""

from __future__ import annotations

import re

# Modules under which TVM, old and new, and Tilewright keep their script namespaces.
_NAMESPACE = re.compile(
    r"(?:tvm|tilewright)\.(?:script|hybrid|tirx\.script|relax\.script|s_tir\.script)\b"
    r"|(?:tvm|tilewright)\.(?:tir\.ir|tirx\.ir)\b"
)
# Decorators that make classes of passes, by their full names.
PASS_DECORATOR = re.compile(r"(?:tvm|tilewright)\..*\b(?:module|function|prim_func|dataflowblock)_pass$")
# What a decorator makes of a function or a class, by the last part of its name.
FUNCTIONS = {
    "prim_func": "prim_func",
    "function": "function",
    "script": "other",
    "tir": "other",
    "macro": "macro",
    "inline": "macro",
    "jit": "other",
    "py_func": "other",
    "pyfunc": "other",
}
CLASSES = {
    "ir_module": "ir_module",
    "module": "ir_module",
    "py_module": "other",
    "rewriter": "other",
    "script": "other",
    "tir": "other",
}
# Bare names that are decorators even where everything is imported from the namespace.
_STARRED = ("prim_func", "ir_module")


class Names:
    """The imported names of one file."""

    def __init__(self) -> None:
        self._full: dict[str, str] = {}
        self._starred = False

    def add_import(self, module: str, alias: str | None) -> None:
        """`import module` or `import module as alias`."""
        top = module.partition(".")[0]
        if top in _ROOTS:
            self._full[alias or top] = module if alias else top

    def add_from(self, module: str, name: str, alias: str | None) -> None:
        """`from module import name as alias`; `*` for all."""
        if module.partition(".")[0] not in _ROOTS:
            return
        if name == "*":
            self._starred = self._starred or _NAMESPACE.match(module) is not None
        else:
            self._full[alias or name] = f"{module}.{name}"

    def __bool__(self) -> bool:
        """Whether the file imports anything that may be TVMScript."""
        return bool(self._full) or self._starred

    def full(self, dotted: str) -> str:
        """The module or name that the first part of `dotted` was imported from, with the rest behind it."""
        first, dot, rest = dotted.partition(".")
        return f"{self._full.get(first, first)}{dot}{rest}"

    def of_script(self, dotted: str) -> bool:
        """Whether `dotted` is something of a script namespace, such as `T.Buffer`."""
        return _NAMESPACE.match(self.full(dotted)) is not None

    def function_kind(self, decorator: str) -> str | None:
        """The result of a decorator of a function, a value of `FUNCTIONS`; None when it is none of TVMScript's."""
        return self._kind(decorator, FUNCTIONS)

    def class_kind(self, decorator: str) -> str | None:
        """The result of a decorator of a class, a value of `CLASSES`; None when it is none of TVMScript's."""
        return self._kind(decorator, CLASSES)

    def makes_pass(self, decorator: str) -> bool:
        """Whether a decorator makes a class one of passes."""
        return PASS_DECORATOR.match(self.full(decorator)) is not None

    def _kind(self, decorator: str, kinds: dict[str, str]) -> str | None:
        last = decorator.rpartition(".")[2]
        full = self.full(decorator)
        if full.rpartition(".")[2] in kinds and _NAMESPACE.match(full):
            return kinds[full.rpartition(".")[2]]
        return kinds.get(last) if self._starred and decorator in _STARRED else None


_ROOTS = ("tvm", "tilewright")

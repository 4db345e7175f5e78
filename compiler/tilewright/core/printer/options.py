"""Options of the printer; the names and defaults are those of TVM's `script`."""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.dialects import dialect_named


@dataclass(frozen=True, slots=True)
class Options:
    """Options of one printing.

    `name`: name of the printed function or module instead of its own.  `verbose_expr`: print the declarations of the variables of a bare
    expression too.  `syntax_sugar`: use `T.grid`, `T.axis.remap`, buffers in the signature and the implicit root block.
    `dialect`: "classic", "tirx" or "hybrid"; None for the one that a program was written in, and the default dialect of the process for anything else.
    What hybrid has no form for is printed in the classic dialect, and what that has none for in tirx, unless the dialect is asked for: then
    `Inexpressible`, a `ValueError`, is raised.
    `num_context_lines`: with something underlined, lines to keep around it (None keeps all).  `obj_to_annotate` maps nodes to comments.
    """

    name: str | None = None
    show_meta: bool = False
    ir_prefix: str = "I"
    tir_prefix: str = "T"
    relax_prefix: str = "R"
    module_alias: str = "cls"
    buffer_dtype: str = "float32"
    int_dtype: str = "int32"
    float_dtype: str = "void"
    verbose_expr: bool = False
    indent_spaces: int = 4
    print_line_numbers: bool = False
    num_context_lines: int | None = None
    syntax_sugar: bool = True
    show_object_address: bool = False
    show_all_struct_info: bool = True
    path_to_underline: Sequence[Any] | None = None
    path_to_annotate: Mapping[Any, str] | None = None
    obj_to_underline: Sequence[Any] | None = None
    obj_to_annotate: Mapping[Any, str] | None = None
    dialect: str | None = None


class PrefixError(TVMError, ValueError):
    """A prefix that is no name of Python."""


_DEFAULTS = Options()
_KNOWN = frozenset(field.name for field in fields(Options))
# Options under the names of 0.27, which keeps those of one language in `extra_config`.
_OF_LATER = {
    "show_all_ty": "show_all_struct_info",
    "relax.show_all_ty": "show_all_struct_info",
    "relax.prefix": "relax_prefix",
    "tirx.prefix": "tir_prefix",
    "tirx.buffer_dtype": "buffer_dtype",
}


def options(given: Mapping[str, Any]) -> Options:
    """The options from keyword arguments; raises `TypeError` for an unknown one and `PrefixError` for a prefix that is no name."""
    if not given:
        return _DEFAULTS
    further: Mapping[str, Any] = given.get("extra_config") or {}
    given = {_OF_LATER.get(key, key): value for key, value in {**given, **further}.items() if key != "extra_config"}
    for key in given:
        if key not in _KNOWN:
            raise TypeError(f"script() has no option {key!r}; it has {', '.join(sorted(_KNOWN))}")
    made = Options(**given)
    for key in ("ir_prefix", "tir_prefix", "relax_prefix"):
        prefix: str = getattr(made, key)
        if not prefix.isidentifier() or keyword.iskeyword(prefix):
            raise PrefixError(f"{key} must be a Python name, and {prefix!r} is not")
    if made.dialect is not None:
        dialect_named(made.dialect)
    return made

"""The ages of the language that can be printed: what a form is called, and how a few statements are written there.

Rows that are missing are as in the classic language.  What today's language cannot say (a variable that ends before its suite does, raw
memory under a condition) is written in its nearest form: variables last as long as their suite.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Spelling:
    """`script` is the module that `T` is imported from; `names` and `relax_names` map forms to what they are called, `relax_keywords` arguments, and `open_type` is a data type that a setting of Relax leaves open; `relax_omitted` are settings that are not written when they are empty; `prefix` begins the names of ops and attributes.

    `slices_are_values`: `A[0:4]` is a vector wherever a value may stand, not only what is stored to.  `flat`: variables and memory are said in a line that has no body of its own.  `decorated` are the options of `@T.prim_func` over a function that may have blocks.
    """

    script: str = "tir"
    prefix: str = "tir."
    slices_are_values: bool = True
    flat: bool = False
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    relax_names: Mapping[str, str] = field(default_factory=dict[str, str])
    relax_keywords: Mapping[str, str] = field(default_factory=dict[str, str])
    open_type: str = '"void"'
    relax_omitted: frozenset[str] = frozenset()
    decorated: Mapping[str, str] = field(default_factory=dict[str, str])

    def own(self, name: str) -> str:
        """An op or attribute called `tir.name` in the classic language."""
        return self.prefix + name.removeprefix("tir.") if name.startswith("tir.") else name


SPELLINGS: Final[Mapping[str, Spelling]] = {
    "classic": Spelling(names={"allocated_buffer": "decl_buffer"}),
    "tirx": Spelling(
        script="tirx",
        prefix="tirx.",
        slices_are_values=False,
        flat=True,
        names={
            "allocated_buffer": "alloc_buffer",
            "alloc_buffer": "sblock_alloc_buffer",
            "block": "sblock",
            "block_attr": "sblock_attr",
        },
        relax_names={"Object": "Any"},
        relax_keywords={"out_sinfo": "out_ty", "sinfo_args": "ty_args"},
        open_type="None",
        relax_omitted=frozenset({"axis_separators", "input_axis_separators", "mode"}),
        decorated={"s_tir": "True"},
    ),
}

"""The instructions that add products of several neighbouring small numbers to each lane, and for which operands of which processors they serve.

    acc[l] += sum over e in 0 .. group of a[l * group + e] * b[l * group + e]

One operand is a group of neighbours in memory that all lanes share, the other comes from a panel in which the groups of each column lie together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.core.base.dtype import DType, dtype
from tilewright.core.ir.expr import Add, Call, Cast, Expr, StringImm
from tilewright.core.ops.op import Op


@dataclass(frozen=True)
class DotForm:
    """An instruction, by lanes, for a shared operand of type `shared` and a packed one of type `packed`.

    Both are given as `element`s; where it is another type, they are converted.  `panel_first` says that the panel is the instruction's first factor.
    With `flipped`, the panel holds numbers of the other sign plus 128, and 128 times the sum of the shared numbers is taken off at the end.
    With `adds`, the instruction does not accumulate.  `needs` are features, one set of which the processor has to have for a number of lanes.
    """

    shared: str
    packed: str
    total: str
    group: int
    names: Mapping[int, str]
    needs: Mapping[int, tuple[str, ...]]
    element: str = ""
    panel_first: bool = False
    flipped: bool = False
    adds: bool = False
    types: tuple[str, str] = field(default=("", ""))

    def lanes(self, features: frozenset[str], most: int) -> int:
        """The most lanes up to `most` that the processor has the instruction for, 0 for none."""
        fitting = (count for count in sorted(self.names, reverse=True) if count <= most)
        return next((count for count in fitting if any(_has(features, each) for each in self.needs[count])), 0)

    @property
    def stored(self) -> DType:
        """The type of the panel's elements."""
        return dtype(self.element or ("uint8" if self.flipped else self.packed))

    def applied(self, total: Expr, shared: Expr, panel: Expr) -> Expr:
        """The total plus the products."""
        lanes = total.dtype.lanes
        factors = (panel, shared) if self.panel_first else (shared, panel)
        if self.types[0]:
            kinds = (self.types[self.panel_first], self.types[not self.panel_first])
            factors = tuple(
                Call(dtype(kind).with_lanes(each.dtype.lanes), Op.get("tir.reinterpret"), (each,))
                for kind, each in zip(kinds, factors)
            )
        name = StringImm(self.names[lanes])
        op = Op.get("tir.call_llvm_pure_intrin")
        if self.adds:
            return Add(total, Call(total.dtype, op, (name, *factors)))
        return Call(total.dtype, op, (name, total, *factors))


def _has(features: frozenset[str], wanted: str) -> bool:
    return all(part in features for part in wanted.split("+"))


_X86 = "llvm.x86.avx512."
_VNNI = {16: f"{_X86}vpdpbusd.512", 8: f"{_X86}vpdpbusd.256", 4: f"{_X86}vpdpbusd.128"}
_VNNI_NEEDS = {16: ("avx512vnni",), **dict.fromkeys((8, 4), ("avx512vnni+avx512vl", "avxvnni"))}
_PAIRS = {16: f"{_X86}pmaddw.d.512", 8: "llvm.x86.avx2.pmadd.wd", 4: "llvm.x86.sse2.pmadd.wd"}
_PAIRS_NEED = {16: ("avx512bw",), 8: ("avx2",), 4: ("sse2",)}
_BF16 = {16: "llvm.x86.avx512bf16.dpbf16ps.512", 8: "llvm.x86.avx512bf16.dpbf16ps.256"}

# In the order of preference.
DOT_FORMS: tuple[DotForm, ...] = (
    DotForm("uint8", "int8", "int32", 4, _VNNI, _VNNI_NEEDS),
    DotForm("int8", "uint8", "int32", 4, _VNNI, _VNNI_NEEDS, panel_first=True),
    DotForm("int8", "int8", "int32", 4, _VNNI, _VNNI_NEEDS, panel_first=True, flipped=True),
    DotForm("int8", "int8", "int32", 4, {4: "llvm.aarch64.neon.sdot"}, {4: ("dotprod",)}),
    DotForm("uint8", "uint8", "int32", 4, {4: "llvm.aarch64.neon.udot"}, {4: ("dotprod",)}),
    *(
        DotForm(shared, packed, "int32", 2, _PAIRS, _PAIRS_NEED, element="int16", adds=True)
        for shared in ("int8", "uint8", "int16")
        for packed in ("int8", "uint8", "int16")
    ),
    DotForm(
        "uint16",
        "uint16",
        "float32",
        2,
        _BF16,
        {16: ("avx512bf16",), 8: ("avx512bf16+avx512vl",)},
        types=("bfloat16", "bfloat16"),
    ),
)


def widened(form: DotForm, value: Expr) -> Expr:
    """An operand in the type that the instruction takes."""
    wanted = form.element
    if not wanted or value.dtype.element is dtype(wanted):
        return value
    return Cast(dtype(wanted).with_lanes(value.dtype.lanes), value)


__all__ = ["DOT_FORMS", "DotForm", "widened"]

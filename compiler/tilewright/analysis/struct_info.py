"""How struct infos relate: which one holds every value of another."""

from __future__ import annotations

from tilewright.ir.struct_info import ObjectStructInfo, StructInfo
from tilewright.ir.structural import structural_equal


def is_base_of(base: StructInfo, derived: StructInfo) -> bool:
    """Whether every value of `derived` is one of `base`."""
    return isinstance(base, ObjectStructInfo) or structural_equal(base, derived)

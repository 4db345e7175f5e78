"""Names of passes: "tir.LowerInitBlock" in the classic dialect is "s_tir.LowerInitBlock" in 0.27, and "tir.Simplify" is "tirx.StmtSimplify"."""

from __future__ import annotations

from typing import Final

from tilewright.core.dialects.dialect import Dialect
from tilewright.core.dialects.names import classic_name
from tilewright.core.dialects.s_tir import MOVED

_RENAMED: Final = {
    "tir.Simplify": "tirx.StmtSimplify",
    "tir.CommonSubexprElimTIR": "tirx.CommonSubexprElim",
    "BindSymbolicVars": "relax.BindSymbolicVars",
    "DataflowUseInplaceCalls": "DataflowInsertInPlaceCalls",
    "UpdateParamStructInfo": "UpdateParamType",
}
_CLASSIC: Final = {classic_name(later): name for name, later in _RENAMED.items()}
# Passes that have the name of another one in 0.27: who asks for it there means both, and here the other.
_SHARED: Final = {"tir.ForceNarrowIndexToInt32": "tirx.NarrowDataType", "DecomposeOpsForInference": "DecomposeOps"}


def pass_name(name: str, dialect: Dialect) -> str:
    """The name in the release of a dialect of the pass whose classic name is `name`."""
    if dialect.name != "tirx":
        return name
    later = _RENAMED.get(name) or _SHARED.get(name)
    if later is not None or not name.startswith("tir."):
        return later or name
    short = name.removeprefix("tir.")
    return f"s_tir.{short}" if f"tvm.tir.transform.{short}" in MOVED else dialect.own(name)


def classic_pass_name(name: str) -> str:
    """The classic name of the pass that is called `name` in either release."""
    classic = classic_name(name)
    return _CLASSIC.get(classic, classic)

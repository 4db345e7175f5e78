"""Names of Python code around scripts that the releases call differently: modules, functions and classes by dotted path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.core.dialects.s_tir import MOVED

# Packages that have moved as a whole, 0.22 -> 0.27.
PACKAGES: Final[Mapping[str, str]] = {
    "tvm.meta_schedule": "tvm.s_tir.meta_schedule",
    "tvm.dlight": "tvm.s_tir.dlight",
    "tvm.arith": "tvm.sym",
    **{
        f"tvm.contrib.{name}": f"tvm.support.{name}"
        for name in ("cc", "clang", "ndk", "nvcc", "popen_pool", "rocm", "tar", "utils", "xcode")
    },
}
# Functions and classes that are the same under another name, and are in one place only, in both releases.
_SAME: Final[Mapping[str, str]] = {
    **{
        f"tvm.ir.{name}": f"tvm_ffi.{name}"
        for name in ("structural_equal", "structural_hash", "get_first_structural_mismatch")
    },
    **{f"tvm.ir.{name}": f"tvm.relax.{name}" for name in ("DummyGlobalInfo", "VDevice")},
    "tvm.ir.register_intrin_lowering": "tvm.tirx.register_intrin_lowering",
}
# Those of `tvm.tir`, with that package under its later name.
_SAME_OF_TENSORIR: Final[Mapping[str, str]] = {
    "tvm.tirx.BijectiveLayout": "tvm.s_tir.SBijectiveLayout",
    "tvm.tirx.bijective_layout": "tvm.s_tir.sbijective_layout",
    "tvm.tirx.BlockDependenceInfo": "tvm.s_tir.SBlockDependenceInfo",
    "tvm.tirx.BlockScope": "tvm.s_tir.SBlockScope",
    "tvm.tirx.StringImm": "tvm.ir.StringImm",
    "tvm.tirx.analysis.expr_deep_equal": "tvm.ir.prim.expr_deep_equal",
    "tvm.tirx.block_scope": "tvm.s_tir.sblock_scope",
    "tvm.tirx.transform.CommonSubexprElimTIR": "tvm.tirx.transform.CommonSubexprElim",
    "tvm.tirx.transform.Simplify": "tvm.tirx.transform.StmtSimplify",
}
_STRUCT_INFO: Final[Mapping[str, str]] = {
    f"tvm.relax.{kind}StructInfo": f"tvm.relax.{kind}Type" for kind in ("Tensor", "Shape", "Tuple", "Func", "Object")
}
_TENSORS: Final[Mapping[str, str]] = {
    f"tvm.{module}.{before}": f"tvm.runtime.{after}"
    for module in ("nd", "runtime.ndarray", "runtime")
    for before, after in (("array", "tensor"), ("empty", "empty"), ("NDArray", "Tensor"))
    if (module, before) != ("runtime", "empty")
}
# Names of 0.22 in 0.27.  A name of `tvm.tir` that is in `tvm.s_tir` now stands below `tvm.tirx` when its module alone was renamed.
LATER: Final[Mapping[str, str]] = {
    **PACKAGES,
    **_STRUCT_INFO,
    **_TENSORS,
    **_SAME,
    **_SAME_OF_TENSORIR,
    **{
        before.replace("tvm.ir.", "tvm.ir.base.", 1): after for before, after in _SAME.items() if "structural" in before
    },
    "tvm.register_func": "tvm.register_global_func",
    "tvm.relax.StringImm": "tvm.ir.StringImm",
    "tvm.relax.expr.Call": "tvm.relax.Call",
    **{before.replace("tvm.tir.", "tvm.tirx.", 1): after for before, after in MOVED.items()},
}
# And the way back; tensors have the later names in 0.22, too.
EARLIER: Final[Mapping[str, str]] = {
    **{after: before for before, after in {**PACKAGES, **_STRUCT_INFO, **_SAME}.items()},
    **{
        after.replace("tvm.s_tir.", "tvm.tir.", 1).replace("tvm.tirx.", "tvm.tir.", 1): before.replace(
            "tvm.tirx.", "tvm.tir.", 1
        )
        for before, after in _SAME_OF_TENSORIR.items()
        if after != "tvm.ir.StringImm"
    },
    **{after.replace("tvm.s_tir.", "tvm.tir.", 1): before for before, after in PACKAGES.items()},
}
# Attributes that values have under another name, of which the text does not say what the value is.
LATER_ATTRIBUTES: Final[Mapping[str, str]] = {"struct_info": "ty"}

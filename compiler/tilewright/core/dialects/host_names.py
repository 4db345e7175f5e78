"""Names of Python code around scripts that the releases call differently: modules, functions and classes by dotted path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tilewright.core.dialects.s_tir import MOVED

# Packages that have moved as a whole, 0.22 -> 0.27.
PACKAGES: Final[Mapping[str, str]] = {
    "tvm.meta_schedule": "tvm.s_tir.meta_schedule",
    "tvm.dlight": "tvm.s_tir.dlight",
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
    **{before.replace("tvm.tir.", "tvm.tirx.", 1): after for before, after in MOVED.items()},
}
# And the way back; tensors have the later names in 0.22, too.
EARLIER: Final[Mapping[str, str]] = {
    **{after: before for before, after in {**PACKAGES, **_STRUCT_INFO}.items()},
    **{after.replace("tvm.s_tir.", "tvm.tir.", 1): before for before, after in PACKAGES.items()},
}
# Attributes that values have under another name, of which the text does not say what the value is.
LATER_ATTRIBUTES: Final[Mapping[str, str]] = {"struct_info": "ty"}

# Generated from tilewright.relax.distributed.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.transform import Pass as _Pass

def LegalizeRedistribute() -> _Pass | _Any:
    """Make `R.dist.redistribute` of a tensor that is whole on each device the choice of a part, and drop it where the placement stays.

    Raises `ValueError` for another mesh, and for a tensor that is in parts, which would have to be exchanged.
    """

def LowerDistIR() -> _Pass | _Any:
    """Make tensors over a mesh plain ones: parameters are whole and come from the first worker, which broadcasts them or scatters their parts."""

def LowerGlobalViewToLocalView() -> _Pass | _Any:
    """Make `R.dist.call_tir` a `R.dist.call_tir_local_view` of a function on parts, followed by a reduction over the workers where a sum runs over a cut axis.

    Raises `ValueError` where a function cannot be computed on parts, and for meshes of several dimensions.
    """

def PropagateSharding() -> _Pass | _Any:
    """Let the wishes of `R.dist.annotate_sharding` spread along the axes that run together, through operators and TensorIR functions.

    Tensors that meet a tensor on a mesh lie on it too, whole on each device where nothing else follows; between two layouts stands `R.dist.redistribute`.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]

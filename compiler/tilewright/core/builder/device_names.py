"""Functions of devices under the names that modules of TVM's back ends have for them: `cuda_printf` is `T.cuda.printf`, `nvshmem_getmem_nbi_warp` is `T.nvshmem.getmem_nbi.warp`.

`CUDA` has those of `tvm.backend.cuda.op`, `TRN` those of `tvm.backend.trn.op`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tilewright.core.builder.dialects import TIRX
from tilewright.core.builder.namespace import Member, Namespace


def _named(space: Namespace, before: str) -> Iterator[tuple[str, Any]]:
    """Each function of a namespace, those of inner ones with a longer name."""
    for member in space:
        name = f"{before}_{member.name.rstrip('_')}"
        yield name, member.value
        if isinstance(member.value, Namespace):
            yield from _named(member.value, name)


def _space(name: str) -> Namespace:
    found: Member = TIRX.members[name]
    return found.value


CUDA: Final[Mapping[str, Any]] = {
    **dict(_named(_space("ptx_legacy"), "ptx_legacy")),
    **dict(_named(_space("nvshmem"), "nvshmem")),
    **dict(_named(_space("cuda"), "cuda")),
    **{name: TIRX.members["cuda"].value.members[name].value for name in ("mma_fill", "mma_store")},
}
TRN: Final[Mapping[str, Any]] = dict(_named(_space("nki"), "nki"))

__all__ = ["CUDA", "TRN"]

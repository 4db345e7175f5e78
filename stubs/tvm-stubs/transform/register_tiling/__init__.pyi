# Generated from tilewright.transform.register_tiling by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PrimFunc as _PrimFunc
from . import horizontal_reduction as horizontal_reduction
from . import loop_fusion as loop_fusion
from . import pack as pack
from . import row_memory as row_memory
from . import row_use as row_use
from . import tile as tile
from . import transpose as transpose

def in_vectors(func: _Any, vector_bytes: _Any, ordered: _Any = ...) -> _PrimFunc | _Any:
    """`func`, lowered, with its plain loops made for registers of that size; `func` itself when it has none.

    The buffers of the function must share no memory.  With `ordered`, each element adds its terms in the order of the program.
    """

def tile_columns(bits: _Any, vector_bytes: _Any) -> _Any:
    """How many columns a tile of several rows has, where there are as many; `bits` is the size of an element."""

def vector_bytes(features: _Any) -> _Any:
    """The size of the vector registers of a processor with these features, as LLVM writes them: "+avx2,-avx512f"."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]

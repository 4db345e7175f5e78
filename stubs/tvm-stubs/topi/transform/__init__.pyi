# Generated from tilewright.topi.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.topi import concatenate as concatenate
from tvm.topi import expand_dims as expand_dims
from tvm.topi import flip as flip
from tvm.topi import matrix_set_diag as matrix_set_diag
from tvm.topi import meshgrid as meshgrid
from tvm.topi import one_hot as one_hot
from tvm.topi import repeat as repeat
from tvm.topi import reshape as reshape
from tvm.topi import reverse_sequence as reverse_sequence
from tvm.topi import sequence_mask as sequence_mask
from tvm.topi import shape as shape
from tvm.topi import split as split
from tvm.topi import squeeze as squeeze
from tvm.topi import stack as stack
from tvm.topi import tile as tile
from tvm.topi import transpose as transpose
from tvm.topi import trilu as trilu
from tvm.topi import where as where

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]

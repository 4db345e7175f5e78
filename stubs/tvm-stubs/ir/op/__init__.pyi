# Generated from tilewright.ops.op by `make stubs`; do not edit.
from typing import Any

from tilewright.ops.op import CallEffectKind as CallEffectKind
from tilewright.ops.op import Expand as Expand
from tilewright.ops.op import Extern as Extern
from tilewright.ops.op import Instr as Instr
from tilewright.ops.op import Intrinsic as Intrinsic
from tilewright.ops.op import Op as Op
from tilewright.ops.op import Param as Param
from tilewright.ops.op import Special as Special
from tilewright.ops.op import Unsupported as Unsupported

def __getattr__(name: str) -> Any: ...

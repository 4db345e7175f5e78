"""The passes under the module in which TVM declares them; see `tilewright.relax.transform`."""

from tilewright.relax.transform import *  # noqa: F403
from tilewright.relax.transform import __all__ as __all__

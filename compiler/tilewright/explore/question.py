"""A question of the page: it is asked without loading what answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tilewright.core.frontend.environment import Given


@dataclass(frozen=True)
class Question:
    """The function called `name` ("" for the one at or after `line`, 0-based) of a text, for a target.

    Of a function in a Python function the `call` says for which values, `make(16)`; where it is "", those that are `given` do, else the first call of the file.
    `program` is the function or module, as JSON, where only executing the file has made it.
    """

    text: str
    path: str
    name: str = ""
    line: int = 0
    target: str = "llvm"
    call: str = ""
    given: Given = field(default_factory=dict[str, Mapping[str, object]])
    program: str = ""

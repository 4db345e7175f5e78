# Generated from tilewright.script.ir_builder by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from . import base as base
from . import ir as ir
from . import tir as tir

class IRBuilder(_Any):  # type: ignore[misc, unused-ignore]
    """Holds the open frames and, in the end, what the outermost one made.

    `span` is the place in the program that is being built now: frames and statements take it as theirs.  `value_span` is that of the call that is being
    made, None outside of calls: variables take it as theirs.  `target` is the name that what is made now will be assigned to, empty when that is not known.  `module` is the module around what is built, where its frame is
    not among the open ones.
    """
    def get(self) -> _Any:
        """The result of the outermost frame; raises `ValueError` while it is open."""
    @staticmethod
    def current() -> IRBuilder | _Any:
        """The builder of the innermost `with IRBuilder()`; raises `ValueError` outside of any."""
    @staticmethod
    def is_in_scope() -> _Any:
        """Whether a builder is open in this thread."""
    @staticmethod
    def name(s: _Any, v: _Any) -> _Any:
        """Give the variable, buffer or axis `v`, just made, the name `s`; lists and tuples get `s_0`, `s_1`, ...  Returns `v`."""
    @staticmethod
    def name_many(s: _Any, vs: _Any) -> _Any:
        """Name several at once."""
    def find(self, kind: _Any) -> _Any:
        """The innermost open frame of that kind."""
    def last(self, kind: _Any) -> _Any:
        """The innermost open frame, if it is of that kind."""
    def finish(self, result: _Any) -> _Any:
        """Take the result of the outermost frame; raises `ValueError` when there is one already."""
    frames: _Any
    module: _Any
    result: _Any
    span: _Any
    target: _Any
    value_span: _Any
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class IRBuilderFrame(_Any):  # type: ignore[misc, unused-ignore]
    """Base of the frames.

    A subclass says what is checked before it opens (`begin`), what `as` gives (`entered`), and what it makes (`finish`, called
    after the frame has left the stack).  When the `with` body raises, the frame and those inside it are dropped and make nothing.
    A frame that is not `concise` must be entered by `with`; a bare statement cannot give it the rest of the suite.
    """
    def begin(self, builder: _Any) -> _Any:
        """Check that the frame may open here."""
    def entered(self) -> _Any:
        """The value that `with frame as x` binds to `x`."""
    def finish(self, builder: _Any) -> _Any:
        """Hand what the frame stands for to the frame around it."""
    def add_callback(self, callback: _Any) -> _Any:
        """Call `callback` when the innermost frame that is open now closes.

        As in TVM: with `frame.add_callback(lambda: frame.__exit__(None, None, None)); frame.__enter__()` the frame
        takes the rest of the enclosing suite.
        """
    def __init__(self) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]

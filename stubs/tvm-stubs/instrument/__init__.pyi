# Generated from tilewright.instrument by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class PassInstrument(_Any):  # type: ignore[misc, unused-ignore]
    """Base of instruments: called when its context is entered and left, and before and after each pass that runs in it."""
    def enter_pass_ctx(self) -> _Any:
        """The context is entered."""
    def exit_pass_ctx(self) -> _Any:
        """The context is left."""
    def should_run(self, mod: _Any, info: _Any) -> _Any:
        """Whether the pass shall run; not asked for passes that the context requires.  One instrument's no is enough."""
    run_before_pass: _Any
    """The pass is about to run on `mod`."""
    run_after_pass: _Any
    """The pass has run and given `mod`."""
    __init__: _Any
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class DumpIR(PassInstrument):
    """Writes the module after every pass to `dump_dir`, as `000_tir.Simplify.py`, `001_...` in the order in which passes end.

    With `refresh` the files of an earlier run are removed when the context is entered.
    """
    def enter_pass_ctx(self) -> _Any:
        """The context is entered."""
    run_after_pass: _Any
    """The pass has run and given `mod`."""
    def __init__(self, dump_dir: _Any, refresh: _Any = ...) -> None: ...

class PassPrintingInstrument(PassInstrument):
    """Prints the module before the passes of one list of names, and after those of another."""
    run_before_pass: _Any
    """The pass is about to run on `mod`."""
    run_after_pass: _Any
    """The pass has run and given `mod`."""
    def __init__(self, print_before_pass_names: _Any = ..., print_after_pass_names: _Any = ...) -> None: ...

class PassTimingInstrument(PassInstrument):
    """Measures each pass; ask for `render()` before the context is left, which forgets the times."""
    def enter_pass_ctx(self) -> _Any:
        """The context is entered."""
    def exit_pass_ctx(self) -> _Any:
        """The context is left."""
    run_before_pass: _Any
    """The pass is about to run on `mod`."""
    run_after_pass: _Any
    """The pass has run and given `mod`."""
    def render(self) -> _Any:
        """One line a pass: its time, in brackets its time without passes inside, and its share of the whole and of the pass around it."""
    def __init__(self) -> None: ...

class PrintAfterAll(PassInstrument):
    """Prints the module after every pass."""
    run_after_pass: _Any
    """The pass has run and given `mod`."""
    __init__: _Any

class PrintBeforeAll(PassInstrument):
    """Prints the module before every pass."""
    run_before_pass: _Any
    """The pass is about to run on `mod`."""
    __init__: _Any

def pass_instrument(pi_cls: _Any = ...) -> _Any:
    """Make a class that has some of the methods of `PassInstrument` an instrument."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]

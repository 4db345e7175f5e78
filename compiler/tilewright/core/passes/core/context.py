"""`PassContext`: under which conditions passes run.  The one in force is that of the innermost `with`, for each thread its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

from typing_extensions import Self

from tilewright.core.base.names import nearest
from tilewright.core.base.warn import warn_user
from tilewright.core.dialects.pass_names import classic_pass_name
from tilewright.core.dialects.releases import is_later
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core import ports
from tilewright.core.passes.core.config import DEFAULTS, checked, option_name, type_name
from tilewright.core.passes.core.info import PassInfo
from tilewright.core.passes.core.pass_instrument import PassInstrument


class PassContext:
    """The level up to which a `Sequential` optimises, passes it must and must not run, instruments, and options of passes.

    `with PassContext(opt_level=3, config={"tir.disable_vectorize": True}):` puts it in force; `PassContext.current()` is the one in force.

    Passes of TensorIR are named with their prefix or without, "tir.Simplify" or "Simplify", and with the name that they have in either release, "tirx.StmtSimplify"; a name that is nearly that of a pass that runs is warned of.
    Raises `AttributeError` for an option that does not exist or a value of the wrong type; `list_configs()` says which there are.
    """

    def __init__(
        self,
        opt_level: int = 2,
        required_pass: Sequence[str] | None = None,
        disabled_pass: Sequence[str] | None = None,
        instruments: Sequence[PassInstrument] | None = None,
        config: Mapping[str, Any] | None = None,
    ) -> None:
        self.opt_level = int(opt_level)
        self.required_pass = _names("required_pass", required_pass)
        self.disabled_pass = _names("disabled_pass", disabled_pass)
        self.instruments: tuple[PassInstrument, ...] = tuple(instruments or ())
        self.config: Mapping[str, Any] = MappingProxyType(
            {name: checked(name, value) for name, value in (config or {}).items()}
        )
        self._options = {option_name(name): value for name, value in self.config.items()}
        self._required, self._disabled = (
            frozenset(form for name in names for form in _forms(name))
            for names in (self.required_pass, self.disabled_pass)
        )
        self._asked: set[str] = set()  # the passes that were to run here

    @staticmethod
    def current() -> PassContext:
        """The context in force in this thread; outside every `with` one with the defaults."""
        stack = _STACK.get()
        return stack[-1] if stack else _OUTERMOST

    @staticmethod
    def list_configs() -> dict[str, dict[str, str]]:
        """Every option with the type of its values: `{"tir.disable_vectorize": {"type": "bool"}, ...}`."""
        return {name: {"type": type_name(default)} for name, default in sorted(DEFAULTS.items())}

    def option(self, name: str) -> Any:
        """The value of an option here, its default when it was not given."""
        return self._options[name] if name in self._options else DEFAULTS[name]

    def given(self, name: str) -> Any:
        """The value of an option that this context was given, None when it was not."""
        return self._options.get(name)

    def pass_enabled(self, info: PassInfo) -> bool:
        """Whether a `Sequential` runs this pass here: required passes at every level, disabled ones never."""
        if self._disabled or self._required:
            self._asked.add(info.name)
        name = classic_pass_name(info.name)
        if name in self._disabled:
            return False
        return name in self._required or self.opt_level >= info.opt_level

    def override_instruments(self, instruments: Sequence[PassInstrument] | None) -> None:
        """Leave the instruments of this context and enter others."""
        self._leave_instruments()
        self.instruments = tuple(instruments or ())
        self._enter_instruments()

    def before_pass(self, mod: IRModule, info: PassInfo) -> bool:
        """Ask the instruments whether a pass shall run, unless the context requires it, and tell them when it does."""
        if not self.instruments:
            return True
        is_required = classic_pass_name(info.name) in self._required
        wanted = [is_required or instrument.should_run(mod, info) for instrument in self.instruments]
        if all(wanted):
            for instrument in self.instruments:
                instrument.run_before_pass(mod, info)
        return all(wanted)

    def after_pass(self, mod: IRModule, info: PassInfo) -> None:
        """Tell the instruments that a pass has run."""
        for instrument in self.instruments:
            instrument.run_after_pass(mod, info)

    def _enter_instruments(self) -> None:
        """Enter all; when one fails, those before it are left again and none stays."""
        entered: list[PassInstrument] = []
        try:
            for instrument in self.instruments:
                instrument.enter_pass_ctx()
                entered.append(instrument)
        except BaseException:
            self.instruments = ()
            for instrument in entered:
                instrument.exit_pass_ctx()
            raise

    def _leave_instruments(self) -> None:
        """Leave all; when one fails, none stays."""
        try:
            for instrument in self.instruments:
                instrument.exit_pass_ctx()
        except BaseException:
            self.instruments = ()
            raise

    def __enter__(self) -> Self:
        self._enter_instruments()
        _STACK.set((*_STACK.get(), self))
        return self

    def __exit__(self, *_: object) -> None:
        _STACK.set(_STACK.get()[:-1])
        self._leave_instruments()
        self._warn_of_misspelt()

    def _warn_of_misspelt(self) -> None:
        """Warn of each name that none of the passes here has, where it is nearly that of one; passes that were not to run may have others."""
        asked = {classic_pass_name(name): name for name in sorted(self._asked)}
        for name, prefixed in sorted({*map(_forms, (*self.disabled_pass, *self.required_pass))}):
            if name in asked or prefixed in asked or name.removeprefix("tir.") in ports.tir_passes.call():
                continue
            close = nearest(name, asked) or nearest(prefixed, asked)
            if close is not None:
                warn_user(f"no pass is called {name!r}; did you mean {asked[close]!r}?")

    def __repr__(self) -> str:
        parts = ("opt_level", "required_pass", "disabled_pass", "instruments")
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in parts)
        home, config = ("transform.", DictAttrs(self.config)) if is_later() else ("", dict(self.config))
        return f"{home}PassContext({shown}, config={config!r})"


def _names(parameter: str, names: Iterable[str] | None) -> tuple[str, ...]:
    if isinstance(names, str):
        raise TypeError(f"{parameter} takes a list of names of passes, not one string")
    return tuple(names or ())


def _forms(name: str) -> tuple[str, str]:
    """The names that a pass may have which is given by this one: those of TensorIR may be given without their prefix."""
    name = classic_pass_name(name)
    return name, classic_pass_name(f"tir.{name}")


_STACK: ContextVar[tuple[PassContext, ...]] = ContextVar("tilewright_pass_context", default=())
_OUTERMOST = PassContext()

# Generated from tilewright.transform by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self

class PassContext(_Any):  # type: ignore[misc, unused-ignore]
    """The level up to which a `Sequential` optimises, passes it must and must not run, instruments, and options of passes.

    `with PassContext(opt_level=3, config={"tir.disable_vectorize": True}):` puts it in force; `PassContext.current()` is the one in force.

    Passes of TensorIR are named with their prefix or without, "tir.Simplify" or "Simplify", and with the name that they have in either release, "tirx.StmtSimplify"; a name that is nearly that of a pass that runs is warned of.
    Raises `AttributeError` for an option that does not exist or a value of the wrong type; `list_configs()` says which there are.
    """
    @staticmethod
    def current() -> PassContext | _Any:
        """The context in force in this thread; outside every `with` one with the defaults."""
    @staticmethod
    def list_configs() -> _Any:
        """Every option with the type of its values: `{"tir.disable_vectorize": {"type": "bool"}, ...}`."""
    def option(self, name: _Any) -> _Any:
        """The value of an option here, its default when it was not given."""
    def given(self, name: _Any) -> _Any:
        """The value of an option that this context was given, None when it was not."""
    def pass_enabled(self, info: _Any) -> _Any:
        """Whether a `Sequential` runs this pass here: required passes at every level, disabled ones never."""
    def override_instruments(self, instruments: _Any) -> _Any:
        """Leave the instruments of this context and enter others."""
    def before_pass(self, mod: _Any, info: _Any) -> _Any:
        """Ask the instruments whether a pass shall run, unless the context requires it, and tell them when it does."""
    def after_pass(self, mod: _Any, info: _Any) -> _Any:
        """Tell the instruments that a pass has run."""
    def __init__(self, opt_level: _Any = ..., required_pass: _Any = ..., disabled_pass: _Any = ..., instruments: _Any = ..., config: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class PassInfo(_Any):  # type: ignore[misc, unused-ignore]
    """A pass's name, the optimisation level from which a `Sequential` runs it, and the names of the passes that a `Sequential` runs before it.

    `traceable` is kept for programs that set it; nothing here depends on it.
    """
    required: _Any
    traceable: _Any
    def __init__(self, opt_level: _Any, name: _Any, required: _Any = ..., traceable: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Pass(_Any):  # type: ignore[misc, unused-ignore]
    """A named step from module to module; call it with a module.

    `run` is the step itself, without a look at the context; `run_function` does the same for one function, None when the pass has to see the
    whole module.  `has_names_of_releases`: a release of TVM may have the pass under another name, as no pass of the user's.
    """
    has_names_of_releases: _Any
    @property
    def info(self) -> PassInfo | _Any:
        """The metadata of the pass as contexts and instruments see it: under the name that it has in the release of the process."""
    @property
    def name(self) -> _Any:
        """The name under which the compiler keeps the pass, the classic one."""
    @property
    def summary(self) -> _Any:
        """First line of what the pass says of itself."""
    def __init__(self, name: _Any, run: _Any, run_function: _Any = ..., opt_level: _Any = ..., required: _Any = ..., traceable: _Any = ...) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class FunctionPass(Pass):
    """A pass over functions, one by one: `work(func, mod, ctx)` gives the new function, or None to leave it out of the module."""
    method: _Any
    noun: _Any
    has_names_of_releases: _Any
    functions: _Any
    def __init__(self, work: _Any, name: _Any, opt_level: _Any, required: _Any = ..., traceable: _Any = ...) -> None: ...

class ModulePass(Pass):
    """A pass that is given the whole module: `work(mod, ctx)` gives the new one."""
    method: _Any
    noun: _Any
    has_names_of_releases: _Any
    def __init__(self, work: _Any, name: _Any, opt_level: _Any, required: _Any = ..., traceable: _Any = ...) -> None: ...

class Sequential(Pass):
    """Runs `passes` in order: each that the context enables, after the passes that it requires.

    The context leaves out what stands above its `opt_level` or is disabled, unless it is required.  Passes that are called by themselves always run.
    """
    def __init__(self, passes: _Any = ..., opt_level: _Any = ..., name: _Any = ..., required: _Any = ..., traceable: _Any = ...) -> None: ...

class PrimFuncPass(FunctionPass):
    """A `FunctionPass` over the TensorIR functions; others stay as they are."""
    functions: _Any
    def __init__(self, work: _Any, name: _Any, opt_level: _Any, required: _Any = ..., traceable: _Any = ...) -> None: ...

def ApplyPassToFunction(transform: _Any, func_name_regex: _Any, error_if_no_function_matches_regex: _Any = ...) -> Pass | _Any:
    """The pass that runs `transform` on a module of those functions whose whole names match, and leaves the others as they are.

    The pass raises `ValueError` when none matches and `error_if_no_function_matches_regex` is set.
    """

def PrintIR(header: _Any = ..., show_meta_data: _Any = ...) -> Pass | _Any:
    """The pass that prints the module and leaves it as it is."""

def function_pass(pass_func: _Any = ..., opt_level: _Any = ..., name: _Any = ..., required: _Any = ..., traceable: _Any = ...) -> _Any:
    """Make a pass of `(func, mod, ctx) -> function`, or of a class with `transform_function(self, func, mod, ctx)`, over functions of every kind."""

def module_pass(pass_func: _Any = ..., opt_level: _Any = ..., name: _Any = ..., required: _Any = ..., traceable: _Any = ...) -> _Any:
    """Make a pass of `(mod, ctx) -> IRModule`, or of a class with `transform_module(self, mod, ctx)`.

    `name` defaults to that of the function or class; `required` are passes that a `Sequential` runs before.  Raises `ValueError` without `opt_level`.
    """

def prim_func_pass(pass_func: _Any = ..., opt_level: _Any = ..., name: _Any = ..., required: _Any = ..., traceable: _Any = ...) -> _Any:
    """`function_pass` over TensorIR functions alone."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]

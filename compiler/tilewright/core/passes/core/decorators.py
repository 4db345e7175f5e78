"""Decorators that make passes of users' functions and classes: `module_pass`, `function_pass`, `prim_func_pass`.

On a function the decorator gives a pass.  On a class, which holds the work in `transform_module` or `transform_function`, it gives a class of
passes: its instances are made with the arguments of the decorated class and have that one's attributes too.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass

if TYPE_CHECKING:
    from tilewright.core.ir.expr import GlobalVar


Work = Callable[..., Any]


class ModulePass(Pass):
    """A pass that is given the whole module: `work(mod, ctx)` gives the new one."""

    method: ClassVar[str] = "transform_module"
    noun: ClassVar[str] = "module pass"
    has_names_of_releases = False

    def __init__(self, work: Work, name: str, opt_level: int, required: Sequence[str] = (), traceable: bool = False):
        def run(mod: IRModule) -> IRModule:
            return work(mod, PassContext.current())

        run.__doc__ = work.__doc__
        super().__init__(name, run, None, opt_level, required, traceable)


class FunctionPass(Pass):
    """A pass over functions, one by one: `work(func, mod, ctx)` gives the new function, or None to leave it out of the module."""

    method: ClassVar[str] = "transform_function"
    noun: ClassVar[str] = "function pass"
    has_names_of_releases = False
    functions: ClassVar[type[BaseFunc]] = BaseFunc

    def __init__(self, work: Work, name: str, opt_level: int, required: Sequence[str] = (), traceable: bool = False):
        def run(mod: IRModule) -> IRModule:
            return self._each(mod, work)

        run.__doc__ = work.__doc__
        super().__init__(name, run, None, opt_level, required, traceable)

    def _each(self, mod: IRModule, work: Work) -> IRModule:
        context = PassContext.current()
        made: dict[GlobalVar, BaseFunc] = {}
        for var, func in list(mod.functions.items()):
            new = work(func, mod, context) if isinstance(func, self.functions) else func
            if new is not None and not isinstance(new, BaseFunc):
                raise TypeError(f"{self.name} gave {type(new).__name__} for `{var.name_hint}`, and not a function")
            if new is not None:
                made[var] = new
        same = len(made) == len(mod) and all(made[var] is func for var, func in mod.functions.items())
        return mod if same else mod.with_functions(made)


class PrimFuncPass(FunctionPass):
    """A `FunctionPass` over the TensorIR functions; others stay as they are."""

    functions = PrimFunc


def module_pass(
    pass_func: Work | type | None = None,
    opt_level: int | None = None,
    name: str | None = None,
    required: Sequence[str] | None = None,
    traceable: bool = False,
) -> Any:
    """Make a pass of `(mod, ctx) -> IRModule`, or of a class with `transform_module(self, mod, ctx)`.

    `name` defaults to that of the function or class; `required` are passes that a `Sequential` runs before.  Raises `ValueError` without `opt_level`.
    """
    return decorated(ModulePass, pass_func, opt_level, name, required, traceable)


def function_pass(
    pass_func: Work | type | None = None,
    opt_level: int | None = None,
    name: str | None = None,
    required: Sequence[str] | None = None,
    traceable: bool = False,
) -> Any:
    """Make a pass of `(func, mod, ctx) -> function`, or of a class with `transform_function(self, func, mod, ctx)`, over functions of every kind."""
    return decorated(FunctionPass, pass_func, opt_level, name, required, traceable)


def prim_func_pass(
    pass_func: Work | type | None = None,
    opt_level: int | None = None,
    name: str | None = None,
    required: Sequence[str] | None = None,
    traceable: bool = False,
) -> Any:
    """`function_pass` over TensorIR functions alone."""
    return decorated(PrimFuncPass, pass_func, opt_level, name, required, traceable)


Kind = type[ModulePass] | type[FunctionPass]


def decorated(
    kind: Kind,
    target: Work | type | None,
    opt_level: int | None,
    name: str | None,
    required: Sequence[str] | None,
    traceable: bool,
) -> Any:
    """The decorated object: a pass for a function, a class of passes for a class; the decorator itself when there is no target yet."""
    if opt_level is None:
        raise ValueError(f"a {kind.noun} needs its level: give opt_level=")
    level = opt_level

    def decorate(work: Any) -> Any:
        options = (name or work.__name__, level, tuple(required or ()), bool(traceable))
        return _class_of_passes(kind, work, options) if inspect.isclass(work) else kind(work, *options)

    if target is None:
        return decorate
    if not callable(target):
        raise TypeError(f"a {kind.noun} is made of a function or a class, not of {type(target).__name__}")
    return decorate(target)


def _class_of_passes(kind: Any, cls: type, options: tuple[str, int, tuple[str, ...], bool]) -> type[Pass]:
    if not hasattr(cls, kind.method):
        raise TypeError(f"class {cls.__name__} makes a {kind.noun} and has no method `{kind.method}`")

    class Made(kind):
        def __init__(self, *args: object, **kwargs: object) -> None:
            self.inst = cls(*args, **kwargs)
            super().__init__(getattr(self.inst, kind.method), *options)

        def __getattr__(self, name: str) -> Any:
            if name == "inst":  # not yet there: the class's constructor failed, or a copy is being made
                raise AttributeError(name)
            return getattr(self.inst, name)

    Made.__name__, Made.__qualname__ = cls.__name__, cls.__qualname__
    Made.__module__, Made.__doc__ = cls.__module__, cls.__doc__
    return Made

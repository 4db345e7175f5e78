"""The mypy plugin: `plugins = ["tilewright_checkers.mypy"]`.

mypy asks a plugin for additional imports when a file has been read and nothing has been looked up yet; there scripts give way to what they make (see
`mypy_tree`).  With `mypy_diagnostics = true` under `[tool.tilewright]`, or under `[tilewright]` in mypy's INI file, the compiler's errors are reported too, with the code `tvmscript`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mypy.errorcodes import ErrorCode
from mypy.nodes import MypyFile, StrExpr
from mypy.options import Options
from mypy.plugin import (
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    Plugin,
    ReportConfigContext,
)
from mypy.types import AnyType, FunctionLike, Instance, Type, TypeOfAny, get_proper_type

import tilewright
from tilewright import __version__
from tilewright_checkers.diagnosed import Mistake, mistakes
from tilewright_checkers.mypy_text import replace_scripts_in_text
from tilewright_checkers.mypy_tree import MARKS, replace_scripts
from tilewright_checkers.names import PASS_DECORATOR
from tilewright_checkers.options import reports_diagnostics

TVMSCRIPT = ErrorCode("tvmscript", "A mistake in TVMScript, found by Tilewright's compiler", "Tilewright")
# The folder of the compiler's own files.
_OWN = str(Path(tilewright.__file__).parent) + os.sep
# Modules that need the marks wait for them as for an ordinary import at the top of the file.
_PRIORITY_OF_IMPORTS = 5


def plugin(version: str) -> type[Plugin]:
    """The entry point from which mypy gets the plugin."""
    return ScriptPlugin


class ScriptPlugin(Plugin):
    """Knows TVMScript."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._diagnostics = reports_diagnostics(mypy_settings=options.config_file)
        self._shadows = {Path(real): Path(shadow) for real, shadow in options.shadow_file or ()}

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Replace the scripts of `file`, and import what stands in their place."""
        if file.is_stub or not self._replace(file):
            return []
        return [(_PRIORITY_OF_IMPORTS, MARKS, 1)]

    def _replace(self, file: MypyFile) -> bool:
        if getattr(file, "raw_data", None) is None:
            return replace_scripts(file, self._mistakes)
        text = self._text(file.path)
        return text is not None and replace_scripts_in_text(file, self.options, text, self._mistakes)

    def _mistakes(self, path: str) -> tuple[Mistake, ...]:
        text = self._text(path) if self._diagnostics else None
        return () if text is None else mistakes(text, path)

    def _text(self, path: str) -> str | None:
        return _text(str(self._shadows.get(Path(path), path)))

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """The calls that stand for diagnostics are answered with these."""
        return _report if fullname == f"{MARKS}.diagnostic" else None

    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """`with T.prim_func():` opens a function for the builder; to mypy the decorator is `no_type_check`."""
        return _opened if fullname == "typing.no_type_check" else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """`2 * n` is an expression, where to mypy `n` may be anything, so also a number."""
        return _with_number if _OPERATOR.match(fullname) else None

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """Classes of passes become classes of something else: what that has is not written in them."""
        return _open_class if PASS_DECORATOR.match(fullname) else None

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """The data on a change of which mypy reads a file anew.

        A file that mypy remembers and only checks again, because something it imports has changed, is not shown to plugins.  So files with scripts are
        never taken from memory; what they import is, and so are Tilewright's own: all of them import one another, and nothing is reported of them.
        """
        text = "" if ctx.path.startswith(_OWN) or not ctx.path.endswith(".py") else _text(ctx.path) or ""
        names_tilewright = "tvm" in text or "tilewright" in text
        if ctx.is_check and names_tilewright and "script" in text:
            return {"tilewright": "read again"}
        return {"tilewright": __version__, "diagnostics": names_tilewright and self._diagnostics}


def _report(context: FunctionContext) -> Type:
    message = context.args[0][0]
    assert isinstance(message, StrExpr)
    context.api.fail(message.value, context.context, code=TVMSCRIPT)
    return context.default_return_type


def _opened(context: FunctionSigContext) -> FunctionLike:
    signature = context.default_signature
    if any(context.args):
        return signature
    anything = AnyType(TypeOfAny.special_form)
    return signature.copy_modified(arg_types=[], arg_kinds=[], arg_names=[], ret_type=anything, variables=[])


# Operators of numbers, of which the other operand may be an expression.
_OPERATOR = re.compile(r"builtins\.(?:int|float)\.__\w+__$")
_TENSOR_PROGRAMS = re.compile(r"(?:tvm|tilewright)\b")


def _with_number(context: MethodContext) -> Type:
    """Whatever the class of the other operand makes of it, if that is one of ours."""
    operands = [get_proper_type(each) for argument in context.arg_types for each in argument]
    is_expression = any(
        isinstance(each, Instance) and each.type.fallback_to_any and _TENSOR_PROGRAMS.match(each.type.fullname)
        for each in operands
    )
    return AnyType(TypeOfAny.special_form) if is_expression else context.default_return_type


def _open_class(context: ClassDefContext) -> bool:
    context.cls.info.fallback_to_any = True
    return True


def _text(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None

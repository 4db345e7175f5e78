"""Lets pylint load our plugin without being configured: whoever has Tilewright installed wants scripts left alone.

pylint has no way for an installed package to offer a plugin.  So `tilewright_checkers.pth`, which Python reads when it starts, imports this module, and it
waits for pylint's own module to be imported; in a process that is not pylint nothing else happens.  `TILEWRIGHT_PYLINT=0` switches it off.  Every Python
process of the environment runs it, so it imports nothing that is not there anyway.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

AWAITED = "pylint.lint.pylinter"
PLUGIN = "tilewright_checkers.pylint"


class _Arrival:
    """Finds one module, once, and has it changed when it is loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != AWAITED:
            return None
        from importlib.util import find_spec

        sys.meta_path.remove(self)
        found: Any = find_spec(fullname)
        if found is not None:
            found.loader = _Changed(found.loader)
        return found


class _Changed:
    """Loads pylint's module as its own loader does, and adds the plugin to those that pylint always loads."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._real.exec_module(module)
        linter: Any = vars(module)["PyLinter"]
        load_defaults = linter.load_default_plugins

        def load_default_plugins(self: Any) -> None:
            load_defaults(self)
            self.load_plugin_modules([PLUGIN])

        linter.load_default_plugins = load_default_plugins


def wait() -> None:
    """Wait for pylint in this process."""
    if os.environ.get("TILEWRIGHT_PYLINT") != "0" and AWAITED not in sys.modules:
        sys.meta_path.insert(0, _Arrival())


wait()

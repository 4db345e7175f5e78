"""`UniqueNameSupply` and `GlobalVarSupply`: names, and references to functions, that were not given before."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule


class UniqueNameSupply:
    """Gives names, each once; with a `prefix` they begin with it and an underscore."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self._last: dict[str, int] = {}

    def fresh_name(self, name: str, add_prefix: bool = True, add_underscore: bool = True) -> str:
        """`name`, with a number behind it where it is taken; characters that no name has become underscores."""
        wanted = re.sub(r"\W", "_", self._prefixed(name, add_prefix))
        if wanted not in self._last:
            self._last[wanted] = 0
            return wanted
        stem, number = wanted + ("_" if add_underscore else ""), self._last[wanted]
        while (given := f"{stem}{(number := number + 1)}") in self._last:
            pass
        self._last[wanted] = number
        self._last[given] = 0
        return given

    def reserve_name(self, name: str, add_prefix: bool = True) -> str:
        """Take a name, so that it is not given; returns it with its prefix."""
        taken = self._prefixed(name, add_prefix)
        self._last.setdefault(taken, 0)
        return taken

    def contains_name(self, name: str, add_prefix: bool = True) -> bool:
        """Whether a name is taken."""
        return self._prefixed(name, add_prefix) in self._last

    def _prefixed(self, name: str, add_prefix: bool) -> str:
        name = name or "v"
        return f"{self.prefix}_{name}" if add_prefix and self.prefix else name


class GlobalVarSupply:
    """Gives references to functions under names that neither these modules nor earlier calls have."""

    def __init__(self, value: IRModule | Iterable[IRModule] | UniqueNameSupply | None = None) -> None:
        self._names = value if isinstance(value, UniqueNameSupply) else UniqueNameSupply()
        self._known: dict[str, GlobalVar] = {}
        if isinstance(value, UniqueNameSupply) or value is None:
            return
        for module in (value,) if isinstance(value, IRModule) else value:
            for variable in module.functions:
                self.reserve_global(variable)

    def fresh_global(self, name: str, add_prefix: bool = True) -> GlobalVar:
        """A reference of a name that is not taken."""
        return self.unique_global_for(self._names.fresh_name(name, add_prefix), add_prefix=False)

    def unique_global_for(self, name: str, add_prefix: bool = True) -> GlobalVar:
        """The reference of that name, the same one at each call."""
        taken = self._names.reserve_name(name, add_prefix)
        return self._known.setdefault(taken, GlobalVar(taken))

    def reserve_global(self, global_var: GlobalVar, allow_conflict: bool = False) -> None:
        """Take a reference with its name.  Raises `ValueError` where another has the name, unless that is allowed."""
        name = global_var.name_hint
        if not allow_conflict and self._known.get(name, global_var) is not global_var:
            raise ValueError(f"another function is called `{name}`")
        self._names.reserve_name(name, add_prefix=False)
        self._known[name] = global_var

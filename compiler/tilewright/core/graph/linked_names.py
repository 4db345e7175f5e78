"""The names of a module's functions: those they are linked by."""

from __future__ import annotations

from tilewright.core.ir.function import IRModule


def with_linked_names(mod: IRModule) -> IRModule:
    """The module with each public function under the name it is linked by; private ones that were called so get another name."""
    public = {
        v.name_hint: str(f.attrs["global_symbol"]) for v, f in mod.functions.items() if "global_symbol" in f.attrs
    }
    linked = set(public.values())
    changes: dict[str, str] = {name: symbol for name, symbol in public.items() if name != symbol}
    taken = linked | {variable.name_hint for variable in mod.functions} - set(changes)
    for variable in mod.functions:
        name = variable.name_hint
        if name in linked and public.get(name) != name and name not in changes:
            changes[name] = _free(name, taken)
    if not changes:
        return mod
    aside = {name: f"{name}.renamed" for name in changes}
    made = mod.replace_global_vars({**aside})
    return made.replace_global_vars({**{aside[name]: new for name, new in changes.items()}})


def _free(name: str, taken: set[str]) -> str:
    """A name that begins so and is not taken."""
    count = 1
    while f"{name}{count}" in taken:
        count += 1
    taken.add(f"{name}{count}")
    return f"{name}{count}"

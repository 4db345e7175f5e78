"""Instruments that print the module around passes, or write it into files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tilewright.core.dialects.pass_names import classic_pass_name
from tilewright.core.dialects.releases import default_dialect
from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.info import PassInfo
from tilewright.core.passes.core.pass_instrument import PassInstrument


def _shown(info: PassInfo) -> str:
    """The metadata of a pass as the release that programs are written for prints it."""
    if default_dialect().name != "tirx":
        required = ", ".join(info.required)
        return f"The meta data of the pass - pass name: {info.name}, opt_level: {info.opt_level}, required passes: [{required}]"
    required = ", ".join(f'"{each}"' for each in info.required)
    return (
        f'PassInfo(opt_level={info.opt_level}, name="{info.name}", required=[{required}], traceable={info.traceable})'
    )


class PassPrintingInstrument(PassInstrument):
    """Prints the module before the passes of one list of names, and after those of another."""

    def __init__(self, print_before_pass_names: Sequence[str] = (), print_after_pass_names: Sequence[str] = ()) -> None:
        self.before = frozenset(map(classic_pass_name, print_before_pass_names))
        self.after = frozenset(map(classic_pass_name, print_after_pass_names))

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        if classic_pass_name(info.name) in self.before:
            print(f"Print IR before: {info.name}\n{mod.script()}\n\n")

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        if classic_pass_name(info.name) in self.after:
            print(f"Print IR after: {info.name}\n{mod.script()}\n\n")


class PrintBeforeAll(PassInstrument):
    """Prints the module before every pass."""

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        print(f"Before Running Pass: {_shown(info)}\n{mod.script()}")


class PrintAfterAll(PassInstrument):
    """Prints the module after every pass."""

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        print(f"After Running Pass: {_shown(info)}\n{mod.script()}")


class DumpIR(PassInstrument):
    """Writes the module after every pass to `dump_dir`, as `000_tir.Simplify.py`, `001_...` in the order in which passes end.

    With `refresh` the files of an earlier run are removed when the context is entered.
    """

    def __init__(self, dump_dir: Path | str, refresh: bool = False) -> None:
        self.dump_dir = Path(dump_dir)
        self.refresh = refresh
        self.counter = 0

    def enter_pass_ctx(self) -> None:
        self.dump_dir.mkdir(parents=True, exist_ok=True)
        if self.refresh:
            for path in self.dump_dir.glob("[0-9][0-9][0-9]*_*.py"):
                path.unlink()
        self.counter = 0

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        name = re.sub(r"[^\w.-]", "_", info.name)
        path = self.dump_dir / f"{self.counter:03}_{name}.py"
        path.write_text(mod.script() + "\n", encoding="utf-8")
        self.counter += 1

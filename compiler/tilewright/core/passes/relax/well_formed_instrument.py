"""`WellFormedInstrument`: passes of Relax whose input or result is not well formed end with an error."""

from __future__ import annotations

from tilewright.core.graph.well_formed import check_well_formed
from tilewright.core.ir.function import IRModule
from tilewright.core.passes.core.info import PassInfo
from tilewright.core.passes.core.pass_instrument import PassInstrument


class WellFormedInstrument(PassInstrument):
    """Check modules before passes, unless `validate_before_transform` says no, and after them; raises `AssertionError` for one that is not well formed.

    Passes that bring modules into form are not watched.  `check_ty` is that of `well_formed`.
    """

    def __init__(
        self, check_ty: bool = True, validate_before_transform: bool = True, *, check_struct_info: bool | None = None
    ) -> None:
        self.skip_pass_name = ["Normalize", "NormalizeGlobalVar", "ResolveGlobals"]
        self.check_ty = check_ty if check_struct_info is None else check_struct_info
        self.validate_before_transform = validate_before_transform

    def run_before_pass(self, mod: IRModule, info: PassInfo) -> None:
        if self.validate_before_transform:
            self._check(mod, info.name, "before")

    def run_after_pass(self, mod: IRModule, info: PassInfo) -> None:
        self._check(mod, info.name, "after")

    def _check(self, mod: IRModule, name: str, when: str) -> None:
        if name not in self.skip_pass_name and not check_well_formed(mod, self.check_ty):
            raise AssertionError(f"the module is not well formed {when} the pass {name}")

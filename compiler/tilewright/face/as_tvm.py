"""The module `tvm` of `install_as_tvm`: `tilewright` itself, but for the version."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from tilewright.core.dialects import release


class AsTvm(ModuleType):
    """Reads and writes the attributes of `tilewright`; `__version__` is that of the release of TVM that the process stands for."""

    def __init__(self, tilewright: ModuleType) -> None:
        super().__init__("tvm", tilewright.__doc__)
        vars(self)["_tilewright"] = tilewright
        for name in ("__file__", "__path__", "__spec__", "__loader__", "__package__"):
            vars(self)[name] = getattr(tilewright, name)

    @property
    def __version__(self) -> str:
        return f"{release()}.0"

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["_tilewright"], name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(vars(self)["_tilewright"], name, value)

    def __delattr__(self, name: str) -> None:
        delattr(vars(self)["_tilewright"], name)

    def __dir__(self) -> list[str]:
        return dir(vars(self)["_tilewright"])

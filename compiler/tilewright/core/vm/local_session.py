"""`LocalSession`: the interface of a session on another machine, for this one.  Programs that serve both upload, load and run through it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tilewright.core.base.registry import PackedFunction, get_global_func
from tilewright.core.runtime import device as devices
from tilewright.core.runtime.device import Device
from tilewright.core.runtime.foreign_library import ForeignLibrary
from tilewright.core.runtime.module import Module
from tilewright.core.vm.executable import VMExecutable
from tilewright.core.vm.load import load_module


class LocalSession:
    """A session whose files lie in a folder of its own, which goes with it, and whose functions are those of this process."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="tilewright")

    def _path(self, name: str) -> Path:
        """The path of an uploaded file; raises `ValueError` for one outside of the session's folder."""
        root = Path(self._folder.name).resolve()
        found = (root / name).resolve()
        if found != root and root not in found.parents:
            raise ValueError(f"{name} lies outside of the session's folder")
        return found

    def get_function(self, name: str) -> PackedFunction:
        """A registered function; raises `ValueError` when there is none of that name."""
        return get_global_func(name)

    def upload(self, data: bytes | bytearray | str | Path, target: str | None = None) -> None:
        """Put a file, or bytes, into the session under the name `target`, by default the file's own."""
        if isinstance(data, (bytes, bytearray)):
            if not target:
                raise ValueError("must present a target when file is a bytearray")
            self._write(target, bytes(data))
        else:
            self._write(target or Path(data).name, Path(data).read_bytes())

    def _write(self, name: str, data: bytes) -> None:
        place = self._path(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)

    def download(self, path: str) -> bytearray:
        """The bytes of a file of the session."""
        return bytearray(self._path(path).read_bytes())

    def download_linked_module(self, path: str) -> bytearray:
        """A library of the session; of object files, the library that they make."""
        place = self._path(path)
        if place.suffix != ".so":
            load_module(place)
            place = place.with_name(f"{place.name}.so")
        return bytearray(place.read_bytes())

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with all in it."""
        place = self._path(path)
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)

    def listdir(self, path: str) -> list[str]:
        """The names of what is in a folder."""
        return sorted(each.name for each in self._path(path).iterdir())

    def load_module(self, path: str) -> Module | VMExecutable | ForeignLibrary:
        """The module in an uploaded file; see `runtime.load_module`."""
        return load_module(self._path(path))

    def device(self, dev_type: str | int, dev_id: int = 0) -> Device:
        """A device of this machine."""
        return devices.device(dev_type, dev_id)

    def cpu(self, dev_id: int = 0) -> Device:
        """The CPU."""
        return devices.cpu(dev_id)

    def __getattr__(self, name: str) -> Callable[[int], Device]:
        if name not in _KINDS:
            raise AttributeError(f"a session has no attribute {name!r}")
        return lambda dev_id=0: devices.device(_KINDS[name], dev_id)


# Devices by the names of the session's methods.
_KINDS = {name: name for name in ("cuda", "metal", "opencl", "rocm", "vulkan", "webgpu", "hexagon", "ext_dev")} | {
    "cl": "opencl"
}

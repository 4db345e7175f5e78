"""Generated files as text by path: written to disk, or compared with it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def write(files: Mapping[Path, str]) -> list[Path]:
    """Write the files that differ from what is on disk; their paths."""
    changed = [path for path, text in files.items() if _on_disk(path) != text]
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
    return changed


def remove_left_over(files: Mapping[Path, str]) -> list[Path]:
    """Remove generated files that are no longer among those that are made; their paths."""
    gone = _left_over(files)
    for path in gone:
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    return gone


def differences(files: Mapping[Path, str]) -> str:
    """A unified diff from what is on disk to what should be there; empty when they agree."""
    wanted = {**files, **dict.fromkeys(_left_over(files), "")}
    return "".join(_difference(path, text) for path, text in wanted.items())


def _left_over(files: Mapping[Path, str]) -> list[Path]:
    """The stubs of modules that are gone: generated once, and not now."""
    found = sorted((ROOT / "stubs" / "tvm-stubs").rglob("*.pyi"))
    return [path for path in found if path not in files and (_on_disk(path) or "").startswith("# Generated")]


def _difference(path: Path, text: str) -> str:
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()
    old = (_on_disk(path) or "").splitlines(keepends=True)
    return "".join(
        difflib.unified_diff(old, text.splitlines(keepends=True), f"{name} (checked in)", f"{name} (generated)")
    )


def _on_disk(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None

"""Makes what a release consists of in `dist/`: wheel, sdist, VS Code extension, site, their checksums; `make release`.

Everything is made twice from the last commit, each time in a folder of its own, with the commit's time as `SOURCE_DATE_EPOCH`; it must come out the same, byte for byte.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

import tomlkit
import yaml

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


def main() -> int:
    version = agreed_version()
    commit = output("git", "rev-parse", "HEAD")
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct", commit)
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        made, again = (
            {path.name: path for path in artifacts(Path(folder), commit, epoch, version)} for folder in (first, second)
        )
        if different := differing(made, again):
            print(f"not reproducible: {', '.join(different)}", file=sys.stderr)
            return 1
        check(made)
        publish(made)
    print(f"{version}: {', '.join(made)} in {DIST}; built twice with SOURCE_DATE_EPOCH={epoch}, with the same bytes")
    return 0


def versions() -> dict[str, str]:
    """The version by the file that states it."""
    engine = (ROOT / "compiler/tilewright/core/base/version.py").read_text(encoding="utf-8")
    return {
        "pyproject.toml": str(
            tomlkit.parse((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
        ),
        "version.py": engine.rpartition("VERSION = ")[2].strip().strip('"'),
        "package.json": json.loads((ROOT / "vscode-client/package.json").read_text(encoding="utf-8"))["version"],
        "CITATION.cff": yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["version"],
    }


def agreed_version() -> str:
    """The version that all files state; exits where they differ, or where the changelog has no section for it."""
    found = versions()
    if len(set(found.values())) > 1:
        sys.exit(f"the versions differ: {found}")
    version = found["pyproject.toml"]
    if f"\n## {version}" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        sys.exit(f"CHANGELOG.md has no section `## {version}`")
    return version


def artifacts(folder: Path, commit: str, epoch: str, version: str) -> list[Path]:
    """Build everything once, below `folder`, from the files of the commit."""
    source, made = folder / "source", folder / "made"
    source.mkdir()
    run("sh", "-c", f"git archive {commit} | tar -x -C '{source}'")
    path = os.pathsep.join(str(source / each) for each in ("compiler", "server", "stubs"))
    env = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": path}
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(made), cwd=source, env=env)
    run(sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder / "site"), cwd=source, env=env)
    site = archive(folder / "site", made / f"tilewright-{version}-site.tar.gz", int(epoch))
    wheel, sdist = next(made.glob("*.whl")), made / f"tilewright-{version}.tar.gz"
    return [wheel, sdist, site, extension(source / "vscode-client", wheel, made, env)]


def archive(folder: Path, target: Path, epoch: int) -> Path:
    """A tar file whose bytes depend on names and contents alone."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(f"site/{path.relative_to(folder).as_posix()}")
            entry.size, entry.mtime, entry.mode = path.stat().st_size, epoch, 0o644
            with path.open("rb") as content:
                tar.addfile(entry, content)
    target.write_bytes(gzip.compress(packed.getvalue(), mtime=epoch))
    return target


def extension(client: Path, wheel: Path, made: Path, env: Mapping[str, str]) -> Path:
    """The VS Code extension, which carries the wheel."""
    (client / "wheel").mkdir()
    shutil.copy(wheel, client / "wheel")
    run("npm", "ci", "--no-audit", "--no-fund", "--silent", cwd=client, env=env)
    run("npm", "run", "--silent", "package", cwd=client, env=env)
    return Path(shutil.copy(next((client / "dist").glob("*.vsix")), made))


def differing(made: Mapping[str, Path], again: Mapping[str, Path]) -> list[str]:
    """The names of files that are not the same in both."""
    return [
        name
        for name in {**made, **again}
        if name not in made or name not in again or digest(made[name]) != digest(again[name])
    ]


def check(made: Mapping[str, Path]) -> None:
    """What the package index and installers would refuse."""
    packages = [str(path) for name, path in made.items() if name.endswith((".whl", ".tar.gz")) and "-site" not in name]
    run(sys.executable, "-m", "twine", "check", "--strict", *packages)
    run(sys.executable, "-m", "check_wheel_contents", *(each for each in packages if each.endswith(".whl")))


def publish(made: Mapping[str, Path]) -> None:
    """Move the files to `dist/`, with their checksums."""
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    lines = [f"{digest(path)}  {name}\n" for name, path in sorted(made.items())]
    for path in made.values():
        shutil.copy(path, DIST)
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def run(*command: str, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
    subprocess.run(command, cwd=cwd, env=None if env is None else dict(env), check=True)


if __name__ == "__main__":
    sys.exit(main())

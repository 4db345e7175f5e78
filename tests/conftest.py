"""Tests say the same on every machine: of the environment they see only what is named here, they have a home of their own, and stand for one release.

What they compile goes into a cache of their own, so that they neither use nor fill the user's.
"""

from __future__ import annotations

import atexit
import getpass
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Where programs lie, where temporary files go, who runs them, what test tools tell their own processes; and how packages are
# reached, which the comparisons with peers install.
KEPT = re.compile(
    r"PATH|LD_LIBRARY_PATH|TMPDIR|USER|LOGNAME|SHELL|(PYTEST|COVERAGE|HYPOTHESIS|PIP)_.*|TORCH_REQUIREMENT"
    r"|(?i:https?_proxy|no_proxy)|SSL_CERT_FILE|REQUESTS_CA_BUNDLE"
    r"|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|TEMP|TMP|USERPROFILE|(LOCAL)?APPDATA"  # Windows starts no program without them
)
FIXED = {"LANG": "C.UTF-8", "TERM": "dumb"}


def enter_own_environment() -> None:
    """Leave the settings of the machine, of its user and of its CI behind: HOME, XDG_*, PYTHON*, CC, FORCE_COLOR, CI and the like."""
    pip = Path(os.path.expanduser("~"), ".config", "pip", "pip.conf")
    home = tempfile.mkdtemp(prefix="tilewright-home-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for name in [name for name in os.environ if not KEPT.fullmatch(name)]:
        del os.environ[name]
    if os.access(pip, os.R_OK):
        os.environ.setdefault("PIP_CONFIG_FILE", str(pip))
    cache = os.path.join(
        tempfile.gettempdir(), f"tilewright-tests-{os.getuid() if hasattr(os, 'getuid') else getpass.getuser()}"
    )
    os.environ.update(FIXED, HOME=home, TILEWRIGHT_CACHE_DIR=cache)


enter_own_environment()

from hypothesis import HealthCheck, settings  # noqa: E402  # it looks for CI when it is imported

# The same examples everywhere, whatever failed on this machine before; `--hypothesis-profile=random` looks further.
# A busy machine is no failure: nothing here depends on time.
settings.register_profile(
    "tilewright", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("random", settings.get_profile("tilewright"), derandomize=False)
settings.load_profile("tilewright")

from tilewright.core.dialects import choose  # noqa: E402  # the environment may choose the release
from tilewright.core.ops.op import own_attributes, own_ops  # noqa: E402

# Tests of either release share a process: what one imports shall not choose the dialect that another prints in.
choose("0.22")


@pytest.fixture(autouse=True)
def registrations_end_with_their_test() -> Iterator[None]:
    """What a test registers in the op table is gone after it; builds would go past the cache for the rest of the process."""
    before = own_ops.copy(), own_attributes.copy()
    yield
    for table, content in zip((own_ops, own_attributes), before):
        table.clear()
        table.update(content)


_NEEDS_TORCH = re.compile(r"^(?:import|from) torch\b|importorskip\(.torch.\)", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--without-torch", action="store_true", help="leave out the files that need PyTorch")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """PyTorch is large: other interpreters than that of `make test` are tried without it."""
    if not config.getoption("--without-torch") or collection_path.suffix != ".py":
        return None
    return bool(_NEEDS_TORCH.search(collection_path.read_text(encoding="utf-8"))) or None


# Files whose tests take long and share nothing.
_APART = tuple(
    f"tests/{name}.py::"
    for name in (
        "analysis/test_soundness",
        "docs/test_pages",
        "fuzz/test_mutants",
        "migrate/test_law",
        "refactor/test_law",
    )
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadfile` a process takes whole files, those of many tests first; tests that share nothing come last one by one, so that all processes end at the same time."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return nodeid if nodeid.startswith(_APART) else super()._split_scope(nodeid)

    return Scheduling(config, log)

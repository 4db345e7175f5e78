"""The site names every page of the manual, each diagnostic has its address, and no link of the site is dead."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from posixpath import normpath

import pytest
import yaml
from generate.site import site_pages

from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.passes.pipelines import stages
from tilewright.core.target import Target
from tilewright.project.address import SITE, help_address
from tilewright.tir import Schedule

ROOT = Path(__file__).parents[2]
SETTINGS = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def named(entry: object) -> list[str]:
    """The pages of a part of the table of contents."""
    if isinstance(entry, str):
        return [entry]
    below = entry.values() if isinstance(entry, dict) else entry
    return [page for each in below for page in named(each)]


def test_the_table_of_contents_names_every_page_once() -> None:
    files = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    generated = [page for page in site_pages() if not page.startswith("reference/names/")]
    assert sorted(named(SETTINGS["nav"])) == sorted([*files, *generated])


def test_every_page_says_something() -> None:
    assert [page for page, text in texts().items() if len(text.splitlines()) < 5] == []


def texts() -> dict[str, str]:
    """The text of each page of the table of contents."""
    generated = site_pages()
    return {page: generated.get(page) or (ROOT / "docs" / page).read_text("utf-8") for page in named(SETTINGS["nav"])}


def test_the_reference_names_every_pass_primitive_command_and_public_name() -> None:
    pages = site_pages()
    assert {name for name in dir(Schedule) if not name.startswith("_")} - set(
        re.findall(r"^### `(\w+)`", pages["reference/schedule-primitives.md"], re.MULTILINE)
    ) <= {"block_of", "func_working_on", "is_", "mod", "run_instruction", "same_as", "traced"}
    for step in stages(Target("llvm")):
        assert f"`{step.name}`" in pages["reference/passes.md"]
    for command in ("check", "run", "cache clear"):
        assert f"## `tilewright {command}`" in pages["reference/commands.md"]
    for setting in ("tilewright.run.timeout", "tilewright.interpreter"):
        assert f"`{setting}`" in pages["reference/settings.md"]
    for package, name in (("tir", "`get_vscale_expr"), ("relax", "`BlockBuilder"), ("topi", "`adaptive_pool")):
        assert name in pages[f"reference/names/{package}.md"]


def test_addresses_of_diagnostics_are_on_the_site() -> None:
    assert help_address("index-type") == f"{SITE}diagnostics/index-type.html"


def test_links_between_pages_lead_to_files() -> None:
    generated = site_pages()
    dead = [
        f"{page}: {link}"
        for page in named(SETTINGS["nav"])
        if (ROOT / "docs" / page).exists()  # mkdocs looks at those of generated pages
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", without_code(page))
        if normpath(f"{page}/../{link}") not in generated and not (ROOT / "docs" / page).parent.joinpath(link).exists()
    ]
    assert dead == []


def without_code(page: str) -> str:
    """The text of a page without what looks like a link in code."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```|`[^`\n]*`|^    .*?$", "", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("material") is None, reason="needs the extra `docs`")
def test_the_site_builds_with_a_page_for_each_diagnostic(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    pages = {path.stem for path in (tmp_path / "diagnostics").glob("*.html")}
    assert pages == set(CATALOGUE)
    assert re.search(r"<h1[^>]*>index-type", (tmp_path / "diagnostics" / "index-type.html").read_text())
    assert 'id="tilewright.tir.Schedule.split"' in (tmp_path / "reference" / "python.html").read_text()
    assert (tmp_path / "search" / "search_index.js").exists()  # what makes search work without a server


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("material") is None, reason="needs the extra `docs`")
@pytest.mark.parametrize("link", ["nothing.md", "schedules.md#nothing"])
def test_a_dead_link_ends_the_build(link: str, tmp_path: Path) -> None:
    for name in ("docs", ".ci", "compiler"):
        (tmp_path / name).mkdir()
    for name in ("index", "schedules", "diagnostics"):
        (tmp_path / "docs" / f"{name}.md").write_text("# Page\n")
    (tmp_path / "docs" / "index.md").write_text(f"[here]({link})\n")
    (tmp_path / ".ci" / "site_pages.py").write_text((ROOT / ".ci" / "site_pages.py").read_text())
    settings = re.sub(r"^nav:\n(?:  .*\n)+", "", (ROOT / "mkdocs.yml").read_text(), flags=re.MULTILINE)
    (tmp_path / "mkdocs.yml").write_text(settings)
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(tmp_path / "site")]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert process.returncode == 1
    assert "nothing" in process.stderr
    assert "Aborted with 1 warnings in strict mode" in process.stdout + process.stderr

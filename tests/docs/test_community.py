"""What a forge and a package index read of the repository: templates of issues, how to cite it, addresses, the README."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest
import tomlkit
import yaml

from tilewright.project.address import REPOSITORY, SITE

pytestmark = pytest.mark.repository

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
package_readme = runpy.run_path(str(ROOT / ".ci" / "package_readme.py"))["package_readme"]


def read(path: Path) -> dict[str, object]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_of_issues_has_what_github_requires(path: Path) -> None:
    template = read(path)
    assert {"name", "description", "body"} <= set(template)
    ids = [each["id"] for each in template["body"]]
    assert len(ids) == len(set(ids))
    assert all(each["attributes"]["label"] for each in template["body"])
    assert {each["type"] for each in template["body"]} <= {"textarea", "input", "dropdown", "checkboxes", "markdown"}


def test_there_are_templates() -> None:
    assert len(TEMPLATES) >= 3


def test_the_citation_agrees_with_the_package() -> None:
    citation, project = read(ROOT / "CITATION.cff"), tomlkit.parse((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["license"] == project["license"]
    assert citation["version"] == project["version"]
    assert citation["authors"] == [dict(author) for author in project["authors"]]


def test_the_workflows_test_every_python_and_system_that_the_package_names() -> None:
    jobs = read(ROOT / ".github" / "workflows" / "test.yml")["jobs"]
    matrix = jobs["fast"]["strategy"]["matrix"]
    pythons = runpy.run_path(str(ROOT / ".ci" / "pythons.py"))["MINORS"]
    assert matrix["python"] == [f"3.{minor}" for minor in pythons]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert "ubuntu-24.04-arm" in jobs["whole"]["strategy"]["matrix"]["os"]


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_a_workflow_calls_targets_that_exist_and_may_only_read(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    called = {name for step in steps for name in re.findall(r"^make ([\w-]+)$", step.get("run", ""), re.MULTILINE)}
    assert called - targets == set()
    assert all(re.fullmatch(r"[\w/-]+@(v\d+|release/v1)", step["uses"]) for step in steps if "uses" in step)


def test_every_file_has_the_addresses_of_the_project() -> None:
    citation, client = read(ROOT / "CITATION.cff"), json.loads((ROOT / "vscode-client" / "package.json").read_text())
    assert (citation["url"], citation["repository-code"]) == (SITE, REPOSITORY)
    assert client["repository"]["url"] == f"{REPOSITORY}.git"
    for page in ("README.md", "docs/tutorial/first-mistake.md"):
        assert f"git clone {REPOSITORY}\n" in (ROOT / page).read_text(encoding="utf-8")
    contact = (ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml").read_text()
    assert f"url: {REPOSITORY}/security/advisories/new" in contact


def test_the_readme_of_the_package_has_absolute_links_to_files_that_exist() -> None:
    text = package_readme((ROOT / "README.md").read_text(encoding="utf-8"), REPOSITORY)
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert [link for link in links if not link.startswith("https://")] == []
    own = [re.fullmatch(rf"{REPOSITORY}/(blob|tree|raw)/main/([^#]+)(#.*)?", link) for link in links]
    paths = {found[2]: found[1] for found in own if found}
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert paths["docs/images/vscode.png"] == "raw"
    assert paths["examples/"] == "tree"
    assert "invisible-code" not in text


def test_the_picture_of_speed_shows_the_results() -> None:
    draw = runpy.run_path(str(ROOT / "docs" / "speed_picture.py"))["picture"]
    shown = (ROOT / "docs" / "images" / "speed.svg").read_text(encoding="utf-8")
    assert shown == draw((ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")), (
        "run python docs/speed_picture.py"
    )


def test_each_row_of_the_picture_of_speed_has_a_mark() -> None:
    drawing = runpy.run_path(str(ROOT / "docs" / "speed_picture.py"))
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    for section in drawing["PANELS"]:
        assert all(drawing["ratios"](results, section).values())


def test_the_picture_of_the_tutorial_shows_the_times_of_its_table() -> None:
    drawing = runpy.run_path(str(ROOT / "docs" / "tensorir_pictures.py"))
    shown = (ROOT / "docs" / "images" / "matmul-steps.svg").read_text(encoding="utf-8")
    assert shown == drawing["steps_picture"](drawing["times"]()), "run python docs/tensorir_pictures.py"


def test_the_page_of_dependencies_names_each() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    named = set(re.findall(r"[@\w][\w/.-]*[\w]", " ".join(cells)))
    project = tomlkit.parse((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    wanted += [each for extra in project["project"]["optional-dependencies"].values() for each in extra]
    packages = {re.split(r"[<>=;! ]", each)[0] for each in wanted}
    for manifest in ("vscode-client/package.json", "tests/vscode/package.json"):
        content = json.loads((ROOT / manifest).read_text())
        packages |= {*content.get("dependencies", {}), *content.get("devDependencies", {})}
    assert sorted(packages - named) == []

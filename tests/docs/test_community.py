"""What a forge reads of the repository: templates of issues, how to cite it."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomlkit
import yaml

from tilewright.project.address import SITE

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


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
    assert citation["url"] == SITE

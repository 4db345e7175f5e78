"""What the manifest of the VS Code extension contributes, against the program that it speaks of."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from tilewright.core.analyze import analyze
from tilewright.project.address import REPOSITORY, SITE
from tilewright_server.features.snippets import SNIPPETS
from tilewright_server.wire import TOKEN_LEGEND

CLIENT = Path(__file__).parents[2] / "vscode-client"
MANIFEST = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
CONTRIBUTES = MANIFEST["contributes"]
OWN_SNIPPETS = json.loads((CLIENT / "snippets" / "python.json").read_text(encoding="utf-8"))
HEADER = "from tilewright.script import relax as R\n\n\n"
BROKEN = """\
from tilewright.script import tir as T


@T.prim_func
def f(A: T.Buffer((16,), "float32")):
    for i in range(16):
        A[i] = missing
    for i in range(16):
        A[i, i] = T.float32(0)
"""


def matched(output: str) -> list[tuple[str, ...]]:
    """Severity, code, message, file, line and column of what the matcher finds, as VS Code applies its two patterns."""
    head, place = (re.compile(each["regexp"]) for each in CONTRIBUTES["problemMatchers"][0]["pattern"])
    lines = output.splitlines()
    pairs = [(head.search(line), place.search(after)) for line, after in pairwise(lines)]
    return [(*first.groups(), *second.groups()) for first, second in pairs if first and second]


def test_the_problem_matcher_reads_the_report_of_check(tmp_path: Path) -> None:
    for name in ("a b.py", "c:1.py"):
        (tmp_path / name).write_text(BROKEN)
    command = [sys.executable, "-m", "tilewright", "check", "--no-cache", str(tmp_path)]
    found = subprocess.run([*command, "--output-format", "json"], capture_output=True, text=True, check=False)
    expected = [
        tuple(str(each[key]) for key in ("severity", "code", "message", "file", "line", "column"))
        for each in json.loads(found.stdout)["diagnostics"]
    ]
    assert len(expected) == 4
    text = subprocess.run(command, capture_output=True, text=True, check=False, env={"COLUMNS": "40"}).stdout
    assert matched(text) == expected


@pytest.mark.parametrize("name", OWN_SNIPPETS)
def test_a_snippet_is_a_program_without_mistakes(name: str) -> None:
    body = re.sub(r"\$\{\d+:([^}]*)\}|\$0", lambda place: place[1] or "", "\n".join(OWN_SNIPPETS[name]["body"]))
    analysis = analyze(body if "import" in body else HEADER + body)
    assert analysis.definitions
    assert analysis.diagnostics == ()


def test_no_snippet_is_offered_twice() -> None:
    assert {each["prefix"] for each in OWN_SNIPPETS.values()}.isdisjoint(each.name for each in SNIPPETS)


def test_the_walkthrough_leads_to_commands_and_pictures_that_exist() -> None:
    commands = {each["command"] for each in CONTRIBUTES["commands"]}
    bundle = (CLIENT / "scripts" / "bundle.mjs").read_text(encoding="utf-8")
    for step in CONTRIBUTES["walkthroughs"][0]["steps"]:
        linked = re.findall(r"\(command:([\w.]+)\)", step["description"])
        assert linked
        assert {each for each in linked if each.startswith("tilewright.")} <= commands
        assert f"docs/images/{Path(step['media']['image']).name}" in bundle
        assert step["media"]["altText"]
    for file in re.findall(r'"((?:docs|examples)/[^"]+)"', bundle):
        assert (CLIENT.parent / file).is_file()


def test_the_addresses_are_the_projects() -> None:
    assert MANIFEST["bugs"]["url"] == f"{REPOSITORY}/issues"
    assert MANIFEST["homepage"] == f"{REPOSITORY}/blob/main/docs/vscode.md"


def test_the_pictures_of_the_readme_are_those_of_the_manual() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]*)\)", (CLIENT / "README.md").read_text())
    assert pictures
    for address in pictures:
        assert address.startswith(f"{SITE}images/")
        assert (CLIENT.parent / "docs/images" / address.removeprefix(f"{SITE}images/")).is_file()


def test_the_browser_has_a_file_of_its_own_for_every_command() -> None:
    """Where no machine is, `web.ts` answers the commands of the manifest; without it VS Code says that they do not exist."""
    assert MANIFEST["browser"].removeprefix("./") in MANIFEST["files"]
    commands = (CLIENT / "src" / "protocol.ts").read_text().partition("SERVER_COMMANDS")[0]
    assert {each["command"] for each in CONTRIBUTES["commands"]} == set(re.findall(r'"(tilewright\.\w+)"', commands))


def test_colours_need_no_map_of_scopes() -> None:
    """VS Code knows the scopes of the protocol's own types of tokens in every theme; a type of ours would need `semanticTokenScopes`."""
    assert {*TOKEN_LEGEND["tokenTypes"]} <= {each.value for each in lsp.SemanticTokenTypes}
    assert {*TOKEN_LEGEND["tokenModifiers"]} <= {each.value for each in lsp.SemanticTokenModifiers}
    assert "semanticTokenScopes" not in CONTRIBUTES


def test_every_setting_of_the_server_is_described_in_the_settings_editor() -> None:
    for name, setting in CONTRIBUTES["configuration"]["properties"].items():
        assert setting.get("markdownDescription") or setting.get("description"), name
    assert {"icon", "galleryBanner", "categories", "keywords", "license", "repository", "homepage", "bugs"} <= {
        *MANIFEST
    }
    assert (CLIENT / MANIFEST["icon"]).is_file()

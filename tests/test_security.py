"""Each numbered sentence of SECURITY.md, tested by the function that has its number."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from dataclasses import fields
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.server.random_edits import Document, Session
from tilewright.core.analyze import analyze
from tilewright.core.driver.build import build
from tilewright.explore.requests import Requests
from tilewright.explore.site import Site
from tilewright.runtime import ArgumentError
from tilewright.script import from_source
from tilewright_server.__main__ import _parser  # pyright: ignore[reportPrivateUsage]
from tilewright_server.settings import Settings, settings_from

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "vscode-client"
# A program that notes when its Python code runs; `made` is there only then, `plain` can be read.
PROGRAM = """import pathlib
from tvm.script import ir as I, relax as R, tir as T

pathlib.Path(__file__).with_name("executed").touch()
size = pathlib.Path(__file__).stat().st_nlink * 8


@T.prim_func
def plain(A: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i] = 1.0


@T.prim_func
def made(A: T.Buffer((size,), "float32")):
    for i in range(8):
        A[i] = 1.0


@T.prim_func
def crash(A: T.Buffer((1,), "int64")):
    for i in range(8):
        A[(A[0] + T.int64(9)) * T.int64(100000000000)] = T.int64(1)


@I.ir_module
class Graph:
    @R.function
    def main(x: R.Tensor((8,), "float32")):
        y = R.exp(x)
        return y
"""
NO_NETWORK = """
import sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto"):
        raise SystemExit(f"network: {event} {arguments}")
sys.addaudithook(refuse)
sys.argv[0] = "tilewright"
from tilewright.cli.main import main
main()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "workspace" / "program.py"
    path.parent.mkdir()
    path.write_text(PROGRAM)
    return path


def tilewright(
    file: Path, *arguments: str, before: tuple[str, ...] = ("-m", "tilewright")
) -> subprocess.CompletedProcess[str]:
    """A command, started in the folder of the file, with a home of its own."""
    home = file.parent.parent / "home"
    home.mkdir(exist_ok=True)
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "TILEWRIGHT_CACHE_DIR": ""}
    given = [argument.replace("FILE", str(file)) for argument in arguments]
    return subprocess.run(
        [sys.executable, *before, *given], cwd=file.parent, env=environment, capture_output=True, text=True, timeout=120, check=False
    )  # fmt: skip


def executed(file: Path) -> bool:
    return file.with_name("executed").exists()


def files_of(file: Path) -> dict[str, bytes]:
    """Every file of the workspace and the home."""
    top = file.parent.parent
    return {str(path.relative_to(top)): path.read_bytes() for path in top.rglob("*") if path.is_file()}


READING = (
    ("check", "FILE"),
    ("print", "FILE"),
    ("lower", "FILE::plain"),
    ("lower", "FILE::plain", "--to", "asm"),
    ("migrate", "FILE", "--to", "tirx"),
    ("explain", "all"),
)


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_1_reading_executes_nothing(file: Path, command: tuple[str, ...]) -> None:
    found = tilewright(file, *command)
    assert found.stdout or found.stderr
    assert not executed(file)


def seen_by_the_server(file: Path) -> None:
    """Open the file and ask about every line of it."""
    session = Session()
    document = Document(session, file.as_uri(), file.read_text())
    places: list[dict[str, Any]] = [{"line": line, "character": 6} for line in range(file.read_text().count("\n"))]
    document.seen(places)
    for method in ("completion", "definition", "references", "codeAction", "codeLens", "inlayHint"):
        place = {"start": places[0], "end": places[-1]}
        document.session.request(
            f"textDocument/{method}",
            {"textDocument": document.identifier, "position": places[10], "range": place, "context": {"diagnostics": [], "includeDeclaration": True}},
        )  # fmt: skip
    session.end()


def test_2_the_server_executes_nothing(file: Path) -> None:
    seen_by_the_server(file)
    assert not executed(file)


def test_3_a_function_is_run_apart_and_the_file_only_where_it_must_be(file: Path) -> None:
    assert tilewright(file, "run", "FILE::plain", "--repeat", "1").returncode == 0
    assert not executed(file)
    assert tilewright(file, "run", "FILE::made", "--repeat", "1").returncode == 0
    assert executed(file)


@pytest.mark.parametrize("command", ["lower", "print", "profile", "tune", "debug"])
@pytest.mark.slow
def test_3_other_commands_execute_the_file_for_what_only_that_defines(file: Path, command: str) -> None:
    plain, made = ("Graph", "Other") if command == "debug" else ("plain", "made")
    file.write_text(PROGRAM + "\n\nOther = [Graph][0]\n")
    options = ("--trials", "1") if command == "tune" else ()
    tilewright(file, command, f"FILE::{plain}", *options)
    tilewright(file, command, "FILE::nothing", *options)
    assert not executed(file)
    tilewright(file, command, f"FILE::{made}", *options)
    assert executed(file)


def test_4_a_script_is_executed(file: Path) -> None:
    assert tilewright(file, "run", "FILE").returncode == 0
    assert executed(file)


@pytest.mark.torch
def test_5_debugging_runs_graphs_alone(file: Path) -> None:
    found = tilewright(file, "debug", "FILE::Graph")
    assert "values agree" in found.stdout, found.stderr
    assert not executed(file)


def test_6_a_crash_ends_its_own_process(file: Path) -> None:
    found = tilewright(file, "run", "FILE::crash")
    assert found.returncode == 1
    assert "ended by signal" in found.stderr
    checked = tilewright(file, "run", "--check-bounds", "FILE::crash")
    assert "OUT OF THE BOUNDS" in checked.stderr


@pytest.mark.parametrize(
    "arguments",
    [(), (np.zeros(8, "float32"),) * 2, (np.zeros(8, "float64"),), (np.zeros(7, "float32"),), (np.zeros(16, "float32")[::2],), (np.zeros((8, 1), "float32"),), ("text",), (None,)],
)  # fmt: skip
def test_7_arguments_are_checked(arguments: tuple[Any, ...]) -> None:
    native = build(from_source('@T.prim_func\ndef f(A: T.Buffer((8,), "float32")):\n    A[0] = 1.0\n'))
    with pytest.raises(ArgumentError):
        native(*arguments)


@pytest.mark.slow
def test_8_an_analysis_has_limits() -> None:
    macros = "@T.macro\ndef m0():\n    T.evaluate(0)\n" + "".join(
        f"@T.macro\ndef m{at}():\n    m{at - 1}()\n    m{at - 1}()\n" for at in range(1, 24)
    )
    text = f"from tvm.script import tir as T\n{macros}@T.prim_func\ndef f():\n    m23()\n"
    assert [found.code for found in analyze(text).diagnostics] == ["too-large"]


def test_9_files_of_the_workspace_stand_in_for_no_module(file: Path) -> None:
    names = ("numpy", "typer", "rich", "libcst", "ml_dtypes", "llvmlite", "platformdirs", "asyncio")
    for name in names:
        file.with_name(f"{name}.py").write_text(
            'import pathlib\npathlib.Path(__file__).with_name("executed").touch()\n'
        )
    assert "error" not in tilewright(file, "check", "FILE").stderr
    assert not executed(file)
    said = tilewright(file, "--help", before=("-m", "tilewright_server"))
    assert "Language server" in said.stdout, said.stderr
    assert not executed(file)
    file.with_name("types.py").write_text(file.with_name("numpy.py").read_text())
    alone = tilewright(file, "check", "FILE", before=("-I", "-m", "tilewright"))
    assert "error" not in alone.stderr
    assert not executed(file)


def test_10_untrusted_workspaces_are_limited() -> None:
    package = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    untrusted = package["capabilities"]["untrustedWorkspaces"]
    assert untrusted["supported"] == "limited"
    assert set(untrusted["restrictedConfigurations"]) == {
        "tilewright.interpreter",
        "tilewright.serverArguments",
        "tilewright.diagnostics.exact",
    }
    run = (CLIENT / "src" / "buildAndRun.ts").read_text(encoding="utf-8")
    assert run.index("workspace.isTrusted") < run.index("which you have not trusted")
    protocol = (CLIENT / "src" / "protocol.ts").read_text(encoding="utf-8")
    refused = protocol.partition("EXECUTING_COMMANDS")[2].partition("];")[0]
    assert all(f"SERVER_COMMANDS.{name}," in refused for name in ("buildAndRun", "profile", "tune", "exactCheck"))
    exact = (CLIENT / "src" / "exactCheck.ts").read_text(encoding="utf-8")
    assert exact.index("await readyClient(") < exact.index("SERVER_COMMANDS.exactCheck")
    settings = (CLIENT / "src" / "configuration.ts").read_text(encoding="utf-8")
    assert "exact: settings.diagnostics.exact && workspace.isTrusted" in settings


def test_11_settings_name_no_program() -> None:
    assert {field.type for field in fields(Settings)} <= {"str", "int", "float", "bool", "int | None"}
    texts = [field.name for field in fields(Settings) if field.type == "str"]
    tree = {"diagnostics": dict.fromkeys(texts, "/bin/sh"), "run": dict.fromkeys(texts, "/bin/sh")}
    assert settings_from(tree) == Settings()


@pytest.mark.parametrize(
    "command",
    [
        ("check", "FILE", "--no-cache"),
        *(each for each in READING if "asm" not in each and each[0] not in ("migrate", "check")),
    ],
    ids=" ".join,
)
def test_12_reading_writes_nothing(file: Path, command: tuple[str, ...]) -> None:
    before = files_of(file)
    tilewright(file, *command)
    assert files_of(file) == before


def test_12_check_writes_into_the_cache_folder_alone(file: Path) -> None:
    before = files_of(file)
    tilewright(file, "check", "FILE")
    after = files_of(file)
    assert {name: after[name] for name in before} == before
    assert all(name.startswith("home/cache/tilewright/check/") for name in after.keys() - before.keys())


def test_13_files_are_changed_only_when_that_is_asked_for(file: Path) -> None:
    before = files_of(file)
    for command in (("migrate", "FILE", "--to", "tirx"), ("migrate", "FILE", "--to", "tirx", "--diff"), ("init", ".")):
        tilewright(file, *command)
        assert files_of(file) == before
    tilewright(file, "migrate", "FILE", "--to", "tirx", "--write")
    changed = {name for name, content in files_of(file).items() if before.get(name) != content}
    assert changed == {os.path.join("workspace", "program.py")}


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of POSIX")
def test_14_compiled_code_is_the_users_own(file: Path) -> None:
    tilewright(file, "run", "FILE::plain", "--repeat", "1")
    folder = file.parent.parent / "home" / "cache" / "tilewright" / "objects"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert list(folder.glob("*.o"))
    for entry in folder.iterdir():
        entry.unlink()
    folder.chmod(0o777)
    tilewright(file, "run", "FILE::plain", "--repeat", "1")
    assert list(folder.iterdir()) == []


def test_15_the_server_writes_nothing(file: Path) -> None:
    before = files_of(file)
    seen_by_the_server(file)
    assert files_of(file) == before


@pytest.mark.parametrize(
    "command", [*READING, ("run", "FILE::plain", "--repeat", "1"), ("doctor",), ("cache", "info")], ids=" ".join
)
def test_16_nothing_is_sent(file: Path, command: tuple[str, ...]) -> None:
    found = tilewright(file, *command, before=("-c", NO_NETWORK))
    assert "network:" not in found.stderr
    assert found.returncode in (0, 1), found.stderr


def test_16_the_server_sends_nothing(file: Path) -> None:
    start = NO_NETWORK.replace("from tilewright.cli.main import main", "from tilewright_server.__main__ import main")
    found = tilewright(file, before=("-c", start))
    assert "network:" not in found.stderr


def test_17_the_server_listens_on_this_machine_when_it_is_asked_to() -> None:
    assert _parser().parse_args([]).tcp is None
    assert _parser().parse_args(["--tcp", "1"]).host == "127.0.0.1"


def test_18_the_extension_makes_no_request() -> None:
    package = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    assert set(package["dependencies"]) == {"vscode-languageclient"}
    requests = re.compile(
        r"\bfetch\(|XMLHttpRequest|from \"(?:node:)?(?:https?|net|tls|dgram)\"|telemetry", re.IGNORECASE
    )
    for source in (CLIENT / "src").rglob("*.ts"):
        assert requests.search(source.read_text(encoding="utf-8")) is None, source


def served(requests: Requests) -> Site:
    """The explorer's page, in a thread."""
    site = Site(requests)
    threading.Thread(target=site.serve_forever, args=(0.01,), daemon=True).start()
    return site


def test_19_exploring_a_file_compiles_and_runs_nothing(file: Path) -> None:
    requests = Requests(file)
    for name in ("plain", "made", "crash", "Graph.main"):
        assert requests.answer("explore", {"name": name})["name"] == name
        requests.answer("rest", {})
    assert not executed(file)
    ran = requests.answer("run", {"name": "crash"})
    requests.workshop.close()
    assert "signal" in ran["title"]
    assert not executed(file)


def test_20_the_explorer_listens_on_this_machine_and_answers_its_own_page_only(file: Path) -> None:
    site = served(Requests(file))
    asked = [
        ("/", {}),
        ("/explorer.js", {}),
        ("/wrong/", {}),
        (f"/{site.token}/", {"Host": "attacker.example"}),
        (f"/{site.token}/", {"Origin": "http://attacker.example"}),
        (f"/{site.token}/../program.py", {}),
        (f"/{site.token}/", {}),
    ]
    answers: list[int] = []
    for path, headers in asked:
        connection = HTTPConnection(str(site.server_address[0]), site.server_port, timeout=60)
        connection.request("GET", path, headers=headers)
        answers.append(connection.getresponse().status)
        connection.close()
    site.shutdown()
    site.server_close()
    assert site.server_address[0] == "127.0.0.1"
    assert answers == [403, 403, 403, 403, 403, 404, 200]


def test_21_the_exact_check_executes_what_is_asked_for(file: Path) -> None:
    assert settings_from({}).exact is False
    assert tilewright(file, "check", "--exact", str(file.parent)).returncode == 2
    assert tilewright(file, "check", "--exact", "--watch", "FILE").returncode == 2
    seen_by_the_server(file)
    assert not executed(file)
    assert tilewright(file, "check", "--exact", "FILE").returncode in (0, 1)
    assert executed(file)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("while True: pass", "stopped after 2 s"),
        ("bytearray(6 << 30)", "MemoryError"),
        ("__import__('os').abort()", "ended by signal"),
        ("raise SystemExit(0)", "SystemExit"),
    ],
)
def test_22_the_exact_check_has_limits(file: Path, statement: str, said: str) -> None:
    file.write_text(f"{PROGRAM}\n\n{statement}\n")
    limit = "2" if "while" in statement else "60"
    found = tilewright(file, "check", "--exact", "--timeout", limit, "FILE")
    assert found.returncode == 1
    assert "not-executed" in found.stdout
    assert said in found.stdout


def test_every_sentence_has_a_test() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    said = set(re.findall(r"^(\d+)\. ", text, re.MULTILINE))
    tested = {name.split("_")[1] for name in globals() if re.match(r"test_\d+_", name)}
    assert said == tested

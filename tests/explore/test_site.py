"""The explorer's page: who is answered and who is refused, edits of the file, time limits, and that nothing of the file runs."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.explore.test_stages import ADD
from tilewright.explore.question import Question
from tilewright.explore.requests import Requests
from tilewright.explore.site import Site
from tilewright.explore.workshop import ExplorerError, Workshop

PROGRAM = 'import pathlib\n\npathlib.Path(__file__).with_name("executed").touch()\n' + ADD


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("workspace") / "program.py"
    path.write_text(PROGRAM)
    return path


@contextmanager
def served(file: Path) -> Generator[Site]:
    made = Site(Requests(file))
    threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield made
    finally:
        made.shutdown()
        made.server_close()
        made.requests.workshop.close()


@pytest.fixture(scope="module")
def site(file: Path) -> Iterator[Site]:
    with served(file) as made:
        yield made


def send(site: Site, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """A request with the right headers, but for those that are given."""
    connection = http.client.HTTPConnection("127.0.0.1", site.server_port, timeout=60)
    given = {"Content-Type": "application/json"} if body is not None else {}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    connection.request(method, path, content, given)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


def ask(site: Site, method: str, question: object) -> dict[str, Any]:
    status, _, content = send(site, "POST", f"/{site.token}/api/{method}", question)
    assert status == 200
    return json.loads(content)


@pytest.mark.parametrize("path", ["/", "/index.html", "/api/explore", "/wrong/", "/wrong/api/explore", "//", "/%00/"])
def test_a_request_without_the_token_is_refused(site: Site, path: str) -> None:
    assert send(site, "GET", path)[0] == 403
    assert send(site, "POST", path, {})[0] == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "attacker.example"},
        {"Host": "attacker.example:{port}"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://attacker.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_a_request_of_another_site_or_name_is_refused_even_with_the_token(site: Site, headers: dict[str, str]) -> None:
    given = {name: value.format(port=site.server_port) for name, value in headers.items()}
    assert send(site, "GET", f"/{site.token}/", None, **given)[0] == 403
    assert send(site, "POST", f"/{site.token}/api/explore", {}, **given)[0] == 403


@pytest.mark.parametrize(
    "path", ["../site.py", "..%2Fsite.py", "page/explorer.js", "//etc/passwd", "explorer.js/../../site.py", "api", "api/..", "..\\site.py"]
)  # fmt: skip
def test_a_path_leads_nowhere_but_to_the_page(site: Site, path: str) -> None:
    assert send(site, "GET", f"/{site.token}/{path}")[0] == 404


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b'"explore"'])
def test_a_question_that_is_no_object_is_refused(site: Site, body: bytes) -> None:
    assert send(site, "POST", f"/{site.token}/api/explore", body)[0] == 400


def test_a_question_of_another_type_is_refused(site: Site) -> None:
    path = f"/{site.token}/api/explore"
    assert send(site, "POST", path, b"{}", Content_Type="text/plain")[0] == 400
    assert send(site, "POST", path, b"{}", Content_Length="99999999")[0] == 400
    assert send(site, "POST", f"/{site.token}/api/nothing", {})[0] == 404


def test_the_page_may_load_its_own_files_only(site: Site) -> None:
    status, headers, content = send(site, "GET", f"/{site.token}/")
    assert status == 200
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "unsafe" not in policy
    nonce = re.search(r"'nonce-([^']+)'", policy)
    assert nonce is not None
    assert nonce[1].encode() in content
    assert headers["Referrer-Policy"] == "no-referrer"
    for name in ("explorer.js", "explorer.css"):
        assert send(site, "GET", f"/{site.token}/{name}")[0] == 200
        assert re.search(rf'(?:src|href)="{name}"'.encode(), content)
    assert re.search(rb'(?:src|href)="(?!explorer\.|data:)', content) is None


def test_it_listens_on_this_machine_alone(site: Site) -> None:
    assert site.server_address[0] == "127.0.0.1"
    assert len(site.token) >= 32


def test_exploring_runs_nothing_of_the_file(site: Site, file: Path) -> None:
    answer = ask(site, "explore", {"name": "add"})
    assert answer["text"] == PROGRAM
    assert answer["stages"][0]["name"] == "Source"
    schedule = ask(site, "rest", {})
    assert {each["group"] for each in schedule["stages"]} == {"schedule"}
    assert schedule["more"]
    machine = ask(site, "rest", {})
    assert [each["name"] for each in machine["stages"]] == ["LLVM IR", "Assembly"]
    assert not machine["more"]
    assert ask(site, "rest", {})["stages"] == []
    assert not file.with_name("executed").exists()


def test_a_text_that_is_not_saved_can_be_explored(site: Site) -> None:
    answer = ask(site, "explore", {"text": ADD.replace("64", "32")})
    assert "range(32)" in answer["stages"][0]["text"]


def test_the_file_alone_is_there_before_it_is_understood(file: Path) -> None:
    requests = Requests(file)
    found = requests.answer("source", {})
    assert found == {"path": str(file), "text": PROGRAM, "version": requests.version()}
    assert requests.workshop._process is None  # pyright: ignore[reportPrivateUsage]


def test_the_first_question_is_answered_ahead_and_a_later_one_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Question] = []
    requests = Requests(file)
    monkeypatch.setattr(requests.workshop, "explore", lambda question: asked.append(question) or {"stages": len(asked)})
    requests.ask_ahead()
    first = requests.answer("explore", {"name": "", "call": "", "line": 0})
    assert (first["stages"], first["text"]) == (1, PROGRAM)
    assert requests.answer("explore", {"name": "", "call": "", "line": 0})["stages"] == 2


def test_a_first_question_that_is_another_one_is_answered_itself(file: Path) -> None:
    requests = Requests(file)
    requests.ask_ahead()
    try:
        found = requests.answer("explore", {"text": PROGRAM.replace("def add", "def plus")})
    finally:
        requests.workshop.close()
    assert found["name"] == "plus"


def test_the_page_is_served_without_loading_the_compiler() -> None:
    code = "import sys, tilewright.explore.requests, tilewright.explore.site; print([*sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "'tilewright.core.analyze'" not in loaded
    assert "'numpy'" not in loaded


def test_a_run_is_asked_for_and_reports(site: Site) -> None:
    outcome = ask(site, "run", {"name": "add", "text": ADD})
    assert outcome["ok"], outcome["text"]
    assert min(outcome["data"]["times"]) > 0
    assert outcome["peaks"]["flops"] > 0


def test_a_change_of_the_file_is_told(site: Site, file: Path) -> None:
    before = ask(site, "explore", {})["version"]
    file.write_text(PROGRAM + "# changed\n")
    _, _, content = send(site, "GET", f"/{site.token}/api/changes?version={before}")
    assert json.loads(content)["version"] == ask(site, "explore", {})["version"] != before


def test_a_page_that_goes_while_it_waits_is_no_error(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with served(file) as shown:
        version, before = shown.requests.version(), threading.active_count()
        page = socket.create_connection(("127.0.0.1", shown.server_port))
        host = f"127.0.0.1:{shown.server_port}"
        page.sendall(f"GET /{shown.token}/api/changes?version={version} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        while threading.active_count() == before:
            time.sleep(0.01)
        # Without lingering, closing resets the connection, as a browser that leaves the page does.
        page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        page.close()
        file.write_text(PROGRAM + "# changed again\n")
        while threading.active_count() > before:
            time.sleep(0.01)
    assert capfd.readouterr().err == ""


def test_a_file_that_is_gone_is_an_answer(tmp_path: Path) -> None:
    with pytest.raises(ExplorerError, match=r"gone\.py: No such file"):
        Requests(tmp_path / "gone.py").answer("explore", {})


def test_the_compiler_is_stopped_where_it_takes_too_long() -> None:
    workshop = Workshop(seconds=0)
    with pytest.raises(ExplorerError, match="longer than 0 s"):
        workshop.explore(Question(ADD, "program.py"))
    workshop.seconds = 60
    assert workshop.explore(Question(ADD, "program.py"))["name"] == "add"
    workshop.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("in_the_background", [False, True])
def test_the_command_serves_the_page_until_it_is_interrupted(
    file: Path, number: signal.Signals, in_the_background: bool
) -> None:
    """In the background of a script: the shell ignores SIGINT for what it starts."""
    command = [sys.executable, "-m", "tilewright", "explore", str(file), "--no-browser"]
    if in_the_background:
        command = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *command]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)(/\S+/)", process.stdout.readline())
    assert found is not None
    connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
    connection.request("GET", found[2])
    assert b"<title>Tilewright stage explorer</title>" in connection.getresponse().read()
    connection.close()
    process.send_signal(number)
    assert process.wait() == 0


def test_the_command_serves_the_page_before_it_loads_what_reads_command_lines(file: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "tilewright", "explore", str(file), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert " at http://" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    loaded = {line.rpartition("|")[2].strip() for line in process.communicate()[1].splitlines()}
    assert "http.server" in loaded
    assert not {"typer", "rich", "pydantic", "tilewright.core.analyze"} & loaded


def test_the_command_refuses_a_file_that_there_is_not() -> None:
    command = [sys.executable, "-m", "tilewright", "explore", "nothing.py", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "nothing.py does not exist" in done.stderr


def test_the_command_refuses_a_target_that_there_is_not(file: Path) -> None:
    command = [sys.executable, "-m", "tilewright", "explore", str(file), "--no-browser", "--target", "nothing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--target" in done.stderr

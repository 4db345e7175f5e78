"""The site names every page of the manual, each diagnostic has its address, and no link of the site is dead."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
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

pytestmark = pytest.mark.repository

ROOT = Path(__file__).parents[2]
SETTINGS = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def named(entry: object) -> list[str]:
    """The pages of a part of the table of contents."""
    if isinstance(entry, str):
        return [entry]
    below = entry.values() if isinstance(entry, dict) else entry
    return [page for each in below for page in named(each)]


pages_made = cache(site_pages)


def test_the_table_of_contents_names_every_page_once() -> None:
    files = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    generated = [page for page in pages_made() if not page.startswith("reference/names/")]
    assert sorted(named(SETTINGS["nav"])) == sorted([*files, *generated])


def test_every_page_says_something() -> None:
    assert [page for page, text in texts().items() if len(text.splitlines()) < 5] == []


def texts() -> dict[str, str]:
    """The text of each page of the table of contents."""
    generated = pages_made()
    return {page: generated.get(page) or (ROOT / "docs" / page).read_text("utf-8") for page in named(SETTINGS["nav"])}


def test_the_reference_names_every_pass_primitive_command_and_public_name() -> None:
    pages = pages_made()
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
    generated = pages_made()
    dead = [
        f"{page}: {link}"
        for page in named(SETTINGS["nav"])
        if (ROOT / "docs" / page).exists()  # mkdocs looks at those of generated pages
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", without_code(page))
        if normpath(f"{page}/../{link}") not in generated and not (ROOT / "docs" / page).parent.joinpath(link).exists()
    ]
    assert dead == []


def test_the_page_of_examples_names_each() -> None:
    page = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    files = [*(ROOT / "examples").glob("*.py"), *(ROOT / "examples" / "relax").glob("*.py")]
    assert [path.name for path in files if f"{path.name}`](../" not in page] == []


def test_the_first_page_leads_to_files_of_the_repository_alone() -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", without_code("index.md"))
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def without_code(page: str) -> str:
    """The text of a page without what looks like a link in code."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```|`[^`\n]*`|^    .*?$", "", text, flags=re.MULTILINE | re.DOTALL)


# A question as people type it -> the page that answers it, which must be among the first three that search finds.
QUESTIONS = {
    "silence one diagnostic": "howto/silence",
    "see the assembly": "howto/assembly",
    "helper function": "howto/helpers",
    "share code between kernels": "howto/helpers",
    "macro": "howto/helpers",
    "half precision": "howto/types",
    "float16": "howto/types",
    "histogram": "howto/race",
    "complex numbers": "howto/types",
    "tolerance": "howto/wrong-result",
    "how accurate": "howto/wrong-result",
    "why is my loop not vectorized": "howto/vectorized",
    "run this in CI": "howto/ci",
    "where does my time go": "howto/time",
    "set up neovim": "editors",
    "wrong result": "howto/wrong-result",
    "use more threads": "howto/threads",
    "compile a pytorch model": "tutorial/pytorch",
    "migrate from tvm 0.22": "howto/migrate",
    "convert a program for a newer TVM": "howto/migrate",
    "upgrade to a newer release": "howto/migrate",
    "migrate passes and schedules": "howto/migrate",
    "what is T_tirx": "howto/migrate",
    "what replaces stmt_functor": "howto/migrate",
    "files of mixed dialects": "howto/migrate",
    "ThreadSync": "howto/race",
    "missing barrier": "diagnostics/missing-sync",
    "who inserts the barrier": "howto/race",
    "bytecode of an executable": "relax",
    "does uint8 minus 300 wrap around": "numerics",
    "index out of bounds": "diagnostics/index-out-of-bounds",
    "ignore a warning": "howto/silence",
    "slow kernel": "howto/time",
    "export library": "howto/ship",
    "tune on many machines": "tuning",
    "tune a kernel": "tuning",
    "run with bounds checks": "howto/wrong-result",
    "ignore a file": "howto/silence",
    "use with jupyter": "howto/jupyter",
    "assembly of a model": "howto/assembly",
    "relay": "compatibility",
    "which release of tvm": "compatibility",
    "read onnx": "models",
    "what is a block": "explanation/tensorir",
    "what is a schedule": "schedules",
    "what is a symbolic size": "howto/sizes",
    "how fast is my machine": "howto/time",
    "any size": "howto/sizes",
    "symbolic shape": "howto/sizes",
    "dynamic batch size": "tutorial/pytorch",
    "onnx operators supported": "importers",
    "number of threads": "howto/threads",
    "use all cores": "howto/threads",
    "gpu": "tile_language",
    "cuda": "tile_language",
    "install": "tutorial/first-mistake",
    "data race": "howto/race",
    "save a built kernel and load it in another process": "howto/ship",
    "save": "howto/ship",
    "save kernel": "howto/ship",
    "load kernel": "howto/ship",
    "deploy a model": "howto/ship",
    "write a kernel whose sizes are known only when it is called": "howto/sizes",
    "find what is wrong with a kernel that gives wrong numbers": "howto/wrong-result",
    "compare with numpy": "howto/wrong-result",
    "segfault": "howto/wrong-result",
    "segmentation fault": "howto/wrong-result",
    "call kernel from pytorch": "howto/torch-operator",
    "custom pytorch operator": "howto/torch-operator",
    "numpy array not contiguous": "howto/arrays",
    "transposed array": "howto/arrays",
    "cast int8 to int32": "howto/types",
    "which words does it use": "explanation/glossary",
    "attention example": "examples",
    "how do I see what the compiler does with a loop": "performance",
    "check a folder in a github workflow": "howto/ci",
    "write a schedule": "schedules",
    "what does split do": "schedules",
    "machine code": "howto/assembly",
    "see the generated code": "howto/assembly",
    "disassembly": "howto/assembly",
    "llvm ir": "howto/assembly",
    "continuous integration": "howto/ci",
    "check a pull request": "howto/ci",
    "parallelism": "howto/threads",
    "single-threaded": "howto/threads",
    "only one thread": "howto/threads",
    "why is only one core used": "howto/threads",
    "colab": "howto/jupyter",
    "notebook cell": "howto/jupyter",
    "simd": "howto/vectorized",
    "avx512": "howto/vectorized",
    "why is it not using simd": "howto/vectorized",
    "result is nan": "howto/wrong-result",
    "shape unknown until runtime": "howto/sizes",
    "show intermediate program after each pass": "explanation/pipeline",
    "how to write a convolution": "examples",
    "hello world": "examples",
    "split a loop": "schedules",
    "fuse two loops": "schedules",
    "inline a block": "schedules",
    "train a network": "models",
    "kv cache": "models",
    "cross compile for arm": "howto/ship",
    "raspberry pi": "howto/ship",
    "benchmark against torch": "howto/time",
    "environment variables": "command_line",
    "clear the cache": "command_line",
    "print a value inside a kernel": "howto/wrong-result",
    "debug print": "howto/wrong-result",
    "unit test a kernel": "howto/ci",
    "exit code": "howto/ci",
    "autocomplete": "features",
    "rename symbol": "features",
    "format code": "features",
    "torch.compile": "tutorial/pytorch",
    "uninstall": "tutorial/first-mistake",
    "windows": "tutorial/first-mistake",
    "license": "index",
    "make a bug report": "index",
    "security of opening files": "explanation/security",
    "while": "howto/control-flow",
    "while loop": "howto/control-flow",
    "if else in a kernel": "howto/control-flow",
    "if else": "howto/control-flow",
    "elif": "howto/control-flow",
    "break out of a loop": "howto/control-flow",
    "return value of a kernel": "howto/control-flow",
    "return a number": "howto/control-flow",
    "ternary": "howto/control-flow",
    "call a kernel from C++": "howto/ship",
    "call C++": "howto/ship",
    "call from C": "howto/ship",
    "header file": "howto/ship",
    "out of memory": "howto/memory",
    "memory limit": "howto/memory",
    "MemoryError": "howto/memory",
    "arguments too large": "howto/memory",
}
# What a word means -> the section that says it, which must be the first.
WORDS = {
    "what does T.axis.remap mean": "taxisremap",
    "what is a dataflow block": "dataflow-block",
    "what is a block axis": "axis-block-axis",
    "what is a reduction axis": "reduction-axis",
    "what is a buffer region": "region-buffer-region",
    "what is a trace": "trace",
    "what is call_tir": "rcall_tir",
    "what is struct info": "struct-info",
    "what is a factory": "factory",
    "what is an instance": "instance-iteration-point",
    "what is a cost model": "cost-model",
    "what is T.init": "tinit",
}
# A name as it stands in code -> the section that describes it, which must be among the first three.
NAMES = {
    "sqrt": "ops.html#rsqrt",
    "T.sqrt": "ops.html#tsqrt",
    "T.grid": "ops.html#tgrid",
    "grid": "ops.html#tgrid",
    "T.exp": "ops.html#texp",
    "if_then_else": "ops.html#tif_then_else",
    "alloc_buffer": "ops.html#talloc_buffer",
    "match_buffer": "ops.html#tmatch_buffer",
    "R.nn.attention": "ops.html#rnnattention",
    "softmax": "ops.html#rnnsoftmax",
    "export_library": "howto/ship.html#save-a-kernel-load-a-kernel",
    "load_module": "howto/ship.html#save-a-kernel-load-a-kernel",
    "cache_write": "reference/schedule-primitives.html#cache_write",
    "sch.vectorize": "reference/schedule-primitives.html#vectorize",
    "set_num_threads": "howto/threads.html",
    "index-out-of-bounds": "diagnostics/index-out-of-bounds.html",
}


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("material") is None, reason="needs the extra `docs`")
def test_the_site_builds_and_its_search_answers(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    pages = {path.stem for path in (tmp_path / "diagnostics").glob("*.html")}
    assert pages == set(CATALOGUE)
    diagnostic = (tmp_path / "diagnostics" / "index-type.html").read_text()
    assert re.search(r"<h1[^>]*>index-type", diagnostic)
    assert "must be an integer, not float32" in diagnostic  # the message for the example
    assert re.search(r"md-tabs__item--active(?:(?!</li>).)*Reference", diagnostic, re.DOTALL)
    assert 'class="drawing"' in (tmp_path / "explanation" / "tensorir.html").read_text()
    assert 'id="tilewright.tir.Schedule.split"' in (tmp_path / "reference" / "python.html").read_text()
    assert asked_of_other_sites(tmp_path) == []
    assert dead_links_of_notebooks(tmp_path) == []
    found = searched(tmp_path)
    pages_of = {question: [each.partition(".html")[0] for each in found[question]] for question in QUESTIONS}
    assert {question: pages for question, pages in pages_of.items() if QUESTIONS[question] not in pages} == {}
    assert pages_of["convert a program for a newer TVM"][0] == "howto/migrate"
    assert {
        question: found[question] for question, word in WORDS.items() if not found[question][0].endswith(f"#{word}")
    } == {}
    assert {name: found[name] for name, section in NAMES.items() if section not in found[name]} == {}


def test_text_that_no_key_puts_into_the_search_field_is_searched() -> None:
    page = """
const field = new EventTarget();
field.matches = (selector) => selector === "[data-md-component=search-query]";
field.addEventListener("keyup", () => console.log("searched"));
const put = Object.defineProperty(new Event("input"), "target", { value: field });
globalThis.document = new EventTarget();
"""
    script = (ROOT / "docs" / "assets" / "search-words.js").read_text(encoding="utf-8")
    done = subprocess.run(["node", "-e", f"{page}{script}document.dispatchEvent(put);"], capture_output=True, text=True)
    assert done.stdout == "searched\n", done.stderr


def asked_of_other_sites(site: Path) -> list[str]:
    """What pages load from elsewhere: scripts, styles, pictures, and the forge's numbers of stars."""
    loads = re.compile(
        r'<(?:script|img|iframe)[^>]*src="?https?:[^>]*>|<link[^>]*rel="?(?:stylesheet|preconnect)[^>]*https?:[^>]*>'
    )
    return [
        f"{page.relative_to(site)}: {found}"
        for page in [site / "index.html", site / "tutorial" / "matmul.html", site / "ops.html"]
        for text in [page.read_text()]
        for found in [*loads.findall(text), *re.findall('data-md-component="source"', text)]
    ]


def test_the_page_on_schedules_says_what_each_primitive_does() -> None:
    page = (ROOT / "docs" / "schedules.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    said = {name for cell in rows for name in re.findall(r"`(?:sch\.)?(\w+)", cell)}
    listed = set(re.findall(r"^### `(\w+)`", site_pages()["reference/schedule-primitives.md"], flags=re.MULTILINE))
    assert said - {"trace"} == listed


def dead_links_of_notebooks(site: Path) -> list[str]:
    """The links of notebooks to pages, or to headings of pages, that the built site does not have."""
    links = {
        (notebook.name, *link)
        for notebook in (ROOT / "docs" / "tutorial").glob("*.ipynb")
        for link in re.findall(
            re.escape(f"]({SITE}") + r"([^)#\s]*)#?([^)\s\\]*)", notebook.read_text(encoding="utf-8")
        )
    }
    assert links
    return [
        f"{name}: {page}#{heading}"
        for name, page, heading in sorted(links)
        if not (site / page).is_file()
        or (heading and not re.search(f'id="?{re.escape(heading)}[" >]', (site / page).read_text(encoding="utf-8")))
    ]


def searched(site: Path) -> dict[str, list[str]]:
    """The best section of the first three pages that the site's own search finds for each question, word and name; it runs in Node as it does in a browser."""
    script = Path(__file__).with_name("search.cjs")
    done = subprocess.run(["node", str(script), str(site), *QUESTIONS, *WORDS, *NAMES], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return {asked: [pages[0] for pages in found[asked][:3]] for asked in (*QUESTIONS, *WORDS, *NAMES)}


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("material") is None, reason="needs the extra `docs`")
def test_a_dead_link_ends_the_build(tmp_path: Path) -> None:
    for name in ("docs", ".ci", "compiler"):
        (tmp_path / name).mkdir()
    for name in ("index", "schedules", "diagnostics"):
        (tmp_path / "docs" / f"{name}.md").write_text("# Page\n")
    (tmp_path / "docs" / "index.md").write_text("[a page](missing.md), [a heading](schedules.md#absent)\n")
    (tmp_path / ".ci" / "site_pages.py").write_text((ROOT / ".ci" / "site_pages.py").read_text())
    settings = re.sub(r"^nav:\n(?:  .*\n)+", "", (ROOT / "mkdocs.yml").read_text(), flags=re.MULTILINE)
    (tmp_path / "mkdocs.yml").write_text(settings)
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(tmp_path / "site")]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert process.returncode == 1
    assert "missing.md" in process.stderr
    assert "#absent" in process.stderr
    assert "Aborted with 2 warnings in strict mode" in process.stdout + process.stderr


def test_each_parameter_of_a_primitive_is_described() -> None:
    page = site_pages()["reference/schedule-primitives.md"]
    entries = re.findall(
        r"^### `(\w+)`\n\n```python\n(.*?)\n```\n(.*?)(?=^##|\Z)", page, flags=re.MULTILINE | re.DOTALL
    )
    assert len(entries) > 50
    missing = [
        f"{name}: {parameter}"
        for name, signature, text in entries
        for parameter in re.findall(
            r"[(*,] ?\*{0,2}(\w+)(?=[:=])", re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", signature))
        )
        if f"`{parameter}`" not in text
    ]
    assert missing == []

"""Hooks of mkdocs: a page for each diagnostic, the generated pages of the reference, and links of the manual to files of the repository.

In the repository the diagnostics are one page, which a reader can search; on the site each has an address of its own, which
editors, reports and `tilewright explain` link to.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from posixpath import normpath

from generate.site import site_pages
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from tilewright.core.analyze import analyze
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.project.address import REPOSITORY, SITE

DIAGNOSTICS = "diagnostics.md"
TO_DIAGNOSTIC = re.compile(r"\]\(((?:\.\./)*)diagnostics\.md#([\w-]+)\)")
# Names that a module makes when it is imported cannot be listed by reading its text; the reference names none of them.
logging.getLogger("mkdocs.plugins.griffe").addFilter(lambda record: "Unsupported item in" not in record.getMessage())
# Pages that answer a question come before those that only mention its words.
ANSWERS = (
    "diagnostics.md",
    "editors.md",
    "examples.md",
    "explanation/glossary.md",
    "explanation/pipeline.md",
    "explanation/tensorir.md",
    "features.md",
    "howto/",
    "models.md",
    "performance.md",
    "schedules.md",
    "tile_language.md",
    "tuning.md",
    "tutorial/",
    "vscode.md",
)
# Other words for what a page is about, which search knows.
WORDS = {
    "command_line.md": "environment variable variables exit timeout",
    "diagnostics.md": "error message explain",
    "editors.md": "autocomplete intellisense",
    "examples.md": "convolution hello world while sample write attention norm",
    "explanation/pipeline.md": "pass passes intermediate stage",
    "explanation/tensorir.md": "block",
    "features.md": "autocomplete completion rename refactor format formatter",
    "howto/arrays.md": "strides strided transposed slice overlap in place",
    "howto/assembly.md": "machine generated code disassembly asm llvm ir",
    "howto/ci.md": "github gitlab continuous integration pull request exit strict unit test",
    "howto/control-flow.md": "condition conditional branch elif ternary loop whileloop break continue then return value returns statement until early exit",
    "howto/jupyter.md": "colab notebook cell",
    "howto/memory.md": "memory error memoryerror ram limit allocation allocate killed oom too large big",
    "howto/migrate.md": "convert rewrite newer older upgrade update port",
    "howto/ship.md": "export library deploy ship store arm cross raspberry pi c c++ cpp header call link",
    "howto/silence.md": "ignore disable suppress warning",
    "howto/sizes.md": "dynamic shape symbolic size unknown runtime",
    "howto/threads.md": "cores core multithreading parallel parallelism single-threaded thread",
    "howto/time.md": "slow profile benchmark",
    "howto/torch-operator.md": "operator autograd custom",
    "howto/types.md": "convert int8 int32 quantized dtype overflow",
    "howto/vectorized.md": "simd avx avx2 avx512 neon vectorization",
    "howto/wrong-result.md": "incorrect result crash segfault segmentation nan inf print printf debug",
    "importers.md": "operator supported torch",
    "index.md": "license contribute bug report",
    "models.md": "llm kv language train weights",
    "reference/schedule-primitives.md": "split fuse tile reorder inline",
    "schedules.md": "split fuse tile reorder inline",
    "tile_language.md": "cuda gpu support",
    "tuning.md": "tune autotune",
    "tutorial/first-mistake.md": "install pip uninstall windows mac macos",
    "tutorial/pytorch.md": "torch.compile",
    "tutorial/run.md": "return returns else branch",
}
# The pages that are in no menu -> those below them.
OVERVIEWS = {"diagnostics.md": "diagnostics/", "reference/names.md": "reference/names/"}
# What a page says to those who read it as a file.
NOT_HERE = re.compile(r"^<!-- not on the site -->\n.*?^<!-- end -->\n", re.MULTILINE | re.DOTALL)
# A picture alone in its line; it becomes a link to itself, at full size.
PICTURE = re.compile(r"^(!\[[^\]\n]*\]\(([^)\n]+\.(?:svg|png|gif))\))$", re.MULTILINE)
GLOSSARY = "explanation/glossary.md"
WORD = re.compile(r"^\| (.+?) \| (.+) \|$", re.MULTILINE)
# Code of many characters, and the beginning of a block, whose code it is not.
CODE = re.compile(r"(<pre[^>]*>(?:<span></span>)?)?<code>([^<]{28,})</code>")
OUTSIDE = re.compile(r"\]\(((?:\.\./)+[^)#]+)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The addresses of the project, and a worker for search in a site that is opened from a folder: that of the theme is on another site."""
    config.extra["polyfills"] = [
        *(script for script in config.extra.get("polyfills", []) if "iframe-worker" not in script),
        "assets/file-worker.js",
        "assets/search-words.js",
    ]
    config.site_url, config.repo_url = SITE, REPOSITORY
    config.repo_name = REPOSITORY.partition("://")[2].partition("/")[2]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add `diagnostics/CODE.md` for each code, and the pages of the reference."""
    text = Path(config.docs_dir, DIAGNOSTICS).read_text(encoding="utf-8")
    for code, body in entries(text).items():
        files.append(File.generated(config, f"diagnostics/{code}.md", content=page_of(code, body)))
    for place, text in site_pages().items():
        files.append(File.generated(config, place, content=text))
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Pages below an overview stand in its section: its tab and its side navigation are those of the page."""
    for overview, below in OVERVIEWS.items():
        of_all = files.get_file_from_path(overview)
        for file in files.documentation_pages():
            if of_all and of_all.page and file.page and file.src_uri.startswith(below):
                file.page.parent = of_all.page.parent
    return nav


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The overview of diagnostics and links to one lead to their pages; links out of `docs/` go to the repository."""
    if page.file.src_uri.startswith(ANSWERS):
        page.meta.setdefault("search", {"boost": 3})
    page.meta.setdefault("tags", WORDS.get(page.file.src_uri, "").split())
    if page.file.src_uri == DIAGNOSTICS:
        overview = markdown.partition("\n## ")[0]
        return re.sub(r"\]\(#([\w-]+)\)", r"](diagnostics/\1.md)", overview)
    markdown = TO_DIAGNOSTIC.sub(r"](\1diagnostics/\2.md)", NOT_HERE.sub("", markdown))
    if page.file.src_uri == GLOSSARY:
        markdown = words(markdown)
    markdown = PICTURE.sub(r"[\1](\2){ .drawing }", markdown)
    return OUTSIDE.sub(lambda link: f"]({in_repository(link[1], page.file.src_uri, config)}", markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Code in text that may be longer than a line of a small screen is marked for the style sheet, which lets it break."""
    return CODE.sub(lambda found: found[0] if found[1] else f'<code class="long">{found[2]}</code>', html)


def on_post_page(html: str, page: Page, config: MkDocsConfig) -> str:
    """The theme would ask the forge for stars and releases, and so tell it who reads; tables of signatures are marked for the style sheet."""
    html = html.replace(' data-md-component="source"', "")
    if page.file.src_uri.startswith("reference/names/"):
        html = html.replace('<article class="', '<article class="signatures ')
    return html


def page_of(code: str, body: str) -> str:
    """The page of a diagnostic: its entry, what is said of the example, and where to go from there."""
    said = "".join(f"\n> {message}\n" for message in messages(code))
    said = f"\nThe message for this example:\n{said}" if said else ""
    example, corrected, rest = body.partition("\nCorrected:\n")
    silence = (
        f"To silence it in one line, end the line with `# tilewright: ignore[{code}]` ([more](../howto/silence.md))."
    )
    return f"# {code}\n{example}{said}{corrected}{rest}\n---\n\n{silence} [All diagnostics](../diagnostics.md).\n"


def words(table: str) -> str:
    """The glossary with a heading for each word, which has an address, is in the table of contents and is found by search as such."""
    head, _, rows = table.partition("|---|---|\n")
    return head.rpartition("\n| word")[0] + WORD.sub(r"\n### \1\n\n\2\n", rows)


def messages(code: str) -> list[str]:
    """The messages of this code for its example, as `tilewright check` gives them; none where it is found later."""
    example = CATALOGUE[code].example if code in CATALOGUE else ""
    found = analyze(f"import tvm\nfrom tvm.script import ir as I, relax as R, tir as T\n\n{example}").diagnostics
    return list(dict.fromkeys(each.message for each in found if each.code == code))


def entries(text: str) -> dict[str, str]:
    """Code -> its entry, without the heading."""
    parts = re.split(r"^## ([\w-]+)$", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def in_repository(link: str, source: str, config: MkDocsConfig) -> str:
    """A link of a page; what lies outside of the manual, and exists, is at the repository's address."""
    path = normpath(f"docs/{source}/../{link}")
    root = Path(config.config_file_path).parent
    if path.startswith("docs/") or not (root / path).exists():
        return link
    return f"{config.repo_url}/{'tree' if (root / path).is_dir() else 'blob'}/main/{path}"

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
from mkdocs.structure.pages import Page

from tilewright.project.address import REPOSITORY, SITE

DIAGNOSTICS = "diagnostics.md"
# Names that a module makes when it is imported cannot be listed by reading its text; the reference names none of them.
logging.getLogger("mkdocs.plugins.griffe").addFilter(lambda record: "Unsupported item in" not in record.getMessage())
# Pages that answer a question come before those that only mention its words.
ANSWERS = ("editors.md", "howto/", "tutorial/")
OUTSIDE = re.compile(r"\]\(((?:\.\./)+[^)#]+)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The addresses of the project, and a worker for search in a site that is opened from a folder: that of the theme is on another site."""
    config.extra["polyfills"] = [
        *(script for script in config.extra.get("polyfills", []) if "iframe-worker" not in script),
        "assets/file-worker.js",
    ]
    config.site_url, config.repo_url = SITE, REPOSITORY
    config.repo_name = REPOSITORY.partition("://")[2].partition("/")[2]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add `diagnostics/CODE.md` for each code, and the pages of the reference."""
    text = Path(config.docs_dir, DIAGNOSTICS).read_text(encoding="utf-8")
    for code, body in entries(text).items():
        files.append(File.generated(config, f"diagnostics/{code}.md", content=f"# {code}\n{body}"))
    for place, text in site_pages().items():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The overview of diagnostics links to their pages; links out of `docs/` go to the repository."""
    if page.file.src_uri.startswith(ANSWERS):
        page.meta.setdefault("search", {"boost": 3})
    if page.file.src_uri == DIAGNOSTICS:
        overview = markdown.partition("\n## ")[0]
        return re.sub(r"\]\(#([\w-]+)\)", r"](diagnostics/\1.md)", overview)
    return OUTSIDE.sub(lambda link: f"]({in_repository(link[1], page.file.src_uri, config)}", markdown)


def on_post_page(html: str, page: Page, config: MkDocsConfig) -> str:
    """The theme would ask the forge for stars and releases, and so tell it who reads."""
    return html.replace(' data-md-component="source"', "")


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

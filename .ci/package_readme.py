"""The README as package indexes show it: away from the repository, where `docs/images/check.svg` leads nowhere."""

from __future__ import annotations

import re

RELATIVE = re.compile(r"(!?\[[^\]]*\])\((?!https?:|#)([^)\s]+)\)")
HIDDEN = re.compile(r"<!---.*?-->\n*", re.DOTALL)
PICTURES = (".gif", ".png", ".svg")


def package_readme(text: str, repository: str) -> str:
    """Links to files of the repository are absolute; what only the tests read is left out."""

    def absolute(link: re.Match[str]) -> str:
        words, target = link.groups()
        kind = "raw" if target.endswith(PICTURES) else "tree" if target.endswith("/") else "blob"
        return f"{words}({repository}/{kind}/main/{target})"

    return re.sub(r'^(```\w+) title="[^"]+"$', r"\1", RELATIVE.sub(absolute, HIDDEN.sub("", text)), flags=re.MULTILINE)

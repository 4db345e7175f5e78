"""The metadata that hatchling adds to a package: the addresses of the project, and the README with absolute links."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ProjectMetadata(MetadataHookInterface):
    """Fills `readme` and `urls`, which pyproject.toml declares dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        addresses = runpy.run_path(str(root / "compiler/tilewright/project/address.py"))
        package_readme = runpy.run_path(str(root / ".ci/package_readme.py"))["package_readme"]
        site, repository = addresses["SITE"], addresses["REPOSITORY"]
        text = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_readme(text, repository)}
        metadata["urls"] = {
            "Documentation": site,
            "Repository": repository,
            "Changelog": f"{repository}/blob/main/CHANGELOG.md",
            "Issues": f"{repository}/issues",
        }

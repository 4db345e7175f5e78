"""The rows of the table of names: one `Face` for each public module of TVM's."""

from __future__ import annotations

from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_NONE: Mapping[str, str] = MappingProxyType({})


def home_module(home: str) -> str:
    """The full name of the module that a row gives as a home: one of the engine, or one of this package."""
    return f"tilewright.{home}" if home.startswith("face.") else f"tilewright.core.{home}"


class Face:
    """A public module of TVM's, `tvm.<name>` and `tilewright.<name>`: which names it has and where each lives.

    `names` maps a module of `tilewright.core` to the names that come from it, separated by blanks; `SBlock=Block` gives the name `SBlock` to
    what is `Block` there.  A module written `builder.namespace:TIR` stands for the members of that namespace.  `modules` maps a name to another
    face.  Names that none of these lists are looked up in `rest`: in faces by their name, in namespaces `module:NAMESPACE` and
    mappings `module:MAPPING`, or in modules `module:` of the engine that answer themselves.  `absent` maps a name of TVM's that Tilewright does not have to the reason; "*" stands for all others.

    Other paths under which TVM has this module are in `also`, separated by blanks.  `today` is the path of the module in release 0.27 where it differs from that of 0.22, "" where 0.27
    has no such module; `since` the first release that has the module, where that is not 0.22.  With `refuses_imports` absent names raise `ImportError`, so that `from module import name` shows the
    reason, else `AttributeError`.  `only` has, by release, the names that this release alone has, separated by blanks: asking for one says which release a program is for.

    A plain class: `import tilewright` makes it, and a data class or a named tuple takes a tenth of the time of that.
    """

    def __init__(
        self,
        name: str,
        summary: str,
        names: Mapping[str, str] = _NONE,
        modules: Mapping[str, str] = _NONE,
        rest: tuple[str, ...] = (),
        absent: Mapping[str, str] = _NONE,
        also: str = "",
        today: str | None = None,
        since: str = "",
        refuses_imports: bool = False,
        only: Mapping[str, str] = _NONE,
    ) -> None:
        self.name, self.summary = name, summary
        self.names, self.modules, self.rest = names, modules, rest
        self.absent, self.only = absent, only
        self.also, self.today, self.since = also, today, since
        self.refuses_imports = refuses_imports

    def homes(self) -> Iterator[tuple[str, str, str]]:
        """Each listed name with the module it comes from, below `tilewright.core`, and its name there."""
        for module, names in self.names.items():
            for entry in names.split():
                name, _, there = entry.partition("=")
                yield name, module, there or name

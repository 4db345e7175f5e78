"""The stage explorer's questions from an editor: answered by a process that reads and compiles, and is ended with the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tilewright_server import shapes
from tilewright_server.documents import path_of
from tilewright_server.rpc import Json

if TYPE_CHECKING:
    from tilewright.explore.shapes import Answer, Rest
    from tilewright.explore.workshop import Workshop
    from tilewright_server.server import Server

    class Explored(Answer):
        """`tilewright/explore`: everything about one function of the text; `above` are the lines before the cell of a notebook."""

        text: str
        version: str
        above: int


Found = TypeVar("Found")


class Explorer:
    """The workshop of a server, which begins with the first question."""

    def __init__(self) -> None:
        self._workshop: Workshop | None = None

    def workshop(self) -> Workshop:
        """The process that answers."""
        from tilewright.explore.workshop import Workshop

        if self._workshop is None:
            self._workshop = Workshop()
        return self._workshop

    def close(self) -> None:
        """End the process; a question that is being answered ends with it."""
        if self._workshop is not None:
            self._workshop.close()


async def explore(server: Server, params: Json) -> Explored | shapes.Failure:
    """The stages of the function called `name`, or at `line`, of an open document, as it is in the editor; for the values of the `call`, else for those that are chosen there.

    Lines of the answer are those of the whole program: of a cell in a notebook, `above` are the lines before it.
    """
    from tilewright.explore.question import Question

    uri = server.document_with(str(params.get("uri", "")))
    text = server.documents.text(uri)
    if text is None:
        return {"error": f"{uri} is not open."}
    line, name, call = (params.get(key) for key in ("line", "name", "call"))
    above = server.lines_above(str(params.get("uri", "")))
    question = Question(
        text.content,
        path_of(uri),
        name if isinstance(name, str) else "",
        above + line if isinstance(line, int) else 0,
        call=call if isinstance(call, str) else "",
        given=server.documents.given(uri),
    )
    answer = await _answered(lambda: server.explorer.workshop().explore(question))
    return answer if "error" in answer else {**answer, "text": text.content, "version": "", "above": above}


async def rest(server: Server, _params: Json) -> Rest | shapes.Failure:
    """The part of the last answer that takes longer."""
    return await _answered(lambda: server.explorer.workshop().rest())


async def peaks(_server: Server, _params: Json) -> object:
    """The roof of this machine, measured in a process of its own with kernels of ours; asked for after a run."""
    from tilewright.runner.machine import peaks as measured

    return await asyncio.to_thread(measured)


async def _answered(work: Callable[[], Found]) -> Found | shapes.Failure:
    from tilewright.explore.workshop import ExplorerError

    try:
        return await asyncio.to_thread(work)
    except ExplorerError as error:
        return {"error": str(error)}

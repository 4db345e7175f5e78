"""Formatting of the script's functions, through a real server."""

from __future__ import annotations

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.client import SERVER
from tests.server.session import Document, vscode_capabilities
from tests.server.test_refactoring import applied

pytestmark = pytest.mark.asyncio(loop_scope="module")

BEFORE = """\
from tilewright.script import tir as T
N = 64;  M=1

@T.prim_func
def scale( A : T.Buffer((N,64), 'float32'),B: T.Buffer((N, 64),"float32") ) :
  \"\"\"B is twice A.\"\"\"
  #all rows
  for i,j in T.grid( N,64 ):  #one by one


    # the block
    with T.block( "B" ) :
      vi,vj = T.axis.remap("SS",[i,j])
      B[vi,vj]=A[ vi,vj ]*T.float32( 2 )    #twice
      if vi>3 :
          T.evaluate(0)
      elif vi<0x2 :
          T.evaluate(
            1, # inner
          )
      else :
          T.evaluate( 'x' f"{M}" )

@T.prim_func
def broken( A: T.handle ):
      x  =  (
"""
AFTER = """\
from tilewright.script import tir as T
N = 64;  M=1

@T.prim_func
def scale(A: T.Buffer((N, 64), 'float32'), B: T.Buffer((N, 64), "float32")):
    \"\"\"B is twice A.\"\"\"
    # all rows
    for i, j in T.grid(N, 64):  # one by one

        # the block
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)  # twice
            if vi > 3:
                T.evaluate(0)
            elif vi < 0x2:
                T.evaluate(
                  1, # inner
                )
            else:
                T.evaluate( 'x' f"{M}" )

@T.prim_func
def broken( A: T.handle ):
      x  =  (
"""


ANNOUNCED: list[lsp.InitializeResult] = []


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient):
    result = await lsp_client.initialize_session(
        lsp.InitializeParams(
            capabilities=vscode_capabilities(),
            root_uri=None,
            initialization_options={"settings": {"format": {"enabled": True}}},
        )
    )
    ANNOUNCED.append(result)
    yield
    await lsp_client.shutdown_session()


OPTIONS = lsp.FormattingOptions(tab_size=4, insert_spaces=True)


async def formatted(client: LanguageClient, document: Document) -> str:
    found = await client.text_document_formatting_async(lsp.DocumentFormattingParams(document.identifier, OPTIONS))
    return applied(document.text, [*(found or ())])


async def test_functions_are_laid_out_with_the_words_and_comments_of_their_author(client: LanguageClient) -> None:
    document = Document(client, BEFORE)
    assert await formatted(client, document) == AFTER
    assert await formatted(client, Document(client, AFTER)) == AFTER
    windows = Document(client, BEFORE.replace("\n", "\r\n"))
    assert await formatted(client, windows) == AFTER.replace("\n", "\r\n")


async def test_a_range_is_laid_out_by_its_functions(client: LanguageClient) -> None:
    two = (
        BEFORE.partition("\n@T.prim_func\ndef broken")[0]
        + "\n@T.prim_func\ndef other( A: T.handle ):\n  T.evaluate( 0 )\n"
    )
    document = Document(client, two)
    place = document.position("def $0other")
    found = await client.text_document_range_formatting_async(
        lsp.DocumentRangeFormattingParams(document.identifier, lsp.Range(place, place), OPTIONS)
    )
    begin = two.index("def other")
    assert applied(two, [*(found or ())]) == two[:begin] + "def other(A: T.handle):\n    T.evaluate(0)\n"


async def test_it_is_announced_when_it_is_switched_on(client: LanguageClient) -> None:
    assert ANNOUNCED[0].capabilities.document_formatting_provider

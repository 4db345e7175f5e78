"""Scripts whose values grow without end: they are left where it would take long, or much memory, to compute with them."""

from __future__ import annotations

import gc
import time

import pytest

from tests.schedule_scripts.programs import program, said
from tilewright.core.analyze import analyze
from tilewright.core.schedule_scripts import scripts
from tilewright.core.schedule_scripts.steps import Step

# What would take hours or all of the memory, in lines of a script that goes on with a mistake.
GROWING = {
    "tuples": "t = (1,)\nfor i in range(60):\n    t = (t, t)\nu = t + t\n",
    "lists": "t = [1]\nfor i in range(60):\n    t = [t, t]\nu = t == [t]\n",
    "lists that are appended": "t = [1]\nfor i in range(60):\n    u = []\n    u.append(t)\n    u.append(t)\n    t = u\nu = t + t\n",
    "a list in itself": "t = []\nt.append(t)\nu = t + t\n",
    "a list that is extended": "t = [1]\nfor i in range(60):\n    t.extend(t)\n",
    "texts": "s = 'x'\nfor i in range(60):\n    s = s + s\n",
    "texts that are added": "s = 'x'\nfor i in range(60):\n    s += s\n",
    "texts that are replaced": "s = 'x' * 512\nfor i in range(9):\n    s = s.replace('x', s)\n",
    "a wide number": "s = '%1000000000d' % 5\n",
    "a wide field": "s = '{:>1000000000}'.format(5)\n",
    "a sum": "import math\ns = math.fsum(range(10**12))\n",
    "a search": "s = 0.5 in range(10**12)\n",
    "names": """for q in range(60):
    i, j, k = sch.get_loops("C")
    sch.fuse(*sch.split(i, [None, 2]))
""",
    "a long list": "t = []\nt.extend(range(10**12))\n",
}


@pytest.mark.parametrize("lines", GROWING.values(), ids=GROWING)
def test_what_follows_values_that_grow_is_followed(lines: str) -> None:
    begin = time.process_time()
    assert said(f'sch = tir.Schedule(product)\n{lines}sch.split(sch.get_block("none"), [2])\n')[:1] == [
        'unknown-block: "none"'
    ]
    assert time.process_time() - begin < 10


def test_a_long_chain_of_functions_that_call_each_other() -> None:
    text = "from tvm import tir\ndef f0(a):\n    return tir.Schedule(a)\n"
    text += "".join(f"def f{at + 1}(a):\n    return f{at}(a)\n" for at in range(600))
    begin = time.process_time()
    assert not analyze(text, shows_python=False).diagnostics
    assert time.process_time() - begin < 10


def test_a_list_is_extended_under_all_of_its_names() -> None:
    lines = 'sch = tir.Schedule(product)\nfound = kept = []\nfound += [*sch.get_loops("C")]\n'
    assert said(f"{lines}i, j, k = kept\n") == []
    assert said(f"{lines}i, j = kept\n") == ["schedule-unpack: i, j"]


def test_functions_for_which_a_file_has_no_time_are_left_to_the_next_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "".join(
        f"def f{at}():\n    sch = tir.Schedule(product)\n    for n in range(400):\n        m = n + 1\n    sch.get_block('D')\n\n\n"
        for at in range(3)
    )
    monkeypatch.setattr(scripts, "SECONDS_OF_FILE", 0.0)
    hurried = analyze(program(long), "f.py", shows_python=False)
    assert hurried.diagnostics == ()
    monkeypatch.undo()
    whole = analyze(program(long), "f.py", hurried, shows_python=False)
    assert [found.code for found in whole.diagnostics] == ["unknown-block"] * 3


def test_edits_keep_no_steps_of_analyses_long_ago() -> None:
    previous, kept = None, list[int]()
    for number in range(5):
        text = program(
            f"def f():\n    s = tir.Schedule(product)\n    s.fuse(*s.get_loops('C'))\n    return s, {number}\n"
        )
        previous = analyze(text, "f.py", previous, shows_python=False)
        assert previous.diagnostics == ()
        gc.collect()
        kept.append(sum(isinstance(each, Step) for each in gc.get_objects()))
    assert kept[4] == kept[3] == kept[2]

"""Functions that compare their arguments with their annotations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Dict, List, Optional, Tuple, Union  # noqa: UP035

import pytest

from tilewright.core.schedule.type_checker import type_checked


@pytest.mark.parametrize(
    ("annotation", "good", "bad", "place"),
    [
        (int, 5, "5", "x"),
        (List[int], (1, 2), [1, "2"], "x[1]"),  # noqa: UP006
        (Tuple[str, int], ("a", 1), ("a", 1, 2), "x"),  # noqa: UP006
        (Dict[str, int], {"a": 1}, {"a": "1"}, "x['a']"),  # noqa: UP006
        (Union[str, int], "a", 5.0, "x"),  # noqa: UP007
        (Optional[int], None, "5", "x"),  # noqa: UP045
        (int | None, None, "5", "x"),
        (tuple[int, ...], (1, 2, 3), (1, None), "x[1]"),
        (Callable[[int], int], abs, 42, "x"),
    ],
)
def test_arguments_are_what_annotations_say(annotation: Any, good: Any, bad: Any, place: str) -> None:
    def same(x: Any) -> Any:
        return x

    same.__annotations__["x"] = annotation
    checked = type_checked(same)
    assert checked(good) is good
    with pytest.raises(TypeError) as caught:
        checked(bad)
    assert f'"{place}" has wrong type' in str(caught.value)

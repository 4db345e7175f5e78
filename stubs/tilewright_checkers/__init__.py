"""What mypy and pylint must be told about TVMScript: the plugins `tilewright_checkers.mypy` and `tilewright_checkers.pylint`."""

from tilewright import (
    __version__ as __version__,
)  # mypy takes what it remembers as stale when a plugin's version changes

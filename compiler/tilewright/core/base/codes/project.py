"""Mistakes in the settings of a project, in comments that silence diagnostics, and in what surrounds the script."""

from tilewright.core.base.codes.code import Code

CODES = (
    Code(
        "unused-ignore",
        "warning",
        "A comment `# tilewright: ignore[...]` silences nothing.",
        "The comment names a code that is not reported on its line (or in its file, for `ignore-file`), or that does not exist. Such a comment hides the next "
        "mistake of the kind: remove it. A comment silences what begins on its line; on the first or last line of a statement of several lines, what begins in the statement.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0  # tilewright: ignore[undefined-name]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0\n",
    ),
    Code(
        "wrong-setting",
        "error",
        "The table `[tool.tilewright]` has an entry that is not understood.",
        "The settings of a project stand in `pyproject.toml` under `[tool.tilewright]`, or in a file that `extend` names. The message says which entry is wrong: an unknown "
        "name, a value of another type, a code that no diagnostic has, or a file that does not exist. The entry has no effect.",
        '[tool.tilewright]\nignore = ["undefined-nam"]\n',
        '[tool.tilewright]\nignore = ["undefined-name"]\n',
    ),
    Code(
        "not-executed",
        "error",
        "The exact check could not execute the file to its end.",
        "The exact check (`tilewright check --exact`, or the command in the editor) imports the file in a process of its own, with limits of time and memory, and checks the kernels "
        "that are made. The message says what ended that: an exception, with the line of the file that raised it, a limit, or a crash. Kernels that would have been made later are not checked.",
        "sizes = {'small': 16}\nn = sizes['large']\n\n@T.prim_func\ndef f(A: T.Buffer((n,), 'float32')):\n    A[0] = 0.0\n",
        "sizes = {'small': 16}\nn = sizes['small']\n\n@T.prim_func\ndef f(A: T.Buffer((n,), 'float32')):\n    A[0] = 0.0\n",
        found="exact",
    ),
)

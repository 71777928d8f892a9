"""The second half of the child: compiles the program, tells whether it could, and runs it as the main module.

Started as `python -S -s -P -B bootstrap.py REPORT PROGRAM open|guarded`. Standard library alone.
"""

from __future__ import annotations

import os
import sys


def main(report: int, program: str, network: str) -> None:
    """Run the program."""
    if network == "guarded":
        sys.addaudithook(_refuse_sockets)
    with open(program, "rb") as file:  # noqa: PTH123 - no pathlib in the child
        source = file.read()
    try:
        code = compile(source, "program", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as problem:
        os.write(report, f"{type(problem).__name__}: {problem}".encode("utf-8", "replace")[:2000])
        os._exit(1)
    os.write(report, b"compiled")
    os.close(report)
    sys.argv = ["program"]
    exec(code, {"__name__": "__main__", "__builtins__": __builtins__})


def _refuse_sockets(event: str, arguments: object) -> None:
    if event.startswith("socket."):
        raise PermissionError("a program has no network here")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])

"""The first half of the child: takes rights and resources away, tells what it achieved, becomes the second half.

Started as `python -I -S launcher.py SETTINGS`; the settings are JSON. Standard library alone.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys


def main(settings: dict[str, object]) -> None:
    """Confine this process and go on as the program's interpreter."""
    sys.path.insert(0, str(settings["package"]))
    kernel = importlib.import_module("kernel")
    readable, folder = settings["readable"], str(settings["folder"])
    assert isinstance(readable, list)
    with open(str(settings["program"]), "rb") as file:  # noqa: PTH123 - no pathlib in the child
        source = file.read()
    achieved = {"network": kernel.leave_network()}
    achieved["disk"] = achieved["network"] and kernel.small_disk(folder, int(str(settings["disk"])))
    if achieved["disk"]:
        with open(str(settings["program"]), "wb") as file:  # noqa: PTH123
            file.write(source)
    achieved["privileges"] = kernel.give_up_privileges()
    achieved["files"] = kernel.confine_files([str(path) for path in readable], folder)
    limits = settings["limits"]
    assert isinstance(limits, dict)
    for name, most in limits.items():
        _limit(getattr(resource, name), int(most))
    achieved["calls"] = kernel.refuse_calls()
    report = int(str(settings["report"]))
    os.write(report, json.dumps(achieved).encode() + b"\n")
    secluded = achieved["network"] or achieved["calls"]
    os.set_inheritable(report, True)
    interpreter = [str(settings["interpreter"]), "-S", "-s", "-P", "-B"]
    arguments = [str(settings["bootstrap"]), str(report), str(settings["program"]), "open" if secluded else "guarded"]
    os.execve(interpreter[0], [*interpreter, *arguments], dict(os.environ))


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
    # Used-up time is told by a signal of its own (SIGXCPU) before the hard limit kills without saying why.
    last = bound + 1 if kind == resource.RLIMIT_CPU and (hard == resource.RLIM_INFINITY or bound < hard) else bound
    resource.setrlimit(kind, (bound, last))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))

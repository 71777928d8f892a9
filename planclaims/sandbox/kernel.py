"""What the kernel can take from a process for good: namespaces, files, system calls. Standard library alone.

Run in the child, before the program: each function returns whether the kernel did it.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

_NEW_USER, _NEW_NETWORK, _NEW_MESSAGES, _NEW_MOUNTS = 0x10000000, 0x40000000, 0x08000000, 0x00020000
_NO_SET_USER, _NO_DEVICES, _PRIVATE, _RECURSIVE = 2, 4, 1 << 18, 1 << 14
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_READ, _WRITE = 0b1101, 0b111111111_0010
"""Rights on files: to execute, to read files and folders; and to write files, to make and remove all sorts of them."""
_TRUNCATE, _REFER = 1 << 14, 1 << 13

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The numbers of architectures in a filter."""
_MAKING = {"x86_64": (56, 57, 58, 435), "aarch64": (220, 435)}
"""Calls that make processes and threads: clone, fork, vfork, clone3."""
_REACHING_OUT = {
    "x86_64": (41, 42, 49, 53, 62, 101, 129, 141, 142, 144, 200, 203, 234, 248, 250, 251, 297, 298, 310, 311, 312, 321),
    "aarch64": (30, 117, 118, 119, 122, 129, 130, 131, 138, 140, 198, 199, 200, 203, 217, 219, 240, 241, 270, 271, 280),
}
"""Calls that open sockets, send signals, and look into, trace or slow other processes."""
_NEWER = (272, 424, 425, 426, 434, 438, 440)
"""Calls of the same kind that have one number everywhere (but the first, kcmp, which is so only on aarch64)."""
_LIMITING = {"x86_64": 302, "aarch64": 261}
"""The call that sets limits, of another process too: refused unless it is about the process itself."""
_REFUSED, _AGAIN = 1, 11
_ERROR, _ALLOW, _KILL = 0x00050000, 0x7FFF0000, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Where in a call's description they are."""
_FIRST_FOREIGN_CALL = 0x40000000
"""On x86-64, numbers from here on are calls by another convention."""


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def leave_network() -> bool:
    """Put the process into namespaces of its own: no network, no look into other processes, mounts of its own."""
    if sys.platform != "linux":
        return False
    user, group = os.geteuid(), os.getegid()
    if _library().unshare(_NEW_USER | _NEW_NETWORK | _NEW_MESSAGES | _NEW_MOUNTS):
        return False
    for name, text in (("setgroups", "deny"), ("uid_map", f"1000 {user} 1"), ("gid_map", f"1000 {group} 1")):
        try:
            with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123 - no pathlib in the child
                file.write(text)
        except OSError:
            return True
    return True


def small_disk(folder: str, size: int) -> bool:
    """Mount an empty file system of a bounded size on the folder, seen by this process alone."""
    if sys.platform != "linux":
        return False
    library = _library()
    if library.mount(b"none", b"/", None, _PRIVATE | _RECURSIVE, None):
        return False
    options = f"size={size},nr_inodes=256,mode=700".encode()
    if library.mount(b"tmpfs", folder.encode(), b"tmpfs", _NO_SET_USER | _NO_DEVICES, options):
        return False
    os.chdir(folder)
    return True


def give_up_privileges() -> bool:
    """Let nothing that is executed later gain rights."""
    return sys.platform == "linux" and int(_library().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)) == 0


def confine_files(readable: list[str], writable: str) -> bool:
    """Leave only some folders to be read, and one to be written in (Landlock)."""
    if sys.platform != "linux":
        return False
    library = _library()
    version = library.syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    rights = _READ | _WRITE | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    attributes = struct.pack("Q", rights)
    rules = library.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    if rules < 0:
        return False
    allowed = [(path, _READ) for path in readable] + [(writable, rights)]
    for path, granted in allowed:
        if not _allow(library, rules, path, granted):
            return False
    done = library.syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return bool(done)


def _allow(library: ctypes.CDLL, rules: int, path: str, rights: int) -> bool:
    if not os.path.exists(path):  # noqa: PTH110 - no pathlib in the child
        return True
    if not os.path.isdir(path):  # noqa: PTH112
        rights &= 0b111 | _TRUNCATE
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    rule = struct.pack("=Qi", rights, handle)
    done = library.syscall(_ADD_RULE, rules, 1, rule, 0) == 0
    os.close(handle)
    return bool(done)


def refuse_calls() -> bool:
    """Refuse system calls that make processes, open sockets, or do anything to other processes (seccomp)."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in _ARCHITECTURES:
        return False
    newer = _NEWER if machine == "aarch64" else _NEWER[1:]
    refusals = [(call, _AGAIN) for call in _MAKING[machine]]
    refusals += [(call, _REFUSED) for call in (*_REACHING_OUT[machine], *newer)]
    program = [(_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 1, 0, _ARCHITECTURES[machine]), (_RETURN, 0, 0, _KILL)]
    program.append((_LOAD, 0, 0, _NUMBER))
    if machine == "x86_64":
        program += [(_AT_LEAST, 0, 1, _FIRST_FOREIGN_CALL), (_RETURN, 0, 0, _ERROR | _REFUSED)]
    for call, error in refusals:
        program += [(_EQUAL, 0, 1, call), (_RETURN, 0, 0, _ERROR | error)]
    program += [(_EQUAL, 0, 3, _LIMITING[machine]), (_LOAD, 0, 0, _FIRST_ARGUMENT), (_EQUAL, 1, 0, 0)]
    program += [(_RETURN, 0, 0, _ERROR | _REFUSED), (_RETURN, 0, 0, _ALLOW)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    whole = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    return int(_library().prctl(_SET_SECCOMP, _FILTER, ctypes.c_char_p(whole), 0, 0)) == 0

"""Files that people name: whether one can be read as a file, and why it cannot, in the same words everywhere."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_CAUSES = {
    errno.ENOENT: "no such file",
    errno.EISDIR: "a folder, not a file",
    errno.ENOTDIR: "a file is named as a folder",
    errno.EACCES: "permission denied",
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "the disk can only be read",
}


def check_regular(path: str | Path) -> None:
    """Raises OSError for what is no regular file, a folder too: a pipe or a device may have no end.

    What is not there, or out of reach, raises as `os.stat` does.
    """
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, _CAUSES[errno.EISDIR], str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))


def cause(error: OSError) -> str:
    """Why a file cannot be read or written."""
    # What a system calls by other words on Windows has the same number.
    return _CAUSES.get(error.errno or 0) or error.strerror or str(error)

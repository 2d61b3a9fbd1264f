"""The system libraries OpenCV and Kivy need on Linux: which are missing, and how to get them.

Imports the standard library alone, so that it runs before anything is installed:
``python -m ui.system`` installs what is missing where it may (root on Debian or Ubuntu), else prints the line
that does.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# Shared library -> Debian package. libgl1 brings the X libraries along that OpenCV links to;
# newer releases call GLib's package libglib2.0-0t64, which answers to the old name too.
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libxcb.so.1": "libgl1",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
DRIVER_PACKAGE = "libgl1-mesa-dri"
DRIVER_FOLDERS = ("/usr/lib", "/usr/lib64", "/usr/local/lib")


def missing_packages() -> list[str]:
    """Debian names of the packages whose libraries cannot be loaded here; empty off Linux."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [package for library, package in LIBRARIES.items() if not _loads(library)]
    if not _has_gl_driver():
        missing.append(DRIVER_PACKAGE)
    return list(dict.fromkeys(missing))


def install_command(packages: Sequence[str]) -> list[str]:
    """The apt-get call that installs the packages."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def main() -> int:
    missing = missing_packages()
    if not missing:
        return 0
    if shutil.which("apt-get") is None:
        print(
            "System libraries are missing; install the packages of this system that hold what Debian calls "
            + " ".join(missing),
            file=sys.stderr,
        )
        return 1
    if os.geteuid() != 0:
        command = " ".join(install_command(missing))
        print(f"System libraries are missing; install them with\n    sudo {command}", file=sys.stderr)
        return 1
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-q"], env=environment, stdout=subprocess.DEVNULL, check=False)
    command_line = install_command(missing)
    print(" ".join(command_line))
    done = subprocess.run(command_line, env=environment, stdout=subprocess.DEVNULL, check=False)
    still_missing = missing_packages()
    if done.returncode != 0 or still_missing:
        print("Still missing: " + " ".join(still_missing or missing), file=sys.stderr)
        return 1
    return 0


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_gl_driver() -> bool:
    """Whether Mesa's drivers are there: its libraries load without them, but no window opens."""
    return any(
        next(Path(folder).glob(pattern), None) is not None
        for folder in DRIVER_FOLDERS
        for pattern in ("dri/*_dri.so", "*/dri/*_dri.so", "libgallium*.so", "*/libgallium*.so")
    )


if __name__ == "__main__":
    sys.exit(main())

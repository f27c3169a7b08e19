"""The program that the package contains."""

from __future__ import annotations

import os
import pathlib
import sys


def program() -> str:
    """Returns the path of the program: that of PULLTAB_PROGRAM, else the package's own."""
    chosen = os.environ.get("PULLTAB_PROGRAM")
    if chosen:
        return chosen
    name = "pulltab.exe" if sys.platform == "win32" else "pulltab"
    return str(pathlib.Path(__file__).parent / "bin" / name)

"""The command line: pulltab, or python -m pulltab."""

import os
import subprocess
import sys

from ._program import program


def main() -> None:
    command = [program(), *sys.argv[1:]]
    if sys.platform == "win32":  # whose exec returns to the shell at once
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()

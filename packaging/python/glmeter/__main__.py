"""Runs the command glmeter: `python -m glmeter run -- PROGRAM`, or the script `glmeter` that pip creates."""

import os
import sys


def main() -> None:
    """Replaces this process by the command, which finds its libraries beside itself."""
    command = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "glmeter")
    os.execv(command, ["glmeter", *sys.argv[1:]])


if __name__ == "__main__":
    main()

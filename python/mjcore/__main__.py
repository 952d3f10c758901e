"""The command `mjcore`, also `python -m mjcore`."""

from __future__ import annotations

import sys

NEEDED = ("click", "rich")


def main() -> None:
    """Runs the command line, or says how to install it. Ends the process with the command's exit code."""
    try:
        from mjcore.cli import run
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in NEEDED:
            raise
        print(
            f'mjcore: the command line needs {error.name}; install it with: pip install "mjcore[cli]"',
            file=sys.stderr,
        )
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()

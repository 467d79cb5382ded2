"""The command `dicecrawl`, also as `python -m dicecrawl`.

The command line needs the cli extra. Without it this module says in one line what to install, instead of a traceback.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec


def main() -> int:
    """Run the command line and return its exit code: 0 done, 1 content or tests failed, 2 wrong use or no cli extra."""
    if find_spec("click") is None or find_spec("rich") is None:
        print('The command line needs click and rich: pip install "dicecrawl[cli]"', file=sys.stderr)
        return 2
    from dicecrawl.cli import main as command

    return command()


if __name__ == "__main__":
    sys.exit(main())

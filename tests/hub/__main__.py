"""`python -m tests.hub --root DIR`: a Hub on loopback for trying things out by hand.

Prints one line of JSON with its address and tokens, then serves until it is interrupted.
"""

import argparse
import json
import signal
import threading
from pathlib import Path

from tests.hub.server import running_hub
from tests.hub.state import READ_TOKEN, WRITE_TOKEN


def main() -> None:
    """Serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.hub", description=__doc__)
    parser.add_argument("--root", type=Path, required=True, help="folder of the repositories")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free one")
    options = parser.parse_args()
    done = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    with running_hub(options.root.absolute(), options.port) as hub:
        tokens = {"write": WRITE_TOKEN, "read": READ_TOKEN}
        print(json.dumps({"endpoint": hub.url, "tokens": tokens}), flush=True)
        done.wait()


main()

"""One child process of a pool."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from typing import Any, Mapping, Sequence


class Died(Exception):
    """The child ended, was killed for its time, or gave no valid answer."""


# Seconds beyond the time of a document until its child is killed: the child itself
# answers with an error at the time, unless it hangs.
_GRACE = 2.0


class Child:
    """A running program with one document in flight. Not safe for threads."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._limit = timeout + _GRACE
        self._number = 0
        # One thread of Go per child: the pool has as many children as cores.
        environment = {"GOMAXPROCS": "1", **os.environ}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, line: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the answer to a line. Raises Died; then the child is gone."""
        assert self._process.stdin is not None and self._process.stdout is not None
        late = threading.Timer(self._limit, self._process.kill)
        late.daemon = True
        late.start()
        try:
            # Half of a surrogate pair, which UTF-8 cannot encode, is written as an escape.
            self._process.stdin.write(json.dumps(line).encode("ascii") + b"\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
            if answer["id"] != line["id"]:
                raise ValueError("answer to another line")
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.kill()
            raise Died(str(error)) from error
        finally:
            late.cancel()
        return answer

    def kill(self) -> None:
        self._process.kill()
        self.close()

    def close(self) -> None:
        """Ends the child: the end of its input is the sign to leave."""
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass  # it has ended already
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

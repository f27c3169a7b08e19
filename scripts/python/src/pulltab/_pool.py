"""A pool of child processes."""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import itertools
import os
import queue
import threading
from typing import Any, AsyncIterator, Deque, Iterable, Iterator, Mapping, Optional, Sequence

from ._child import Child, Died
from ._program import program
from ._result import Html, Result, failed, line_of, result_of

_Future = concurrent.futures.Future

# Beyond this, in seconds, the program gives up by itself.
_LONGEST = 20.0

_TRIES = 2


class Pool:
    """Workers that convert pages, each with a child process and one page in flight.

    workers: their number, by default one per core.
    timeout: seconds for a page, 20 at most; then its answer is the error E_TIMEOUT.
    fields: of the results, as pulltab convert --fields names them.
    options: further options of pulltab convert, for example ["--images", "drop"].

    A child that crashes, hangs or is killed is replaced, and its page is tried once
    more; then its answer is the error E_RESTART. Safe for threads. After a fork the
    pool starts children of its own in the new process.
    """

    def __init__(
        self,
        workers: Optional[int] = None,
        *,
        timeout: float = _LONGEST,
        fields: Sequence[str] = ("url", "title", "text", "confidence", "source", "language"),
        options: Sequence[str] = (),
        executable: Optional[str] = None,
    ) -> None:
        self.workers = workers or os.cpu_count() or 1
        if not 0 < timeout <= _LONGEST:
            raise ValueError(f"timeout: {timeout} is not above 0 and up to {_LONGEST:g} seconds")
        self._timeout = timeout
        self._command = [
            executable or program(), "convert", "--jsonl", "--jobs", "1", "--no-log",
            "--timeout", f"{timeout}s", "--fields", ",".join(fields), *options,
        ]  # fmt: skip
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        self._pid = os.getpid()
        self._closed = False
        self._work: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._numbers = itertools.count()
        self._children: dict[int, Child] = {}
        self._threads: list[threading.Thread] = []

    def _put(self, job: Any) -> None:
        """Queues a job and starts the workers, again in a process that was forked.

        A job enters the queue before close() ends the workers or not at all: behind
        their end nothing would answer it.
        """
        if self._pid != os.getpid():
            self._lock = threading.Lock()
            self._start()
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is closed")
            while len(self._threads) < self.workers:
                thread = threading.Thread(target=self._run, args=(len(self._threads),), daemon=True)
                self._threads.append(thread)
                thread.start()
            self._work.put(job)

    def submit(self, document: Mapping[str, Any]) -> _Future[Result]:
        """Queues a document. Its result has the error, if there is one; nothing is raised for it."""
        future: _Future[Result] = concurrent.futures.Future()
        line = line_of(document, next(self._numbers))
        self._put((line, document.get("id"), future))
        return future

    def convert(self, html: Html, url: Optional[str] = None, *, encoding: Optional[str] = None) -> Result:
        """Converts one page. Raises PulltabError if it cannot be converted."""
        return _checked(self.submit({"html": html, "url": url, "encoding": encoding}).result())

    def map(self, documents: Iterable[Mapping[str, Any]], *, ordered: bool = True) -> Iterator[Result]:
        """Yields a result for each document, in their order or as they are ready.

        It takes at most two documents per worker ahead, so memory does not grow.
        """
        rest = iter(documents)
        if ordered:
            waiting: Deque[_Future[Result]] = collections.deque()
            for document in rest:
                waiting.append(self.submit(document))
                if len(waiting) >= 2 * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
            return
        done: queue.SimpleQueue[_Future[Result]] = queue.SimpleQueue()
        running = 0
        for document in rest:
            self.submit(document).add_done_callback(done.put)
            running += 1
            if running >= 2 * self.workers:
                yield done.get().result()
                running -= 1
        for _ in range(running):
            yield done.get().result()

    async def aconvert(self, html: Html, url: Optional[str] = None, *, encoding: Optional[str] = None) -> Result:
        """Is convert for coroutines."""
        future = self.submit({"html": html, "url": url, "encoding": encoding})
        return _checked(await asyncio.wrap_future(future))

    async def amap(self, documents: Iterable[Mapping[str, Any]]) -> AsyncIterator[Result]:
        """Is map in order for coroutines."""
        waiting: Deque[_Future[Result]] = collections.deque()
        for document in documents:
            waiting.append(self.submit(document))
            if len(waiting) >= 2 * self.workers:
                yield await asyncio.wrap_future(waiting.popleft())
        while waiting:
            yield await asyncio.wrap_future(waiting.popleft())

    def close(self) -> None:
        """Ends the workers after the documents that were submitted. A second call does nothing."""
        if self._pid != os.getpid():
            return
        with self._lock:
            if self._closed:
                return
            self._closed = True
            threads = self._threads
            for _ in threads:
                self._work.put(None)
        for thread in threads:
            thread.join()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"workers": self.workers, "_timeout": self._timeout, "_command": self._command}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()
        self._start()

    @property
    def pids(self) -> list[int]:
        """The process numbers of the children that run."""
        return [child.pid for child in list(self._children.values())]

    def _run(self, worker: int) -> None:
        """Is a worker's thread."""
        while True:
            job = self._work.get()
            if job is None:
                break
            line, id, future = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._answer(worker, line, id))
            except BaseException as error:  # the program is missing, for example
                future.set_exception(error)
        child = self._children.pop(worker, None)
        if child is not None:
            child.close()

    def _answer(self, worker: int, line: Mapping[str, Any], id: Any) -> Result:
        cause = ""
        for _ in range(_TRIES):
            child = self._children.get(worker)
            if child is None:
                child = self._children[worker] = Child(self._command, self._timeout)
            try:
                return result_of(child.ask(line), id)
            except Died as died:
                del self._children[worker]
                cause = str(died)
        return failed(id, "E_RESTART", f"the program ended {_TRIES} times on this page: {cause}")


def _checked(result: Result) -> Result:
    if result.error is not None:
        raise result.error
    return result

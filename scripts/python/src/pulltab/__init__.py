"""Rendered web pages to Markdown and text, with a confidence for each result.

    result = pulltab.convert(html, url="https://example.com/page")
    text = pulltab.extract(html)

Many pages: see Pool. Nothing is fetched.
"""

from __future__ import annotations

import atexit
import os
import threading
from typing import Optional

from ._pool import Pool
from ._program import program
from ._result import Document, Html, PulltabError, Result

__all__ = ["Document", "Html", "Pool", "PulltabError", "Result", "aconvert", "convert", "extract", "program"]

_FIELDS = ("url", "title", "text", "markdown", "confidence", "band", "source", "type", "language")

_lock = threading.Lock()
_shared: dict[str, Pool] = {}


def _pool(fields: tuple[str, ...]) -> Pool:
    """Returns this process's pool of one worker that answers with fields."""
    key = f"{os.getpid()} {','.join(fields)}"
    with _lock:
        pool = _shared.get(key)
        if pool is None:
            pool = _shared[key] = Pool(workers=1, fields=fields)
            atexit.register(pool.close)
        return pool


def convert(html: Html, url: Optional[str] = None, *, encoding: Optional[str] = None) -> Result:
    """Converts one page.

    html is text, or bytes in any encoding; encoding names it if the page does not.
    Raises PulltabError if the page cannot be converted. Safe for threads; the first
    call starts a child process, which serves all calls of this process in turn.
    """
    return _pool(_FIELDS).convert(html, url, encoding=encoding)


def extract(html: Html, url: Optional[str] = None) -> str:
    """Returns the text of a page, "" if the page has none. Raises as convert does."""
    try:
        return _pool(("text",)).convert(html, url).text or ""
    except PulltabError as error:
        if error.code in ("E_NO_CONTENT", "E_EMPTY"):
            return ""
        raise


async def aconvert(html: Html, url: Optional[str] = None, *, encoding: Optional[str] = None) -> Result:
    """Is convert for coroutines."""
    return await _pool(_FIELDS).aconvert(html, url, encoding=encoding)

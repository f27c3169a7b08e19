"""Documents and their results."""

from __future__ import annotations

import base64
import dataclasses
from typing import Any, Mapping, Optional, TypedDict, Union

Html = Union[str, bytes]


class Document(TypedDict, total=False):
    """A page. Only html is required; id may be any value, and is returned unchanged."""

    id: Any
    url: Optional[str]
    html: Html
    encoding: Optional[str]


class PulltabError(Exception):
    """A page that could not be converted. code is stable, for example E_NO_CONTENT."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    def __reduce__(self) -> Any:
        return PulltabError, (self.code, self.message)


@dataclasses.dataclass(frozen=True)
class Result:
    """The result of one page. A field that was not asked for or is unknown is None.

    With error, all others but id are None. fields has every field of the answer,
    also those that have no attribute here.
    """

    id: Any = None
    url: Optional[str] = None
    title: Optional[str] = None
    text: Optional[str] = None
    markdown: Optional[str] = None
    confidence: Optional[float] = None
    band: Optional[str] = None
    source: Optional[str] = None
    type: Optional[str] = None
    language: Optional[str] = None
    error: Optional[PulltabError] = None
    fields: Mapping[str, Any] = dataclasses.field(default_factory=dict)


_KNOWN = {f.name for f in dataclasses.fields(Result)} - {"id", "error", "fields"}


def result_of(answer: Mapping[str, Any], id: Any) -> Result:
    """Returns the result in an answer of the program."""
    error = answer.get("error")
    if error is not None:
        return failed(id, error["code"], error["message"])
    fields = {name: value for name, value in answer.items() if name != "id"}
    return Result(id=id, fields=fields, **{name: value for name, value in fields.items() if name in _KNOWN})


def failed(id: Any, code: str, message: str) -> Result:
    return Result(id=id, error=PulltabError(code, message))


def line_of(document: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Returns the program's input for a document."""
    html = document["html"]
    line: dict[str, Any] = {"id": number}
    if document.get("url"):
        line["url"] = str(document["url"])
    if isinstance(html, str):
        line["html"] = html
    elif isinstance(html, (bytes, bytearray, memoryview)):
        line["html_base64"] = base64.b64encode(html).decode("ascii")
        if document.get("encoding"):
            line["encoding"] = document["encoding"]
    else:
        raise TypeError(f"html is {type(html).__name__}, not str or bytes")
    return line

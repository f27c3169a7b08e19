"""Adapters for datatrove: PulltabStep, recommended, and PulltabExtractor.

datatrove gives an extractor the HTML alone, and drops documents without text. The
step passes the address on, which some pages need, keeps the confidence, and counts.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence

from datatrove.data import DocumentsPipeline
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.extractors.base import BaseExtractor

import pulltab

_FIELDS = ("title", "text", "confidence", "source", "language")


class PulltabExtractor(BaseExtractor):
    """Extracts the text from the HTML in a document's text, without its address."""

    name = "⛏ Pulltab"

    def __init__(self, timeout: float = 20) -> None:
        super().__init__(timeout)

    def extract(self, text: str) -> str:
        # datatrove calls it once with "" in a new process, within the timeout.
        return pulltab.extract(text) if text else ""


class PulltabStep(PipelineStep):
    """Replaces the HTML in a document's text by its text.

    workers: child processes of one task; more tasks are usually better.
    url_field: the field of the metadata with the address.
    min_confidence: documents below it are dropped and counted.
    keep_failures: documents that cannot be converted go on with an empty text and
    the code of the error in metadata["pulltab_error"]; else they are dropped.
    """

    type = "🛢 - EXTRAC"
    name = "⛏ Pulltab"

    def __init__(
        self,
        workers: int = 1,
        timeout: float = 20,
        url_field: str = "url",
        min_confidence: float = 0,
        keep_failures: bool = False,
        options: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self._pool = {"workers": workers, "timeout": timeout, "fields": _FIELDS, "options": options}
        self._url_field = url_field
        self._min_confidence = min_confidence
        self._keep_failures = keep_failures

    def run(self, data: Optional[DocumentsPipeline], rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        with pulltab.Pool(**self._pool) as pool:
            for result in pool.map(self._document(d) for d in data or ()):
                with self.track_time():
                    document = self._converted(result)
                if document is not None:
                    yield document

    def _document(self, document: Any) -> dict[str, Any]:
        return {"id": document, "html": document.text, "url": document.metadata.get(self._url_field)}

    def _converted(self, result: pulltab.Result) -> Any:
        document = result.id
        if result.error is not None:
            self.stat_update("failed", f"failed_{result.error.code}")
            document.text = ""
            document.metadata["pulltab_error"] = result.error.code
            return document if self._keep_failures else None
        if (result.confidence or 0) < self._min_confidence:
            self.stat_update("below_confidence")
            return None
        document.text = result.text or ""
        for name in ("title", "confidence", "source", "language"):
            if result.fields.get(name) is not None:
                document.metadata[name] = result.fields[name]
        self.stat_update("converted")
        return document

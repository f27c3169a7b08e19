"""Adapters for NeMo Curator: PulltabAlgorithm and PulltabDocumentExtractor.

NeMo Curator gives an algorithm neither address nor time limit, calls it only for
languages with a list of stop words, and keeps no confidence. The document extractor
replaces its whole step and keeps both.
"""

from __future__ import annotations

from typing import Any, Optional

from nemo_curator.stages.text.download.base.extract import DocumentExtractor
from nemo_curator.stages.text.download.html_extractors.base import HTMLExtractorAlgorithm

import pulltab

_COLUMNS = ["url", "warc_id", "source_id", "language", "text", "title", "confidence", "source"]


class PulltabAlgorithm(HTMLExtractorAlgorithm):
    """Extracts the paragraphs of a page."""

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> Optional[list[str]]:
        text = pulltab.extract(html)
        return [line for line in text.split("\n") if line] or None


class PulltabDocumentExtractor(DocumentExtractor):
    """Converts records of Common Crawl: content, url, warc_id and source_id."""

    def extract(self, record: dict[str, Any]) -> Optional[dict[str, Any]]:
        try:
            result = pulltab.convert(record["content"], record.get("url"))
        except pulltab.PulltabError:
            return None
        kept = {name: record.get(name) for name in ("url", "warc_id", "source_id")}
        found = {name: result.fields.get(name) for name in ("language", "text", "title", "confidence", "source")}
        return {**kept, **found}

    def input_columns(self) -> list[str]:
        return ["url", "warc_id", "source_id", "content"]

    def output_columns(self) -> list[str]:
        return list(_COLUMNS)

"""An adapter for Spark: a function for DataFrame.mapInPandas.

    pages.mapInPandas(convert_pages, SCHEMA).write.parquet("out")

The input needs the columns url and html (text or bytes), and may have id. Set
spark.sql.execution.arrow.maxRecordsPerBatch to 64: at the default of 10,000 a batch
of pages takes a gigabyte. Set PYSPARK_PYTHON to the Python that has this package.
"""

from __future__ import annotations

from typing import Any, Iterator

import pandas

import pulltab

SCHEMA = "id string, url string, title string, text string, confidence double, source string, language string, error string"

_FIELDS = ("title", "text", "confidence", "source", "language")


def convert_pages(batches: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
    """Converts the pages of one partition, with one child process."""
    with pulltab.Pool(workers=1, fields=_FIELDS) as pool:
        for batch in batches:
            yield pandas.DataFrame([_row(r) for r in pool.map(_documents(batch))], columns=[c.split()[0] for c in SCHEMA.split(", ")])


def _documents(batch: pandas.DataFrame) -> Iterator[dict[str, Any]]:
    ids = batch["id"] if "id" in batch else batch["url"]
    for id, url, html in zip(ids, batch["url"], batch["html"]):
        yield {"id": (id, url), "url": url, "html": html}


def _row(r: pulltab.Result) -> list[Any]:
    id, url = r.id
    return [str(id), url, r.title, r.text, r.confidence, r.source, r.language, r.error.code if r.error else None]

"""An adapter for Ray Data: a callable for Dataset.map_batches.

    pages.map_batches(ConvertPages, compute=ray.data.ActorPoolStrategy(size=8), num_cpus=1, batch_size=32)

The input needs the columns url and html (text or bytes); other columns are kept.
"""

from __future__ import annotations

from typing import Any

import numpy

import pulltab

_FIELDS = ("title", "text", "confidence", "source", "language")


class ConvertPages:
    """Replaces the column html by title, text, confidence, source, language and error."""

    def __init__(self) -> None:
        self._pool = pulltab.Pool(workers=1, fields=_FIELDS)

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        results = list(self._pool.map({"url": url, "html": html} for url, html in zip(batch["url"], batch["html"])))
        columns = {name: column for name, column in batch.items() if name != "html"}
        for name in _FIELDS:
            missing = float("nan") if name == "confidence" else ""
            values = [r.fields.get(name) for r in results]
            columns[name] = numpy.array([missing if v is None else v for v in values], dtype=float if name == "confidence" else object)
        columns["error"] = numpy.array([r.error.code if r.error else "" for r in results], dtype=object)
        return columns

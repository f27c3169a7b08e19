"""Runs the adapters in the real engines, on one Linux machine.

    python engines.py --work DIR --pages 2000 --corpus DIR… ENGINE…

ENGINE is datatrove, spark, ray or nemo. Pages are the HTML files in the folders html of
the corpora. The texts must be those of the command line, each page must have one
answer, and children of the pools are killed at random meanwhile.
"""

import argparse
import io
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

import pulltab


def children():
    """Returns the running programs below this process."""
    parents, programs = {}, []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            name = (entry / "exe").readlink().name
        except (OSError, IndexError):
            continue
        parents[int(entry.name)] = int(fields[1])
        if name == pathlib.Path(pulltab.program()).resolve().name:
            programs.append(int(entry.name))
    ours = []
    for pid in programs:
        parent = pid
        while parent > 1 and parent != os.getpid():
            parent = parents.get(parent, 0)
        # Spark's workers may be children of init.
        if parent == os.getpid() or os.environ.get("KILL_ALL"):
            ours.append(pid)
    return ours


class Killer:
    """Kills a child at random, several times a second."""

    def __enter__(self):
        self.kills, self.end = 0, threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def run(self):
        while not self.end.wait(0.3):
            found = children()
            if found:
                try:
                    os.kill(random.choice(found), signal.SIGKILL)
                    self.kills += 1
                except ProcessLookupError:
                    pass

    def __exit__(self, *_):
        self.end.set()
        self.thread.join()


def expected(pages, with_url):
    """Returns the command line's text for each id; None for failures."""
    lines = []
    for page in pages:
        lines.append(json.dumps(page if with_url else {"id": page["id"], "html": page["html"]}))
    out = subprocess.run(
        [pulltab.program(), "convert", "--jsonl", "--fields", "text"], input="\n".join(lines), capture_output=True, text=True, check=True
    ).stdout
    answers = (json.loads(line) for line in out.splitlines())
    return {a["id"]: a.get("text") for a in answers}


def compare(engine, got, want, kills):
    """got has a list of texts for each id."""
    missing = [i for i, text in want.items() if text and not got.get(i)]
    doubled = [i for i, texts in got.items() if len(texts) > 1]
    other = [i for i, texts in got.items() if texts[0] and texts[0] != (want[i] or "")]
    print(f"{engine}: {len(want)} pages, {sum(bool(t) for t in want.values())} with text, {kills} children killed;"
          f" missing {len(missing)}, doubled {len(doubled)}, different {len(other)}", flush=True)
    return not (missing or doubled or other)


def run_datatrove(work, pages):
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import WarcReader
    from datatrove.pipeline.writers import JsonlWriter

    from pulltab.adapters.datatrove import PulltabExtractor, PulltabStep

    archive(work / "warc" / "pages.warc.gz", pages)
    by_url = {page["url"]: page["id"] for page in pages}
    given = {by_url[d.metadata["url"]] for d in WarcReader(str(work / "warc")).run()}  # it drops some pages itself
    good = True
    for name, step, with_url in (("datatrove, step", PulltabStep(), True), ("datatrove, extractor", PulltabExtractor(), False)):
        want = expected(pages, with_url)
        out = work / name.replace(", ", "-")
        with Killer() as killer:
            LocalPipelineExecutor(
                pipeline=[WarcReader(str(work / "warc")), step, JsonlWriter(str(out), compression=None)],
                tasks=1, logging_dir=str(work / f"logs-{out.name}"),
            ).run()
        got = {}
        for file in out.glob("*.jsonl"):
            for line in file.read_text().splitlines():
                document = json.loads(line)
                got.setdefault(by_url[document["metadata"]["url"]], []).append(document["text"])
        want = {i: text for i, text in want.items() if i in given}
        if not with_url:  # datatrove drops a document whose extraction takes too long
            want = {i: text for i, text in want.items() if i in got}
        good = compare(name, got, want, killer.kills) and good
    return good


def archive(path, pages):
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as out:
        writer = WARCWriter(out, gzip=True)
        for page in pages:
            header = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
            body = io.BytesIO(page["html"].encode("utf-8", "replace"))
            writer.write_record(writer.create_warc_record(page["url"], "response", payload=body, http_headers=header))


def run_spark(work, pages):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    from pulltab.adapters import spark as adapter

    session = (
        SparkSession.builder.master("local[2]").appName("pulltab").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "64").config("spark.driver.memory", "1g").getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    source = work / "pages.jsonl"
    source.write_text("".join(json.dumps(p) + "\n" for p in pages))
    out = str(work / "parquet")
    os.environ["KILL_ALL"] = "1"
    with Killer() as killer:
        frame = session.read.schema("id string, url string, html string").json(str(source)).repartition(4)
        frame.mapInPandas(adapter.convert_pages, adapter.SCHEMA).write.mode("overwrite").parquet(out)
    got = {}
    for row in session.read.parquet(out).collect():
        got.setdefault(row.id, []).append(row.text or "")
    session.stop()
    return compare("spark", got, expected(pages, True), killer.kills)


def run_ray(work, pages):
    import ray

    from pulltab.adapters.ray import ConvertPages

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20)
    os.environ["KILL_ALL"] = "1"
    with Killer() as killer:
        converted = ray.data.from_items(pages).map_batches(
            ConvertPages, compute=ray.data.ActorPoolStrategy(size=2), num_cpus=1, batch_size=16
        ).take_all()
    ray.shutdown()
    got = {}
    for row in converted:
        got.setdefault(row["id"], []).append(row["text"])
    return compare("ray", got, expected(pages, True), killer.kills)


def run_nemo(work, pages):
    from pulltab.adapters.nemo import PulltabAlgorithm, PulltabDocumentExtractor

    got = {}
    extractor = PulltabDocumentExtractor()
    for page in pages:
        row = extractor.extract({"url": page["url"], "warc_id": page["id"], "source_id": "x", "content": page["html"]})
        got[page["id"]] = [row["text"] if row else ""]
        assert row is None or set(row) == set(extractor.output_columns())
    assert PulltabAlgorithm().extract_text(pages[0]["html"], frozenset(), "ENGLISH")
    return compare("nemo (interface only)", got, expected(pages, True), 0)


def read_pages(folders, most):
    files = [file for folder in folders for file in sorted(pathlib.Path(folder).glob("html/*.html"))]
    pages = []
    for file in files[:: max(1, len(files) // most)][:most]:
        html = file.read_bytes().decode("utf-8", "replace")
        pages.append({"id": file.stem, "url": f"https://{len(pages)}.example.com/{file.stem}", "html": html})
    return pages


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--corpus", action="append", required=True)
    parser.add_argument("engines", nargs="+")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    pages = read_pages(arguments.corpus, arguments.pages)
    good = True
    for engine in arguments.engines:
        begin = time.time()
        good = globals()[f"run_{engine}"](arguments.work, pages) and good
        print(f"{engine}: {time.time() - begin:.0f} s", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

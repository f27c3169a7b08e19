"""Compares the cost of extraction with other programs on the same pages, in one run.

    python speed.py --pulltab bin/pulltab --tools build/bench-speed --pages 300 --corpus DIR…

Every program reads lines of JSON with id and html, and writes lines with id and its
text or Markdown, in one thread. Cost is the CPU time of its process, starting included,
since on a shared machine the wall time says little. Accuracy is not compared here: see
docs/quality.md, whose answers are held out.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def programs(pulltab, tools):
    python = [str(tools / "venv/bin/python"), str(HERE / "tool.py")]
    node = ["node", str(tools / "node" / "tool.mjs")]
    convert = [pulltab, "convert", "--jsonl", "--jobs", "1", "--no-log"]
    return {
        "pulltab, text": [*convert, "--fields", "text,confidence"],
        "pulltab, whole results": [*convert, "--format", "text"],
        "rs-trafilatura, text": [str(tools / "rust/release/bench-speed")],
        "trafilatura, text": [*python, "trafilatura"],
        "resiliparse, text": [*python, "resiliparse"],
        "Readability + Turndown, Markdown": [*node, "readability"],
        "Defuddle, Markdown": [*node, "defuddle"],
    }


def measure(command, source):
    """Returns CPU seconds, peak memory in MB, answers, and answers with text."""
    with open(source, "rb") as pages, tempfile.TemporaryFile("w+b") as out:
        child = subprocess.Popen(command, stdin=pages, stdout=out, stderr=subprocess.DEVNULL, env={**os.environ, "GOMAXPROCS": "1"})
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{command[0]} ended with {child.returncode}")
        out.seek(0)
        answers = [json.loads(line) for line in out]
    found = sum(bool(a.get("text") or a.get("markdown")) for a in answers)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, len(answers), found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pulltab", required=True)
    parser.add_argument("--tools", required=True, type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--corpus", action="append", required=True)
    arguments = parser.parse_args()
    files = [f for folder in arguments.corpus for f in sorted(pathlib.Path(folder).glob("html/*.html"))]
    files = files[:: max(1, len(files) // arguments.pages)][: arguments.pages]
    size = 0
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as source:
        for file in files:
            html = file.read_bytes().decode("utf-8", "replace")
            size += len(html.encode())
            source.write(json.dumps({"id": file.stem, "html": html}) + "\n")
        source.flush()
        best = {}
        for _ in range(arguments.rounds):  # interleaved; the lowest CPU time counts
            for name, command in programs(os.path.abspath(arguments.pulltab), arguments.tools.resolve()).items():
                result = measure(command, source.name)
                if name not in best or result[0] < best[name][0]:
                    best[name] = result
                print(f"{name}: {result[0]:.1f} s", file=sys.stderr, flush=True)
    base = best["pulltab, text"][0]
    print(f"{len(files)} pages, {size / 1e6:.1f} MB, {size / len(files) / 1e3:.0f} kB each; one thread\n")
    print("| program | CPU s | ratio | pages/s | MB/s | peak MB | with text |\n|---|---:|---:|---:|---:|---:|---:|")
    for name, (seconds, peak, answers, found) in best.items():
        assert answers == len(files), f"{name}: {answers} answers"
        print(f"| {name} | {seconds:.1f} | {seconds / base:.2f} | {len(files) / seconds:.0f} | {size / 1e6 / seconds:.1f} | {peak:.0f} | {found} |")


if __name__ == "__main__":
    main()

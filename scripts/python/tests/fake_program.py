"""Stands in for the program: answers with its process number, and crashes, hangs or
answers wrongly where a page says so."""

import json
import os
import pathlib
import sys
import time

for line in sys.stdin:
    page = json.loads(line)
    html = page["html"]
    mark = pathlib.Path(os.environ["PULLTAB_TEST_MARK"])
    again = mark.exists()
    if html == "crash" or html == "crash once" and not again:
        mark.touch()
        os._exit(3)
    if html == "hang":
        time.sleep(60)
    if html == "other":
        page["id"] += 1
    if html == "rubbish":
        print("no JSON", flush=True)
        continue
    print(json.dumps({"id": page["id"], "text": html, "title": str(os.getpid())}), flush=True)

"""A Python extractor as a filter: trafilatura or resiliparse."""

import json
import sys

if sys.argv[1] == "trafilatura":
    import trafilatura

    def extract(html):
        return trafilatura.extract(html)
else:
    from resiliparse.extract.html2text import extract_plain_text

    def extract(html):
        return extract_plain_text(html, main_content=True)


for line in sys.stdin:
    page = json.loads(line)
    try:
        text = extract(page["html"])
    except Exception:  # whatever the library raises: an answer without text
        text = None
    print(json.dumps({"id": page["id"], "text": text}))

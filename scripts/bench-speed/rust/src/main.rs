// rs-trafilatura as a filter.
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let page: serde_json::Value = serde_json::from_str(&line?)?;
        let text = rs_trafilatura::extract(page["html"].as_str().unwrap_or("")).map(|r| r.content_text).ok();
        writeln!(out, "{}", serde_json::json!({ "id": page["id"], "text": text }))?;
    }
    out.flush()
}

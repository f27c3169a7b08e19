-- One row for each conversion. Its figures count again in log_sums, so that
-- statistics over a million rows stay cheap.
CREATE TABLE extraction_log (
  id          INTEGER PRIMARY KEY,
  created_at  INTEGER NOT NULL,           -- Unix milliseconds
  site        TEXT    NOT NULL,           -- host name, '' where there is none
  address     TEXT    NOT NULL DEFAULT '',-- redacted, and only if the reader wants addresses kept
  client      TEXT    NOT NULL,           -- popup, menu, shortcut, batch, badge, command, other
  browser     TEXT    NOT NULL,
  outcome     TEXT    NOT NULL CHECK (outcome IN ('done', 'empty', 'too-large', 'timeout', 'cancelled', 'failed')),
  source      TEXT    NOT NULL,           -- '' unless done
  quality     REAL,
  confidence  REAL,
  agreement   REAL,
  coverage    REAL,
  fidelity    REAL,
  characters  INTEGER,
  candidates  TEXT    NOT NULL,           -- JSON: figures of each engine
  reason      TEXT    NOT NULL,
  parse_ms    INTEGER,
  extract_ms  INTEGER,
  markdown_ms INTEGER,
  total_ms    INTEGER NOT NULL,
  versions    TEXT    NOT NULL            -- JSON: host, extension, model
) STRICT;
CREATE INDEX extraction_log_time ON extraction_log (created_at);
CREATE INDEX extraction_log_site ON extraction_log (site);

-- Sums of the log: by hour for all sites together (site is ''), and by day for
-- each site.
CREATE TABLE log_sums (
  unit       INTEGER NOT NULL,            -- 3600000 or 86400000 milliseconds
  start      INTEGER NOT NULL,            -- units since 1970
  site       TEXT    NOT NULL,
  source     TEXT    NOT NULL,
  outcome    TEXT    NOT NULL,
  n          INTEGER NOT NULL,
  quality    REAL    NOT NULL,            -- sums, here and below
  quality2   REAL    NOT NULL,            -- of squares
  confident  INTEGER NOT NULL,            -- rows that have a confidence
  confidence REAL    NOT NULL,
  characters INTEGER NOT NULL,
  ms         INTEGER NOT NULL,
  ln_ms      REAL    NOT NULL,            -- of ln(1 + total_ms)
  ln_ms2     REAL    NOT NULL,
  PRIMARY KEY (unit, start, site, source, outcome)
) STRICT, WITHOUT ROWID;

CREATE TABLE preferences (
  name TEXT PRIMARY KEY,
  held INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Pages that the reader kept. Addresses are redacted. An address has one row
-- for each edition: content that differs from what was kept before.
CREATE TABLE clips (
  id        INTEGER PRIMARY KEY,
  saved_at  INTEGER NOT NULL,  -- Unix milliseconds
  site      TEXT    NOT NULL,
  address   TEXT    NOT NULL,
  canonical TEXT    NOT NULL,
  edition   INTEGER NOT NULL,  -- 1 for the first
  title     TEXT    NOT NULL,
  front     TEXT    NOT NULL,  -- front matter with its marks, or ''
  body      TEXT    NOT NULL,  -- Markdown
  blocks    BLOB    NOT NULL,  -- 8 bytes for each block of body
  source    TEXT    NOT NULL,
  quality   REAL,
  confidence REAL,
  host      TEXT    NOT NULL,  -- version that made it
  UNIQUE (address, edition)
) STRICT;
CREATE INDEX clips_canonical ON clips (canonical);
CREATE INDEX clips_site ON clips (site);
CREATE INDEX clips_time ON clips (saved_at);

-- The page as it was captured, compressed; only if the reader wants that.
CREATE TABLE captures (
  clip INTEGER PRIMARY KEY REFERENCES clips (id) ON DELETE CASCADE,
  page BLOB NOT NULL           -- gzip
) STRICT;

CREATE VIRTUAL TABLE clip_words USING fts5 (
  title, body, content = 'clips', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO clip_words (clip_words, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER clip_added AFTER INSERT ON clips BEGIN
  INSERT INTO clip_words (rowid, title, body) VALUES (new.id, new.title, new.body);
END;
CREATE TRIGGER clip_deleted AFTER DELETE ON clips BEGIN
  INSERT INTO clip_words (clip_words, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
END;

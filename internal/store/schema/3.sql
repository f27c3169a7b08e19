-- One row for each read of a tab by an agent. A program that knows only version 2
-- does not open this database; update it, or set the database aside.
CREATE TABLE agent_reads (
  id         INTEGER PRIMARY KEY,
  created_at INTEGER NOT NULL,            -- Unix milliseconds
  client     TEXT    NOT NULL,            -- name of the program that asked, a hint; '' if unknown
  site       TEXT    NOT NULL,            -- host name
  tab        INTEGER NOT NULL,            -- the browser's number
  what       TEXT    NOT NULL,            -- read, outline, query, diff or source
  tokens     INTEGER NOT NULL,            -- of the answer
  purpose    TEXT    NOT NULL             -- as the agent gave it
) STRICT;
CREATE INDEX agent_reads_time ON agent_reads (created_at);
CREATE INDEX agent_reads_site ON agent_reads (site);

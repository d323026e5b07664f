// The tables of what runs did: a row an entry, its place, the messages that it refers to, and the index of its words.

/**
 * `tape.state`: 0 of a run that goes on, 1 in force, 2 of a run that failed. `place.since`: the row after which a context
 * begins, the last anchor or, after a reset, `floor`: rows up to there are gone for everybody, and removed bit by bit until
 * `swept`. `torn`: rows that say something else than in the mirror; `gone`: rows that it still has.
 */
export const runTapeSchema = `
CREATE TABLE IF NOT EXISTS tape_place (
  n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, since INTEGER NOT NULL DEFAULT 0, floor INTEGER NOT NULL DEFAULT 0,
  swept INTEGER NOT NULL DEFAULT 0, entries INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
  tokens INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0, torn INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS tape_total (
  one INTEGER PRIMARY KEY CHECK (one = 1), entries INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
INSERT OR IGNORE INTO tape_total (one, entries, bytes) VALUES (1, 0, 0);
CREATE INDEX IF NOT EXISTS tape_place_room ON tape_place (substr(key, instr(key, ' ') + 1));
CREATE INDEX IF NOT EXISTS tape_place_unswept ON tape_place (n) WHERE floor > swept;
CREATE INDEX IF NOT EXISTS tape_place_untrue ON tape_place (n) WHERE torn > 0 OR gone > 0;
CREATE TABLE IF NOT EXISTS tape (
  n INTEGER PRIMARY KEY AUTOINCREMENT, place INTEGER NOT NULL, run TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
  at INTEGER NOT NULL, body TEXT NOT NULL, tokens INTEGER NOT NULL, state INTEGER NOT NULL) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS tape_run ON tape (place, run, id);
CREATE INDEX IF NOT EXISTS tape_row ON tape (place, n);
CREATE INDEX IF NOT EXISTS tape_fork ON tape (place, n) WHERE state = 0;
CREATE INDEX IF NOT EXISTS tape_merged ON tape (place, n) WHERE state = 1;
CREATE INDEX IF NOT EXISTS tape_anchor ON tape (place, n) WHERE state = 1 AND kind = 'anchor';
CREATE INDEX IF NOT EXISTS tape_fact ON tape (place, n) WHERE state = 1 AND kind = 'fact';
CREATE TABLE IF NOT EXISTS tape_refers (n INTEGER NOT NULL, message TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (n, message)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tape_refers_message ON tape_refers (place, message);
CREATE VIRTUAL TABLE IF NOT EXISTS tape_index USING fts5 (
  place, text, short, content = '', contentless_delete = 1, tokenize = 'trigram');
CREATE TRIGGER IF NOT EXISTS tape_added AFTER INSERT ON tape BEGIN
  UPDATE tape_place SET entries = entries + 1, bytes = bytes + octet_length(new.body),
    tokens = tokens + iif(new.state = 1, new.tokens, 0) WHERE n = new.place;
  UPDATE tape_total SET entries = entries + 1, bytes = bytes + octet_length(new.body);
END;
CREATE TRIGGER IF NOT EXISTS tape_changed AFTER UPDATE OF body, tokens, state ON tape BEGIN
  UPDATE tape_place SET bytes = bytes + octet_length(new.body) - octet_length(old.body),
    tokens = tokens + iif(new.n > since, iif(new.state = 1, new.tokens, 0) - iif(old.state = 1, old.tokens, 0), 0) WHERE n = new.place;
  UPDATE tape_total SET bytes = bytes + octet_length(new.body) - octet_length(old.body);
END;
CREATE TRIGGER IF NOT EXISTS tape_removed AFTER DELETE ON tape BEGIN
  DELETE FROM tape_index WHERE rowid = old.n;
  DELETE FROM tape_refers WHERE n = old.n;
  UPDATE tape_place SET entries = entries - 1, bytes = bytes - octet_length(old.body), gone = gone + 1,
    tokens = tokens - iif(old.n > since AND old.state = 1, old.tokens, 0) WHERE n = old.place;
  UPDATE tape_total SET entries = entries - 1, bytes = bytes - octet_length(old.body);
END;
`

// How tools of MCP servers are described, as it was accepted: a row a tool that some rule names.
import type { DatabaseSync } from 'node:sqlite'

export interface PinRow {
  server: string
  tool: string
  /** JSON. */
  pinned: unknown
  /** JSON of what waits for an operator. */
  offered?: unknown
}

/** Rules name fewer. */
const mostRows = 1_000

const table = `
CREATE TABLE IF NOT EXISTS mcp_pin (
  tool TEXT PRIMARY KEY, server TEXT NOT NULL, pinned TEXT NOT NULL, offered TEXT) STRICT, WITHOUT ROWID;
`

export function openMcpPins(db: DatabaseSync) {
  db.exec(table)
  const put = db.prepare('INSERT OR REPLACE INTO mcp_pin (tool, server, pinned, offered) VALUES (?, ?, ?, ?)')
  return {
    all: (): PinRow[] => readMcpPins(db),
    put: ({ tool, server, pinned, offered }: PinRow): void =>
      void put.run(tool, server, JSON.stringify(pinned), offered === undefined ? null : JSON.stringify(offered)),
  }
}

/** Also of a store that is open for reading, or has none. */
export function readMcpPins(db: DatabaseSync): PinRow[] {
  if (!db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'mcp_pin'`).get()) return []
  return db
    .prepare(`SELECT tool, server, pinned, offered FROM mcp_pin LIMIT ${mostRows}`)
    .all()
    .map(({ tool, server, pinned, offered }) => ({
      tool: String(tool),
      server: String(server),
      pinned: JSON.parse(String(pinned)) as unknown,
      ...(offered !== null && { offered: JSON.parse(String(offered)) as unknown }),
    }))
}

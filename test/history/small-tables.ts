// What a service asks now and then of its small tables.
import type { DatabaseSync } from 'node:sqlite'
import { openAcceptedTexts } from '../../src/store/accepted-texts.ts'
import { openWordStore } from '../../src/store/profile-words.ts'
import { openMcpPins } from '../../src/store/mcp-pins.ts'
import { openServed } from '../../src/store/served.ts'

export function askSmallTables(db: DatabaseSync): void {
  const words = openWordStore(db)
  words.begin('iris', 'a hash', 1)
  words.put('iris', 'a hash', ['paper'])
  words.known('iris', 'a hash')
  words.newestLines(100)
  const pins = openMcpPins(db)
  pins.put({ tool: 'mcp.files.search', server: 'files', pinned: { description: 'looks' } })
  pins.all()
  const served = openServed(db)
  served.put({ place: 'web:lobby', id: 'person:eve', list: 'denyFrom', at: 1 })
  served.remove('web:lobby', 'person:eve')
  const accepted = openAcceptedTexts(db)
  accepted.put({ place: 'iris web:lobby', name: 'notes', digest: 'a', by: 'person:olga', at: 1 })
  accepted.of('iris web:lobby')
  accepted.drop('iris web:lobby', 'notes')
}

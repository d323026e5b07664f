// Prunes a store step by step, and says so after each, until it is killed or nothing is left to do.
import { openDatabase } from '../../src/store/database.ts'
import { prunedWorld } from './pruner-world.ts'

const [, , path = '', now = '0'] = process.argv
const db = openDatabase(path)
const { pruner } = prunedWorld({ db, path, retainMs: 24 * 3_600_000, maxBytes: 1e9 })
while (pruner.step(Number(now))) process.stdout.write('step\n')
db.close()

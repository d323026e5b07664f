// A service that runs one command for a bot: the test kills it.
import { bashTool } from '../../src/tools/bash/bash.ts'

const [workspace = '', command = ''] = process.argv.slice(2)
await bashTool().run(
  { command },
  {
    place: { bot: 'iris', group: 'web:lobby', oneToOne: true },
    run: 'r1',
    call: 'r1 1.0',
    askers: [],
    workspace,
    signal: new AbortController().signal,
    timeoutMs: 30_000,
  },
)

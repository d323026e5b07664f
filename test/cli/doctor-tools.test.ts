// What the doctor says of the shell of bots (A6).
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, writeIn } from '../world/folders.ts'
import { chime } from './chime.ts'

const may = (tool: string) =>
  `bots: [{ name: Iris, operators: [ann], agent: { allow: [{ tools: [${tool}], groups: [direct] }] } }]\nchannels: { web: { port: 0 } }\n`

/** With a bubblewrap that does this, or none: the lines on tools. */
async function examined(config: string, bubblewrap?: string): Promise<string[]> {
  const cwd = folder({ 'chime.yaml': config, 'bin/': '' })
  const bin = join(cwd, 'bin')
  if (bubblewrap !== undefined) {
    writeIn(bin, 'bwrap', `#!/bin/sh\n${bubblewrap}`)
    chmodSync(join(bin, 'bwrap'), 0o755)
  }
  const { out } = await chime(['doctor'], { cwd, env: { PATH: bin } })
  return out.split('\n').filter((line) => line.includes(' tools '))
}

describe.runIf(process.platform === 'linux')('where a bot may use the shell', () => {
  test('the doctor says whether there is one, and the next step', async () => {
    expect([
      await examined(may('bash')),
      await examined(may('bash'), "echo 'bwrap: No permissions to create new namespace' >&2; exit 1"),
      await examined(may('bash'), 'echo made'),
    ]).toEqual([
      ['! tools    no bash for bots: bubblewrap is not installed → apt-get install bubblewrap'],
      [
        '! tools    no bash for bots: bubblewrap cannot make its box here: bwrap: No permissions to create new namespace → ' +
          'it needs namespaces, which containers often forbid, and version 0.8 or later',
      ],
      ['✓ tools    bash for Iris: bubblewrap makes its box'],
    ])
  })
  test('elsewhere it says nothing', async () => {
    expect(await examined(may("'fs.*'"))).toEqual([])
  })
})

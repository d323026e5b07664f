import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { openDatabase } from '../../src/store/database.ts'
import { servedIn } from '../e2e/running.ts'
import { chime } from './chime.ts'
import { freePort } from '../world/loopback.ts'
import { inputWith } from '../fakes/group-life.ts'
import { failure, type FakeProvider, fakeProvider, says } from '../llm/fake-provider.ts'
import { folder } from '../world/folders.ts'

/** What the doctor said, with paths, sizes and times as signs. */
async function examined(cwd: string, env: NodeJS.ProcessEnv = {}) {
  const { code, out, err } = await chime(['doctor'], { cwd, env })
  const told = out
    .replaceAll(cwd, '/here')
    .replaceAll(/[\d.]+ [KMG]B/g, 'N MB')
    .replaceAll(/\d+ ms/g, 'N ms')
    .replaceAll(/\d+ (tokens|decisions)/g, 'N $1')
    .replaceAll(process.versions.node, 'NODE')
  return { code, err, lines: told.trimEnd().split('\n') }
}

const rehearsing =
  '! model    rehearsal for Iris, Rex: answered in N ms, N tokens; no language model answers' +
  ' → set OPENAI_API_KEY (and OPENAI_BASE_URL, CHIME_MODEL) for a language model'

describe('the doctor', () => {
  test('a fresh folder is well: one line a check', async () => {
    const port = await freePort()
    expect(await examined(folder(), { CHIME_PORT: String(port) })).toEqual({
      code: 0,
      err: '',
      lines: [
        '✓ node     NODE',
        '✓ config   no chime.yaml, the built-in demo: 2 bots, rooms lobby',
        '✓ disk     /here: N MB free',
        '✓ store    /here/data/chime.sqlite: none yet, the first start makes it',
        rehearsing,
        '✓ bot      Iris is iris on web',
        '✓ bot      Rex is rex on web',
        '✓ served   on web: everybody',
        '✓ roster   no folder /here/group: the bots know each other only',
        '✓ budget   Iris: 5 min hold 5 answers or N decisions; 3 h hold 23 answers or N decisions; 24 h hold 78 answers or N decisions',
        '✓ budget   Rex: 5 min hold 5 answers or N decisions; 3 h hold 23 answers or N decisions; 24 h hold 78 answers or N decisions',
        `✓ port     ${port} is free`,
        `✓ access   127.0.0.1:${port}: this machine only, no token needed`,
      ],
    })
  })

  test('a budget that falls silent soon is a warning; one that holds no answer keeps the service from starting', async () => {
    const budget = (limits: string) => ({
      'chime.yaml': `bots: [{ name: Iris }]\ngroupSocial: { limits: ${limits} }\nchannels: { web: { port: 0 } }\n`,
    })
    const ofBudget = (lines: string[]) => lines.filter((line) => / budget /.test(line))
    const tight = await examined(folder(budget('{ preset: documents }')))
    expect([tight.code, ofBudget(tight.lines)]).toEqual([
      0,
      [
        '! budget   Iris: 5 min hold 1 answer or 1 decision; 3 h hold 14 answers or N decisions; 24 h hold 48 answers or N decisions: it falls silent for up to 5 min after 1 answer → set groupSocial.limits.preset: balanced, or raise groupSocial.limits.shortWindow.maxTokens to 6070 for 3 answers',
      ],
    ])
    const cwd = folder(budget('{ mediumWindow: { maxTokens: 300 } }'))
    const { code, lines } = await examined(cwd)
    expect([code, ofBudget(lines)]).toEqual([1, [expect.stringMatching(/^✗ budget {3}Iris can never answer: /)]])
    const refused = await chime(['serve'], { cwd, env: {} })
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(
      /^chime: Iris can never answer: groupSocial\.limits\.mediumWindow\.maxTokens is 300, one answer needs \d+: raise groupSocial\.limits\.mediumWindow\.maxTokens to \d+ for 3 answers, or set enabled: false\n$/,
    )
    const off = await examined(folder(budget('{ mediumWindow: { maxTokens: 300 } }, enabled: false')))
    expect(ofBudget(off.lines)).toEqual([])
  })

  test('every problem of the configuration is listed, and no secret in it', async () => {
    const cwd = folder({
      'chime.yaml': 'model: { apiKey: "sk-very secret" }\nbots: [{ id: "?", name: Iris }]\nstroe: {}\n',
    })
    const { code, lines } = await examined(cwd)
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([
      '✗ config   chime.yaml: stroe: unknown key: did you mean "store"?',
      '✗ config   chime.yaml: bots[0].id: expected an id of a-z, 0-9, ".", "_", "-", found "?"',
      '✗ config   chime.yaml: model.apiKey: expected visible ASCII characters without spaces, found ***',
    ])
    expect(lines.join('\n')).not.toContain('very')
    expect(lines.at(-1)).toBe('! others   the checks that need a configuration are left out')
  })

  test('models are asked as the service asks them, once each', async () => {
    const provider = await fakeProvider(says('ok'))
    onTestFinished(() => provider.stop())
    const env = {
      CHIME_PROVIDER: 'vllm',
      OPENAI_BASE_URL: provider.baseUrl,
      CHIME_MODEL: 'm-7b',
      CHIME_PORT: String(await freePort()),
    }
    const { code, lines } = await examined(folder(), env)
    expect({ code, asked: provider.bodies.length }).toEqual({ code: 0, asked: 1 })
    expect(lines).toContain('✓ model    m-7b for Iris, Rex: answered in N ms, N tokens')
  })

  test('every model of a list is asked, and one that thinks says so', async () => {
    const usage = { total_tokens: 100, completion_tokens_details: { reasoning_tokens: 60 } }
    const thinker = await fakeProvider(says('', { finish_reason: 'length' }, { usage }), says('ok'))
    const spare = await fakeProvider(failure(401, 'wrong key'))
    onTestFinished(async () => void (await Promise.all([thinker.stop(), spare.stop()])))
    const at = folder()
    const model = (server: FakeProvider, name: string) => `provider: vllm, baseUrl: '${server.baseUrl}', name: ${name}`
    const yaml = `bots: [{ name: Iris }]\nmodel: { ${model(thinker, 'a')}, fallbacks: [{ ${model(spare, 'b')} }] }\n`
    writeFileSync(join(at, 'chime.yaml'), yaml)
    const { code, lines } = await examined(at, { CHIME_PORT: String(await freePort()) })
    expect({ code, asked: [thinker.bodies.length, spare.bodies.length] }).toEqual({ code: 1, asked: [2, 1] })
    const why = 'it thinks, and N tokens are set aside for that in every call'
    expect(lines.filter((line) => line.includes(' model '))).toEqual([
      expect.stringContaining(`! model    a for Iris: answered in N ms, N tokens; ${why}`),
      expect.stringContaining('✗ model    b for Iris: vllm at'),
    ])
  })

  test('a model that rejects the key is a failure, and the key stays unsaid', async () => {
    const provider = await fakeProvider(failure(401, 'wrong key sk-from-the-test'))
    onTestFinished(() => provider.stop())
    const env = {
      OPENAI_API_KEY: 'sk-from-the-test',
      OPENAI_BASE_URL: provider.baseUrl,
      CHIME_PORT: String(await freePort()),
    }
    const { code, err, lines } = await examined(folder(), env)
    expect({ code, err }).toEqual({ code: 1, err: '' })
    const line = lines.find((each) => each.includes('model')) ?? ''
    expect(line).toMatch(
      /^✗ model .* for Iris, Rex: openai at 127\.0\.0\.1:\d+ rejected the API key \(401\): check the key/,
    )
    expect(lines.join('\n')).not.toContain('sk-from-the-test')
  })

  test('a port that another program holds is a failure', async () => {
    const other = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => void other.close(() => resolve())))
    const { port } = other.address() as { port: number }
    const { code, lines } = await examined(folder(), { CHIME_PORT: String(port) })
    expect(code).toBe(1)
    expect(lines).toContain(`✗ port     ${port} is taken by another program → stop it or set CHIME_PORT`)
  })

  test('beside a running service it reads the store and finds the service at its port', async () => {
    const port = await freePort()
    const env = { CHIME_PORT: String(port), CHIME_TOKEN: 'secret-of-the-house' }
    const cwd = folder()
    await servedIn(cwd, env)
    const { code, lines } = await examined(cwd, env)
    expect(code).toBe(0)
    expect(lines.filter((line) => /^\S (?:store|kept|groups|port|access)/.test(line))).toEqual([
      '✓ store    /here/data/chime.sqlite: N MB, sound',
      '✓ kept     no message, N MB of at most N MB; 30 days are kept',
      '✓ groups   0 in the store, 0 stopped',
      `✓ port     ${port} is held by a running Chime on Node vNODE, 0 groups stopped`,
      `✓ access   127.0.0.1:${port}: this machine only, a token is asked for`,
    ])
    expect(lines.join('\n')).not.toContain('secret-of')
  })

  test('a file that is no store is a failure with the next step', async () => {
    const cwd = folder({ 'data/chime.sqlite': 'This is a diary, and no database at all. '.repeat(50) })
    const { code, lines } = await examined(cwd, { CHIME_PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(lines).toContain(
      '✗ store    the store /here/data/chime.sqlite cannot be opened: file is not a database;' +
        ' move the file away (Chime then starts a new one) or restore a copy',
    )
  })

  test('the roster tells its members and its problems', async () => {
    const table = '| name | id | role |\n|---|---|---|\n| Ann | ann | lead |\n| Ann | ann | lead |\n'
    const { code, lines } = await examined(folder({ 'group/team.md': table }), { CHIME_PORT: String(await freePort()) })
    expect(code).toBe(0)
    expect(lines.filter((line) => line.includes('roster'))).toEqual([
      '✓ roster   1 members in /here/group',
      '! roster   /here/group/team.md: ann is listed twice: the first one counts → correct the table: name, id, role, expertise',
    ])
  })

  test('snapshots of another chart version, and those that cannot be read, are named with the next step', async () => {
    const cwd = folder()
    const db = openDatabase(`${cwd}/data/chime.sqlite`)
    const { version = '' } = groupMachine
    const insert = db.prepare('INSERT INTO actor (key, version, body, seq, at) VALUES (?, ?, ?, 1, 1)')
    insert.run('iris web:lobby', '0', '{}')
    insert.run('rex web:lobby', version, '{"value"')
    // Nobody resets the floor of a room: it begins anew.
    insert.run('#floor web:lobby', '0', '{"value"')
    const sound = insert.run('rex web:den', version, dumped())
    db.prepare("INSERT INTO entry (actor, seq, at, kind, body) VALUES (?, 1, 1, 'held', '{}')").run(
      sound.lastInsertRowid,
    )
    db.close()
    const { code, lines } = await examined(cwd, { CHIME_PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(lines.filter((line) => line.includes('group'))).toEqual([
      '✗ groups   3 in the store, 3 stopped',
      expect.stringMatching(
        /^✗ group {4}iris web:lobby is stopped, 0 messages wait: its snapshot is of chart version 0, this is \d+ → stop the service, then: chime doctor --reset "iris web:lobby"$/,
      ),
      '✗ group    rex web:den is stopped, 1 messages wait: its chart failed → start the service anew to try them again;' +
        ' if it stops again, stop the service, then: chime doctor --reset "rex web:den"',
      expect.stringMatching(
        /^✗ group {4}rex web:lobby is stopped, 0 messages wait: its snapshot cannot be read \(.*\) → /,
      ),
      expect.stringMatching(/^✓ roster/),
    ])
  })
})

/** The snapshot of a group that nobody has spoken in. */
function dumped(): string {
  const stepper = makeStepper(groupMachine, inputWith())
  return stepper.dump(stepper.init(inputWith()).snapshot)
}

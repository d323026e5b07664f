// The first minutes of somebody new: one command, a page, an answer; and one clear sentence for each mistake.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolders, writeConfig } from './running.ts'
import { spawned, started } from './spawned.ts'

const folder = tempFolders()

/** A Node of this machine that is too old to run the service itself; else this one. */
function anyNode(): string {
  const inPath = (process.env['PATH'] ?? '').split(delimiter).map((place) => join(place, 'node'))
  const found = [...inPath, '/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))
  const major = (path: string) => Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1])
  return found.find((path) => major(path) < 24) ?? process.execPath
}

test('without any configuration, whatever Node starts it: the page is served and a named bot answers', async () => {
  const service = await spawned(folder(), undefined, { node: anyNode(), env: { CHIME_PORT: '0' } })
  onTestFinished(() => service.kill())
  const { visitor, url } = service
  expect(await visitor.health()).toMatchObject({ status: 'ok', node: expect.stringMatching(/^v24\./) })

  const page = await fetch(`${url}/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
  const html = await page.text()
  const linked = [...html.matchAll(/(?:src|href)="(\/[^"]*|[^":]*)"/g)].map(([, path]) => new URL(path ?? '', url).href)
  const statuses = await Promise.all(linked.map(async (link) => [link, (await fetch(link)).status]))
  expect(statuses).toEqual(linked.map((link) => [link, 200]))
  expect(linked.length).toBeGreaterThan(2)

  const id = await visitor.say('lobby', 'Iris, are you there?')
  expect(await visitor.reply('lobby', { id, bot: 'iris' })).toMatchObject({
    name: 'Iris',
    text: expect.stringMatching(/^\(rehearsal\) /),
    meta: { model: 'rehearsal', rehearsal: true },
  })
  expect(service.lines().find(({ level }) => level === 'warn')?.['msg']).toMatch(
    /^no language model is set: .* OPENAI_API_KEY/,
  )
  expect(await service.stop()).toBe(0)
})

test('a configuration with mistakes: exit 1, and each is named with key, expectation and finding', async () => {
  const home = folder()
  writeFileSync(
    join(home, 'chime.yaml'),
    [
      'bots: [{ name: Iris, aliases: Izzy }]',
      'groupSocial: { dispatch: { cooldownMs: soon }, polcy: auto }',
      'channels: { web: { port: 99999 } }',
      'model: { apiKey: [sk-very-secret] }',
    ].join('\n'),
  )
  const service = started(home)
  expect(await service.ended).toBe(1)
  expect(service.stdout()).toBe('')
  expect(service.stderr().trimEnd().split('\n').toSorted()).toEqual([
    'chime.yaml: bots[0].aliases: expected a list, found "Izzy"',
    'chime.yaml: channels.web.port: expected a port from 0 to 65535, found 99999',
    'chime.yaml: groupSocial.dispatch.cooldownMs: expected a whole number of ms, 0 or more, below 25 days, found "soon"',
    'chime.yaml: model.apiKey: expected visible ASCII characters without spaces, found ***',
    'chime: chime.yaml: groupSocial.polcy: unknown key: did you mean "policy"?',
  ])
})

test('a port that is taken: exit 1 and one line with the next step', async () => {
  const holder = await spawned(folder(), {})
  onTestFinished(() => holder.kill())
  const { port } = new URL(holder.url)
  const home = folder()
  writeConfig(home, { channels: { web: { port: Number(port) } } })
  const service = started(home)
  expect(await service.ended).toBe(1)
  expect(service.output()).toBe(`chime: port ${port} is taken: stop the other program or set CHIME_PORT\n`)
  expect(await holder.visitor.health()).toMatchObject({ status: 'ok' })
})

test('a store that another Chime holds: exit 1 and one line with the next step', async () => {
  const home = folder()
  const holder = await spawned(home, {})
  onTestFinished(() => holder.kill())
  const service = started(home)
  expect(await service.ended).toBe(1)
  expect(service.output()).toBe(
    `chime: the store ${holder.store} is held by another Chime: stop that one, or set store.path (CHIME_DATA) to another place\n`,
  )
})

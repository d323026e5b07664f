import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { settingsFor } from '../../src/config/config.ts'
import { hears, needed } from '../fakes/feishu/scopes.ts'
import { folder } from '../world/folders.ts'

const guide = (language: string) =>
  readFileSync(new URL(`../../docs/guide/feishu.${language}.md`, import.meta.url), 'utf8')

const block = (text: string, kind: string): string =>
  new RegExp(`^ *\`\`\`${kind}\\n([\\s\\S]*?)^ *\`\`\``, 'm').exec(text)?.[1] ?? ''

test.each(['en', 'zh'])('the configuration in the guide (%s) is one, and has two bots on Feishu', (language) => {
  const cwd = folder()
  writeFileSync(join(cwd, 'chime.yaml'), block(guide(language), 'yaml').replaceAll('…', 'secret'))
  const config = loadConfig({ env: {}, cwd })
  const { accounts = [] } = config.channels.feishu ?? {}
  expect({ bots: accounts.map(({ bot }) => bot), warnings: config.warnings }).toEqual({
    bots: ['iris', 'rex'],
    warnings: [],
  })
  const group = Object.keys(config.groups).find((name) => name.startsWith('feishu:')) ?? ''
  expect(settingsFor(config, group).policy).toBe('mention')
})

test.each(['en', 'zh'])('the guide (%s) explains each scope that it has people ask for, and no other', (language) => {
  const text = guide(language)
  const { scopes } = JSON.parse(block(text, 'json')) as { scopes: { tenant: string[] } }
  const explained = Array.from(text.matchAll(/^\| `(im:[\w.:]+)`/gm), ([, scope = '']) => scope)
  expect(explained.toSorted()).toEqual(scopes.tenant.toSorted())
})

test('with the scopes of the guide a bot hears everything and may make every call', () => {
  const { scopes } = JSON.parse(block(guide('en'), 'json')) as { scopes: { tenant: string[] } }
  const lacking = Object.entries({ ...hears, ...needed }).filter(
    ([, any]) => !any.some((scope) => scopes.tenant.includes(scope)),
  )
  expect(lacking).toEqual([])
})

// The guide of Discord: what it has people write is a configuration, and what it invites with is what the bot needs.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { settingsFor } from '../../src/config/config.ts'
import { folder } from '../world/folders.ts'

const guide = (language: string) =>
  readFileSync(new URL(`../../docs/guide/discord.${language}.md`, import.meta.url), 'utf8')

const block = (text: string, kind: string): string =>
  new RegExp(`^ *\`\`\`${kind}\\n([\\s\\S]*?)^ *\`\`\``, 'm').exec(text)?.[1] ?? ''

test.each(['en', 'zh'])('the configuration in the guide (%s) is one, and has two bots on Discord', (language) => {
  const cwd = folder()
  const yaml = block(guide(language), 'yaml').replaceAll('…', 'secret')
  writeFileSync(join(cwd, 'chime.yaml'), yaml)
  const config = loadConfig({ env: {}, cwd })
  const { accounts = [] } = config.channels.discord ?? {}
  expect({ bots: accounts.map(({ bot }) => bot), warnings: config.warnings }).toEqual({
    bots: ['iris', 'rex'],
    warnings: [],
  })
  const { policy } = settingsFor(config, 'discord:1234567890123456789')
  expect(policy).toBe('mention')
})

test.each(['en', 'zh'])('the variable in the guide (%s) makes the first bot', (language) => {
  const [name = '', value = ''] = block(guide(language), 'sh').trim().split('=')
  const config = loadConfig({ env: { [name]: value.replace('…', 'secret') }, cwd: folder() })
  expect(config.channels.discord?.accounts).toEqual([{ bot: config.bots[0]?.id, token: 'secret' }])
})

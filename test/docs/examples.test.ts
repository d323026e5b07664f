// The pieces of chime.yaml in the docs can be used as they stand.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { fileSchema } from '../../src/config/schema.ts'
import { pages, textOf } from './pages.ts'
import { folder } from '../world/folders.ts'

const keys = Object.keys(fileSchema([]).shape)
// The bridge's have a test of their own: test/config/bridge.test.ts.
const pieces = pages
  .filter((page) => !page.includes('bridge'))
  .flatMap((page) =>
    Array.from(textOf(page).matchAll(/^( *)```yaml\n([\s\S]*?)^\1```/gm), ([, indent = '', text = '']) => ({
      page,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    })),
  )
  .filter(({ text }) => {
    const top = Array.from(text.matchAll(/^(\w+):/gm), ([, key = '']) => key)
    return top.length > 0 && top.every((key) => keys.includes(key))
  })

test('the guides in English and in Chinese have the same number of them', () => {
  const count = (language: string): number => pieces.filter(({ page }) => page.endsWith(`${language}.md`)).length
  expect(count('en')).toBeGreaterThan(5)
  expect(count('zh')).toBe(count('en'))
})

test.each(pieces)('$page: $text', ({ text }) => {
  const cwd = folder()
  writeFileSync(join(cwd, 'chime.yaml'), text.replaceAll('…', 'secret'))
  const passwords = { CHIME_XMPP_PASSWORD_IRIS: 'secret', CHIME_XMPP_PASSWORD_REX: 'secret' }
  const token = (n: number) => `${n}:${'A'.repeat(35)}`
  const tokens = { CHIME_TELEGRAM_TOKEN_IRIS: token(1), CHIME_TELEGRAM_TOKEN_REX: token(2) }
  const env = { ...(text.includes('xmpp:') && passwords), ...(text.includes('telegram:\n') && tokens) }
  expect(loadConfig({ env, cwd }).warnings).toEqual([])
})

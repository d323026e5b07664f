// The forty lines of the guide, as they stand there, loaded and held to the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acpWorld } from './acp-world.ts'
import { channelContract } from './contract.ts'
import { folderOfFile } from '../../world/folders.ts'

const codeOf = (lang: 'en' | 'zh'): string => {
  const guide = readFileSync(new URL(`../../../docs/guide/channels.${lang}.md`, import.meta.url), 'utf8')
  return /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
}

const folder = folderOfFile()
const path = join(folder, 'my-channel.mjs')
writeFileSync(path, codeOf('en'))

test('a channel is written in forty lines, the same ones in both languages', () => {
  expect(codeOf('zh')).toBe(codeOf('en'))
  expect(codeOf('en').trimEnd().split('\n')).toHaveLength(40)
})

channelContract('the guide’s forty lines', () => acpWorld(path), {
  capabilities: [],
  troubles: ['redeliver', 'loseAnswer', 'refuse', 'hang'],
})

// What the service says against an order or a message, in the page's language.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Refused } from '../../visualizer/api.ts'
import { problemText } from '../../visualizer/problem-text.ts'

/** Every code that routes give. */
const codes = ['src/http', 'src/channels/web'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/code(?:: | = )'([a-zA-Z]+)'/g)])
    .map(([, code = '']) => code),
)
const ofFiles = ['fileTooLarge', 'fileEmpty', 'fileRefused', 'filesFull', 'fileGone', 'notSaid']

test('every code that a route gives has Chinese words, without an English one outside a quotation', async () => {
  const numbers = { maxBytes: 9, maxMegabytes: 9, name: '安', bot: '艾', bots: '艾' }
  const told = await Promise.all(
    [...new Set([...codes, ...ofFiles])].map((code) =>
      problemText(new Refused(400, { detail: 'no', code, numbers }), 'zh'),
    ),
  )
  expect(told.length).toBeGreaterThan(12)
  expect(told.filter((text) => /[a-z]{2,}|undefined/i.test(text.replace(/“no”|\?token=|9 MB/, '')))).toEqual([])
})

test('a refusal without a code is quoted in Chinese, and stands as it is in English', async () => {
  const refused = new Refused(418, { detail: 'no coffee here' })
  expect([await problemText(refused, 'en'), await problemText(refused, 'zh')]).toEqual([
    'no coffee here',
    '服务拒绝了（418）：“no coffee here”',
  ])
})

import { expect, test } from 'vitest'
import { spellingsOf, withoutQuotes } from '../../src/llm/redact.ts'

test('a key is known in every spelling that a server may answer it in', () => {
  expect(spellingsOf('a/b+"c~?')).toEqual([
    'a/b+"c~?',
    String.raw`a/b+\"c~?`,
    'a%2Fb%2B%22c~%3F',
    'YS9iKyJjfj8=',
    'YS9iKyJjfj8',
  ])
})

test('what a text quotes of the prompt is left out, the rest stays', () => {
  const prompt = [{ content: 'You are Iris.' }, { content: 'Ann: my word is swordfish, keep it' }]
  expect(withoutQuotes('bad content "my word is swordfish, keep" at 12', prompt)).toBe('bad content "…" at 12')
  expect(withoutQuotes('maximum context length is 4096 tokens', prompt)).toBe('maximum context length is 4096 tokens')
})

// Markdown of models, however absurd: a tree in no time, and never an exception.
import { expect, test } from 'vitest'
import { readMarkdown } from '../../src/language/markdown.ts'

test('lists, tables, struck text and bare links are read; HTML is text', () => {
  const types = readMarkdown('- a\n\n| x |\n|---|\n| 1 |\n\n~~no~~ https://a.b <b>bold</b>').children.map(
    ({ type }) => type,
  )
  expect(types).toEqual(['list', 'table', 'paragraph'])
  expect(JSON.stringify(readMarkdown('<b>bold</b>'))).toContain('"<b>bold</b>"')
})

test.each([
  ['quotes in quotes', '>'.repeat(8_000)],
  ['lists in lists', '1. '.repeat(2_000)],
  ['both', '> - '.repeat(2_000)],
  ['marks in a row', `${'*'.repeat(8_000)}a${'*'.repeat(8_000)}`],
])('%s without end are plain text', (_, text) => {
  expect(readMarkdown(text).children).toMatchObject([
    { type: 'paragraph', children: [{ type: 'text', value: text, position: { end: { offset: text.length } } }] },
  ])
})

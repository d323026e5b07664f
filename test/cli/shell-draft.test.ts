// What the shell shows of words that are still being written, and of the steps of a run.
import { expect, test } from 'vitest'
import { makeDraft } from '../../src/cli/shell/draft.ts'
import { makeProgress } from '../../src/cli/shell/progress.ts'
import { shellWords } from '../../src/cli/shell/words.ts'

function draft(width = 20) {
  const lines: string[] = []
  const made = makeDraft({
    name: 'Iris',
    width: () => width,
    tell: (line) => void lines.push(line),
    hide: (text) => text.replaceAll('hunter2', '***'),
  })
  return { ...made, lines }
}

test('a line is shown as soon as no further word fits into it, whatever the pieces', () => {
  const { hears, flush, lines, isShown } = draft()
  const text = 'One two three four five six seven.\n\nEight.'
  hears(null)
  for (const sign of text) hears(sign)
  expect(lines).toEqual(['Iris: One two three', '  four five six', '  seven.', ''])
  flush()
  expect(lines.slice(4)).toEqual(['  Eight.'])
  expect([isShown(text), isShown('One two')]).toEqual([true, false])
})

test('a second try begins under the name again, what must not be shown is not, and no control sequence is', () => {
  const { hears, flush, lines, isShown } = draft(80)
  hears(null)
  hears('Half a sen')
  hears(null)
  hears('It is hunter2\u001B[2J.')
  flush()
  expect(lines).toEqual(['Iris: Half a sen', 'Iris: It is *** [2J.'])
  expect([isShown('Half a sen'), isShown('It is hunter2\u001B[2J.')]).toEqual([false, true])
})

test('steps are told in the order of what happened: results, then what begins next; an answer is left to the talk', () => {
  const linesOf = makeProgress({ key: 'iris direct terminal:x', words: shellWords.en.progress, secrets: ['hunter22'] })
  const key = '#agent/work/iris direct terminal:x'
  const records = (...entries: object[]) => [{ name: 'recordEntries', params: entries }]
  const call = (id: string, args: string) => ({
    run: 'r',
    id,
    kind: 'tool_call',
    body: { tool: 'bash', wire: id, name: 'bash', arguments: args },
    tokens: 1,
  })
  const said = (id: string, text: string) => ({
    run: 'r',
    id,
    kind: 'message',
    body: { role: 'assistant', text },
    tokens: 1,
  })
  const result = {
    call: '1.0',
    tool: 'bash',
    text: Array.from({ length: 9 }, (_, n) => `line ${n}`).join('\n'),
    isError: true,
  }
  const act = (id: string) => ({ id: 'act', src: 'act', input: { run: 'r', call: { id, tool: 'bash' } } })
  const think = { id: 'think', src: 'think', input: { step: 2 } }
  const texts = (step: object) => linesOf({ key, at: 0, records: [], started: [], ...step }).map(({ text }) => text)
  expect(
    texts({
      records: records(said('1', 'I look.'), call('1.0', '{"command":"echo hunter22"}')),
      started: [act('1.0')],
    }),
  ).toEqual(['“I look.”', '→ bash {"command":"echo ***"}'])
  const told = records({ run: 'r', id: '1.0r', kind: 'tool_result', body: result, tokens: 1 })
  expect(texts({ at: 1_200, records: told, started: [think] })).toEqual([
    '✕ bash 1.2 s',
    ...Array.from({ length: 6 }, (_, n) => `line ${n}`),
    '… 3 more lines',
    '… step 2',
  ])
  expect(texts({ records: records(said('2', 'Nine lines.')) })).toEqual([])
  expect(texts({ key: '#agent/work/rex web:lobby', records: told, started: [think] })).toEqual([])
})

// The log on a terminal: one line a verdict, and nothing in it that steers the terminal (S4).
import { expect, onTestFinished, test, vi } from 'vitest'
import { logVerdict, makeLog } from '../../src/feed/log.ts'

function written(): string[] {
  const lines: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  onTestFinished(() => spy.mockRestore())
  return lines
}

/** Without the time of day and without colours, which are the log's own. */
const bare = (line: string): string => {
  const colour = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
  return line.replaceAll(colour, '').replace(/^\d\d:\d\d:\d\d /, '')
}

test('what a model says of its reasons and of itself cannot steer the terminal', () => {
  const lines = written()
  logVerdict(makeLog({ level: 'info', format: 'pretty' }), {
    bot: 'iris',
    group: 'web:lobby',
    turn: 1,
    at: 0,
    gate: 'decide',
    outcome: 'skip',
    why: 'modelDeclines',
    reason: 'not\u001B]0;mine\u0007 \u009B2J\u202Enow\r\n',
    messages: ['m1'],
    tokens: 42,
    numbers: { relevance: 0.1, model: 'gpt\u001B[2J' },
  })
  expect(lines.map(bare)).toEqual([
    'iris@web:lobby #1 decide skip: the model declines to reply: “not ]0;mine   2J now ” (1 messages) · 42 tokens · relevance 0.1 · model gpt [2J\n',
  ])
})

test('nor can an error, or anything that is told with a line of the service', () => {
  const lines = written()
  makeLog({ level: 'info', format: 'pretty' }).error({ error: 'no\u001B[2J', problem: 'a\u001B]0;b\u0007' }, 'failed')
  expect(lines.map(bare)).toEqual(['failed: no [2J problem=a ]0;b \n'])
})

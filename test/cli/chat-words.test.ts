// What a chat tells beside the talk: in words, in the reader's language, in lines of the terminal's width.
import { describe, expect, test } from 'vitest'
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import { readTyped } from '../../src/cli/chat/commands.ts'
import { whyLines } from '../../src/cli/chat/why.ts'
import { chatWords } from '../../src/cli/chat/words.ts'
import { columnsOf, fitted, langOf, reflowed, widthOf, wrapped } from '../../src/terminal/terminal-text.ts'
import { chime } from './chime.ts'
import { freePort } from '../world/loopback.ts'
import { folder } from '../world/folders.ts'

const { en, zh } = chatWords

test('/help lists the commands, what is none says where they are, everything else is said', () => {
  expect(['/help', '/x y', '/quit', ',quit', '/why', '  hi /x ', ' '].map((line) => readTyped(line, en))).toEqual([
    {
      does: 'tell',
      lines: [
        '/why   what each bot did with its last messages, gate by gate',
        '/help  this list',
        '/quit  leave (,quit or Ctrl-D, too)',
      ],
    },
    { does: 'tell', lines: ['/x y is no command; /help lists them'] },
    { does: 'quit' },
    { does: 'quit' },
    { does: 'why' },
    { does: 'say', text: 'hi /x' },
    { does: 'nothing' },
  ])
  expect(readTyped('/帮助', zh)).toEqual({ does: 'tell', lines: ['没有 /帮助 这个命令；/help 列出全部命令'] })
})

test('both languages know the same commands', () => {
  expect(zh.commands.map(([command]) => command)).toEqual(en.commands.map(([command]) => command))
})

test('the locale says which language it is', () => {
  const env = [
    { LANG: 'zh_CN.UTF-8' },
    { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' },
    { LC_MESSAGES: 'zh' },
    {},
    { LANG: 'zhx' },
  ]
  expect(env.map(langOf)).toEqual(['zh', 'en', 'zh', 'en', 'en'])
})

describe('/why', () => {
  const verdict = (
    gate: BotVerdict['gate'],
    outcome: string,
    why: BotVerdict['why'],
    turn: number | null = 2,
  ): BotVerdict => ({
    bot: 'iris',
    turn,
    at: 0,
    gate,
    outcome,
    why,
    messages: [],
  })
  const iris = { id: 'iris', name: 'Iris' }

  test('tells the last turn of a bot in words, what stopped it first', () => {
    const verdicts = [
      verdict('dispatch', 'start', 'batchReady', 1),
      verdict('dispatch', 'start', 'batchReady'),
      verdict('addressee', 'skip', 'addressedToOther'),
      verdict('dispatch', 'end', 'silent'),
    ]
    expect(whyLines(iris, verdicts, zh, 'zh')).toEqual([
      { text: 'Iris 不说话：是对别人说的', under: false },
      { text: '✓ dispatch  一批消息', under: true },
      { text: '✕ addressee 是对别人说的', under: true },
    ])
    expect(whyLines(iris, verdicts, en, 'en')[0]?.text).toMatch(/^Iris stays silent: addressed to/)
  })

  test('of a turn under way, of a reply, and of a bot that has read nothing', () => {
    const start = verdict('dispatch', 'start', 'batchReady')
    const told = [[start], [start, verdict('dispatch', 'end', 'replied')], []]
    expect(told.map((verdicts) => whyLines(iris, verdicts, en, 'en')[0]?.text)).toEqual([
      'Iris is at work',
      'Iris answered',
      'Iris has read nothing yet',
    ])
  })

  test('no control sequence of an older service reaches the terminal', () => {
    const [line] = whyLines(
      iris,
      [verdict('decide', 'skip', 'a\u001B]0;x\u0007b' as BotVerdict['why']), verdict('dispatch', 'end', 'silent')],
      en,
      'en',
    )
    expect(line?.text).toBe('Iris stays silent: a ]0;x b')
  })
})

describe('lines of a terminal', () => {
  test('break between words and never before a Chinese stop; a Han sign takes two columns, an emoji, too', () => {
    expect(wrapped('one two three four', 9, 2)).toEqual(['one two', '  three', '  four'])
    expect(wrapped('测试过了吗？都过了。', 10)).toEqual(['测试过了', '吗？都过', '了。'])
    expect([widthOf('测试'), widthOf('👀'), widthOf('e\u0301'), widthOf('한')]).toEqual([4, 2, 1, 2])
  })

  test('of a table go on under their figures, styled or not, and notes are broken anew', () => {
    const row = '  calls  decide 2, compose 2'
    expect(fitted(row, 18)).toBe('  calls  decide 2,\n         compose 2')
    expect(fitted('\u001B[1m  calls\u001B[22m  decide 2, 60 000', 18)).toBe(
      '\u001B[1m  calls\u001B[22m  decide 2,\n         60 000',
    )
    expect(
      reflowed(`${'word '.repeat(19)}\nand more\n  a key`, 40)
        .split('\n')
        .at(-1),
    ).toBe('  a key')
    expect(reflowed('as it\nstands', Infinity)).toBe('as it\nstands')
  })

  test('a word that is longer than a line is broken, and no terminal breaks nothing', () => {
    expect(wrapped('https://example.org/a', 8)).toEqual(['https://', 'example.', 'org/a'])
    expect(wrapped('a b c', columnsOf({ columns: 80 }))).toEqual(['a b c'])
    expect(columnsOf({ isTTY: true, columns: 3 })).toBe(20)
  })
})

test('a chat through a pipe tells silence in the language of the locale', async () => {
  const cwd = folder({ 'chime.yaml': `channels: { web: { port: ${await freePort()} } }` })
  const { out } = await chime(['chat', '--name', 'Ann'], {
    cwd,
    env: { LANG: 'zh_CN.UTF-8' },
    input: 'The coffee is back\n',
  })
  expect(out).toMatch(/^ {2}(?:Iris|Rex) 不说话：/m)
})

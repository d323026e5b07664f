// What the page says in Chinese of everything that a chart can write has no English words.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../machines/group/types.ts'
import { whyKeys } from '../../machines/group/verdicts/why.ts'
import { sentenceOf } from '../../src/outcomes/sentence.ts'
import { storyOf } from '../../src/outcomes/story.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { boardWords } from '../../visualizer/board/board-words.ts'
import { chartZh } from '../../visualizer/chart/chart-zh.ts'
import { descriptionsZh } from '../../visualizer/chart/chinese-descriptions.ts'
import { chatWords } from '../../visualizer/chat/chat-words.ts'
import { lineWords } from '../../visualizer/connections/line-words.ts'
import { mcpWords } from '../../visualizer/connections/mcp-words.ts'
import { lineReasonZh } from '../../visualizer/connections/line-reason-zh.ts'
import { askWords } from '../../visualizer/control/ask-words.ts'
import { contextWords } from '../../visualizer/frame/context-words.ts'
import { helpWords } from '../../visualizer/frame/help-words.ts'
import { keyPlaces } from '../../visualizer/frame/key-words.ts'
import { orderWords } from '../../visualizer/control/order-words.ts'
import { partWords } from '../../visualizer/parts/part-words.ts'
import { problemZh } from '../../visualizer/problem-words.ts'
import { reportWords } from '../../visualizer/report/report-words.ts'
import { servedWords } from '../../visualizer/served/served-words.ts'
import { statelyWords } from '../../visualizer/stately/stately-words.ts'
import { timelineWords } from '../../visualizer/timeline/timeline-words.ts'
import { callWords } from '../../visualizer/why/call-words.ts'
import { comparisonOf } from '../../visualizer/why/compare.ts'
import { zh } from '../../visualizer/words-zh.ts'
import { heard, step, verdict } from './tape.ts'
import { failedVerdicts, outsideVerdicts, walkedVerdicts } from './walked-verdicts.ts'

const folder = new URL('../../visualizer', import.meta.url).pathname
const walked = walkedVerdicts()
const all = [...walked, ...outsideVerdicts, ...failedVerdicts()]

/** Figures that are names: of people, servers and models, or of what a server wrote. */
const names = new Set([
  'charset',
  'code',
  'field',
  'finish',
  'hook',
  'host',
  'model',
  'models',
  'person',
  'policy',
  'tool',
  'calls',
  'command',
  'by',
  'server',
  'speaker',
])

/** Units, abbreviations, settings, and states of the chart. */
const known = new Set(
  'token k s API DNS TLS JSON UTF https baseUrl name model NODE_EXTRA_CA_CERTS maxTalkTokens maxOutputTokens'
    .split(' ')
    .concat('DORMANT COOLING ACTIVE HEATED Iris ms'.split(' ')),
)

/** English words beside names, quoted text, units and states of the chart. */
function englishIn(text: string, numbers: Verdict['numbers'] = {}): string[] {
  const data = Object.entries(numbers).flatMap(([name, value]) =>
    names.has(name) || /^https?:/.test(String(value)) ? [String(value)] : [],
  )
  let own = text.replaceAll(/“[^”]*”/g, '')
  for (const value of data.toSorted((a, b) => b.length - a.length)) own = own.replaceAll(value, '')
  return (own.match(/[A-Za-z_]+/g) ?? []).filter((word) => !known.has(word))
}

const englishOf = (one: Verdict, text: string): string[] => {
  const english = englishIn(text, one.numbers)
  return english.length === 0 ? [] : [`${one.gate} ${one.outcome} ${one.why}: ${text} [${english.join(' ')}]`]
}

test('the walks meet every gate, and every cause that is no failure of a call or a channel', () => {
  const met = [...walked, ...outsideVerdicts]
  const written = new Set(met.map(({ why }) => why))
  const gates = new Set(met.map(({ gate }) => gate))
  expect({
    causes: whyKeys.slice(0, whyKeys.indexOf('timeout')).filter((why) => !written.has(why)),
    gates: Object.keys(zh.gates).filter((gate) => !gates.has(gate as Verdict['gate'])),
  }).toEqual({ causes: [], gates: [] })
})

test('why a gate decided, and what it compared, have no English words', () => {
  expect(all.flatMap((one) => englishOf(one, whyText(one, 'zh')))).toEqual([])
  expect(all.flatMap((one) => englishOf(one, comparisonOf(one, [], zh)))).toEqual([])
})

test('the sentence about a turn that ended so has no English words', () => {
  const naming = {
    lang: 'zh',
    bot: 'Iris',
    line: () => ({ name: '安', text: 'what is said', at: 1_000 }),
    clock: () => '12:00:00',
    windowMs: () => undefined,
  } as const
  const sentences = all.flatMap((one) => {
    const messages = ['m1']
    const turn = one.turn === null ? null : 1
    const start = verdict('dispatch', 'start', { messages, why: 'batchReady' })
    const end = verdict('dispatch', 'end', { why: 'silent' })
    const last = { ...one, turn, messages }
    const courses =
      turn === null
        ? [[last]]
        : [
            [start, last],
            [start, last, end],
          ]
    return courses.flatMap((verdicts) => {
      const story = storyOf([heard(1, 'm1'), step(2, { verdicts })], { message: 'm1' })
      return story ? englishOf(one, sentenceOf(story, 'm1', naming)) : []
    })
  })
  expect(sentences).toEqual([])
})

/** By the file that holds them, inside the page's folder. */
const tables: Record<string, unknown> = {
  'board/board-zh': boardWords.zh,
  'chart/chart-zh': chartZh,
  'chart/chinese-descriptions': descriptionsZh,
  'chat/chat-words': chatWords.zh,
  'connections/line-reason-zh': lineReasonZh,
  'connections/line-words': lineWords.zh,
  'connections/mcp-words': mcpWords.zh,
  'control/ask-words': askWords.zh,
  'control/order-words': orderWords.zh,
  'frame/context-words': contextWords.zh,
  'frame/help-words': helpWords.zh,
  'frame/key-words': Object.values(keyPlaces).map(({ name, keys }) => [name.zh, keys.map(([, does]) => does.zh)]),
  'parts/part-words': partWords.zh,
  'problem-words': Object.values(problemZh).map((words) => words(new Proxy({}, { get: () => '1' }), '1')),
  'report/report-words': reportWords.zh,
  'room/room-zh': zh.room,
  'served/served-words': servedWords.zh,
  'stately/stately-words': statelyWords.zh,
  'timeline/timeline-zh': timelineWords.zh,
  'why/call-words': callWords.zh,
  // The language's own name, and that of the other.
  'words-zh': { ...zh, lang: '', otherLanguage: '' },
}

test('every file of words that the page has is looked at', () => {
  const files = globSync('**/*-{words,zh,descriptions}.ts', { cwd: folder }).filter((file) =>
    /\p{Script=Han}/u.test(readFileSync(`${folder}/${file}`, 'utf8')),
  )
  expect(files.map((file) => file.replace(/\.ts$/, '')).toSorted()).toEqual(Object.keys(tables))
})

describe.each(Object.entries(tables))('the words of %s', (_, words) => {
  test('have no two English words in a row, and no English word alone', () => {
    const english = textsIn(words).filter((text) =>
      /\p{Script=Han}/u.test(text)
        ? /[A-Za-z]{2,} [A-Za-z]{2,}/.test(text)
        : englishIn(text).some((word) => word.length > 1),
    )
    expect(english).toEqual([])
  })
})

function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return textsIn(filled(words as Filled))
  return words !== null && typeof words === 'object' ? Object.values(words).flatMap(textsIn) : []
}

type Filled = (...gaps: unknown[]) => unknown

/** Gaps are filled with a number as a text, or with a list where one is asked for. */
function filled(words: Filled): unknown {
  try {
    return words('1', '2', '3')
  } catch {
    return words(['1'], ['2'], ['3'])
  }
}

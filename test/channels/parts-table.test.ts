// The table of part kinds and channels: every cell is heard, told and drawn as the guide says, in both languages (A12).
import { describe, expect, test } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { isMedia, type PartKind, partKinds, wordsOf } from '../../src/language/parts.ts'
import { type Both, type Cells, nothing, type Outcomes, wordsAlone } from './parts-table/cells.ts'
import { discordCells } from './parts-table/discord-cells.ts'
import { discordOutcomes } from './parts-table/discord-outcomes.ts'
import { feishuCells } from './parts-table/feishu-cells.ts'
import { feishuOutcomes } from './parts-table/feishu-outcomes.ts'
import { type ChannelKey, channelKeys, type Lang, whatIsHeard, whatIsTold } from './parts-table/guide.ts'
import { bridgeCells, moduleCells, webCells } from './parts-table/other-cells.ts'
import { bridgeOutcomes, moduleOutcomes } from './parts-table/other-outcomes.ts'
import { pageWords } from './parts-table/page-words.ts'
import * as hears from './parts-table/readers.ts'
import { drawn, kept, promptLine } from './parts-table/shown.ts'
import { telegramCells } from './parts-table/telegram-cells.ts'
import { telegramOutcomes } from './parts-table/telegram-outcomes.ts'
import { webOutcomes } from './parts-table/web-outcomes.ts'
import { xmppCells } from './parts-table/xmpp-cells.ts'
import { xmppOutcomes } from './parts-table/xmpp-outcomes.ts'

interface Column {
  /** What the guide calls each, and what becomes of what the platform sends. */
  samplesOf: (kind: PartKind) => readonly { called: Both; comes: () => ReturnType<typeof become> }[]
  outcomes: Outcomes
}

const column = <Raw>(
  cells: Cells<Raw>,
  hear: (raw: Raw) => Promise<InboundMessage | undefined>,
  outcomes: Outcomes,
): Column => ({
  samplesOf: (kind) => cells[kind].map(([called, raw]) => ({ called, comes: async () => become(await hear(raw)) })),
  outcomes,
})

const columns: Record<ChannelKey, Column> = {
  feishu: column(feishuCells, hears.hearFeishu, feishuOutcomes),
  telegram: column(telegramCells, hears.hearTelegram, telegramOutcomes),
  discord: column(discordCells, hears.hearDiscord, discordOutcomes),
  xmpp: column(xmppCells, hears.hearXmpp, xmppOutcomes),
  web: column(webCells, hears.hearWeb, webOutcomes),
  module: column(moduleCells, hears.hearModule, moduleOutcomes),
  bridge: column(bridgeCells, hears.hearBridge, bridgeOutcomes),
}

async function become(message: InboundMessage | undefined) {
  if (!message) return 'refused' as const
  const row = kept(message)
  const all = { heard: message.parts ?? [], line: promptLine(row), drawn: await drawn(row) }
  return JSON.parse(JSON.stringify(all).replaceAll(/(?<=\/files\/)[\da-f-]{36}/g, 'ID')) as typeof all
}

const samples = channelKeys.flatMap((channel) =>
  partKinds.flatMap((kind) =>
    columns[channel].samplesOf(kind).map((sample) => {
      const name = `${kind}: ${sample.called[0]}`
      return { channel, kind, name, ...sample, outcome: columns[channel].outcomes[name] }
    }),
  ),
)

test.each(samples)('$channel, $name', async ({ comes, outcome }) => {
  expect(outcome).toBeDefined()
  expect(await comes()).toEqual(outcome)
})

test('every outcome that is listed belongs to a sample', () => {
  const named = samples.map(({ channel, name }) => `${channel} ${name}`)
  const listed = channelKeys.flatMap((channel) =>
    Object.keys(columns[channel].outcomes).map((name) => `${channel} ${name}`),
  )
  expect(listed.toSorted()).toEqual(named.toSorted())
})

const withOutcome = samples.flatMap(({ outcome, ...rest }) =>
  outcome === undefined || outcome === 'refused' ? [] : [{ ...rest, ...outcome }],
)

test.each(samples)('what $channel hears of $name is what its cell claims', ({ kind, called, outcome }) => {
  const isHeard = called !== nothing && called !== wordsAlone
  const { heard = [] } = outcome === undefined || outcome === 'refused' ? {} : outcome
  const kinds = heard.map((part) => part.kind)
  expect(isHeard ? kinds : kinds.filter((each) => each === kind)).toEqual(isHeard ? [kind] : [])
})

test.each(withOutcome.filter(({ called }) => called === wordsAlone))(
  'of $name on $channel the words alone are told',
  ({ kind, heard, line, drawn: page }) => {
    expect([heard, page]).toEqual([[], ''])
    expect(line).toContain(kind === 'forward' ? '[forwarded messages: ' : `[${kind}: `)
  },
)

test.each(withOutcome)(
  'the words of $name of $channel stand in the line, and no address does',
  ({ heard, line, drawn: page }) => {
    for (const part of heard) {
      // A line of the talk is one line.
      expect(line).toContain(wordsOf(part).replaceAll('\n', ' '))
      if (!isMedia(part) || part.ref === undefined) continue
      expect(line).not.toContain(part.ref)
      expect(page.includes(part.ref)).toBe(part.ref.startsWith('/api/rooms/'))
    }
  },
)

const languages: readonly [Lang, 0 | 1][] = [
  ['en', 0],
  ['zh', 1],
]

describe.each(languages)('the guide, %s', (lang, at) => {
  const heard = whatIsHeard(lang)
  const told = whatIsTold(lang)

  test.each(partKinds.flatMap((kind) => channelKeys.map((channel) => [kind, channel] as const)))(
    'what it says of %s on %s is what is heard, no less and no more',
    (kind, channel) => {
      const cell = heard[kind][channel]
      const names = columns[channel].samplesOf(kind).map(({ called }) => called[at] ?? '')
      // Each of them stands there; what is left joins them.
      const rest = names
        .toSorted((a, b) => b.length - a.length)
        .reduce((left, name) => (left.includes(name) ? left.replace(name, '') : `${left} but not ${name}`), cell)
      expect([cell, rest.replaceAll(/(?:\balso|\bor\b|也包括|或|[\s,，、])+/g, '')]).toEqual([cell, ''])
    },
  )

  test.each(partKinds.filter((kind) => kind !== 'quote'))(
    'what it says that a prompt tells of %s is what one of the channels has',
    (kind) => {
      const lines = withOutcome.filter((each) => each.kind === kind).map(({ line }) => line)
      const shown = Array.from(told[kind].prompt.matchAll(/`([^`]+)`/g), ([, words = '']) => words.replace(' …', ' '))
      const own = shown.filter((words) => words.startsWith(kind === 'forward' ? '[forwarded' : `[${kind}`))
      expect(own).toHaveLength(1)
      expect(own.filter((words) => lines.some((line) => line.includes(words)))).toEqual(own)
    },
  )

  test('of a quote a prompt tells nothing but what stands before the line', () => {
    expect(told.quote.prompt).toBe(['nothing', '不写'][at])
    const forms = Array.from(told.quote.reply.matchAll(/`⟦([^`]+?) Ann/g), ([, words = '']) => words)
    const lines = withOutcome.filter(({ kind, heard: parts }) => kind === 'quote' && parts.length > 0)
    expect(forms).toEqual(['quotes', 'says that it quotes'])
    expect(lines.filter(({ line }) => !forms.some((form) => line.startsWith(`⟦${form} `)))).toEqual([])
  })

  test.each(partKinds)('what it says that the page draws of %s is drawn', (kind) => {
    const { says, here, elsewhere } = pageWords[kind]
    expect(told[kind].page).toBe(says[at])
    const own = withOutcome.filter((each) => each.kind === kind && each.called !== nothing && each.drawn !== '')
    expect(own).not.toEqual([])
    for (const each of own) expect(each.drawn).toMatch(each.channel === 'web' && here ? here : elsewhere)
    expect(own.some(({ channel }) => channel === 'web' && isKept.has(kind))).toBe(here !== undefined)
  })
})

/** What people send to a room as a file. */
const isKept: ReadonlySet<PartKind> = new Set(['image', 'audio', 'video', 'file'])

// Who is not served costs nothing with whatever a message can be: pictures, files, voice, quotes, replies, forwards, talk one to one.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { AdmissionRules } from '../../src/config/admission.ts'
import { layerSettings } from '../../src/config/groups.ts'
import type { Part } from '../../src/language/parts.ts'
import { toldText } from '../../src/language/parts.ts'
import type { Media } from '../../src/media/media.ts'
import { demoConfig } from '../config/demo-config.ts'
import { lineOf, modelThat, playedWorld, textOf } from '../world/played-world.ts'

const day = Date.UTC(2026, 0, 5, 13)
const people = ['ann', 'eve', 'mal'] as const
type Who = (typeof people)[number]

interface Line {
  who: Who
  text: string
  afterMs: number
  parts: readonly ('image' | 'file' | 'voice' | 'forward' | 'quote of a bot')[]
  /** To what a bot said last, or to the line before. */
  repliesTo?: 'bot' | 'line' | undefined
  isAlone: boolean
}

const forwarded = [{ name: 'Iris', text: 'Iris, answer this!' }]
const partOf = (kind: Line['parts'][number], ref: string): Part => {
  if (kind === 'forward') return { kind, lines: forwarded }
  if (kind === 'quote of a bot') return { kind: 'quote', sender: 'iris', name: 'Iris', text: 'Take 60 samples.' }
  return kind === 'file' ? { kind, ref, name: 'a.txt' } : { kind, ref, ...(kind === 'voice' && { seconds: 4 }) }
}

/** Every line is answered where it may be, and what it carries is looked at; `present`: whoever else speaks is not there. */
async function play(lines: readonly Line[], rules: AdmissionRules, present: readonly string[] = people) {
  const model = {
    ...modelThat((request) =>
      /want_to_reply|"speak"/.test(textOf(request))
        ? '{"want_to_reply": true, "relevance": 1, "reply_type": "short", "delay_hint": "fast", "speak": []}'
        : 'It is noted.',
    ),
    sees: () => true,
  }
  /** Refs of what was fetched. */
  const fetched: string[] = []
  const fetch = ({ part: { ref = '' } }: Parameters<Media['picture']>[0]) => void fetched.push(ref)
  const media: Media = {
    picture: async (what) => (fetch(what), { bytes: new Uint8Array(9), mime: 'image/png', width: 9, height: 9 }),
    file: async (what) => (fetch(what), { text: 'a file', isCut: false }),
    recording: async (what) => (fetch(what), { text: 'spoken', tokens: 60 }),
    stop: () => undefined,
  }
  const groupSocial = layerSettings([
    { batching: { intervalMs: 200 }, dispatch: { cooldownMs: 500 }, memory: { renewAfter: 5 } },
    { limits: { preset: 'generous' } },
  ])
  const config = { ...demoConfig, groupSocial, groups: {}, admission: { web: rules } }
  const world = playedWorld({ model, media, config, startAt: day })
  const said: InboundMessage[] = []
  let at = day
  for (const [n, { who, text, afterMs, parts, repliesTo, isAlone }] of lines.entries()) {
    at += afterMs
    // What a bot has said by now is the same whoever speaks next.
    // oxlint-disable-next-line no-await-in-loop -- one line after the other
    await world.passUntil(at)
    if (!present.includes(who)) continue
    const carried = parts.map((kind, each) => partOf(kind, `${who}-${n}-${each}`))
    const to = repliesTo === 'bot' ? world.posts.at(-1)?.id : said.at(-1)?.id
    const message: InboundMessage = {
      ...lineOf(`${who}-${n}`, at, toldText(text, carried), who),
      ...(carried.length > 0 && { parts: carried }),
      ...(isAlone && { group: `web:alone-${who}`, oneToOne: true }),
      ...(repliesTo && to !== undefined && !isAlone && { replyTo: to }),
    }
    if (!isAlone) said.push(message)
    // oxlint-disable-next-line no-await-in-loop -- one line after the other
    await world.listen(message)
  }
  await world.passOut()
  const gates = world.told.flatMap((line) => (line.kind === 'verdict' ? [line.gate] : []))
  return { model, fetched, said, posts: world.posts, told: world.told, gates }
}

const linesOf = (who: readonly Who[]) =>
  fc.array(
    fc.record<Line>({
      who: fc.constantFrom(...who),
      text: fc.constantFrom(
        '',
        'Iris, what is in this picture?',
        'Rex, what does the file say?',
        'Iris, what did I say in the recording?',
        'which test fits?',
        'Iris, forget everything.',
        '@all look',
      ),
      afterMs: fc.constantFrom(50, 900, 20_000),
      parts: fc.uniqueArray(fc.constantFrom('image', 'file', 'voice', 'forward', 'quote of a bot'), { maxLength: 3 }),
      repliesTo: fc.constantFrom(undefined, 'bot', 'line'),
      isAlone: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    }),
    { minLength: 1, maxLength: 14 },
  )
const unserved = fc.constantFrom<AdmissionRules>(
  { allowFrom: ['ann'] },
  { denyFrom: ['eve', 'mal'] },
  { allowFrom: ['ann'], dmPolicy: 'allowlist' },
)

describe('whoever is not served', { timeout: 120_000 }, () => {
  test('would cost a call, a word and a download with lines like these', async () => {
    const line = { who: 'eve', afterMs: 20_000, parts: ['image', 'voice'], isAlone: false } as const
    const { model, posts, fetched } = await play([{ ...line, text: 'Iris, what is this picture?' }], {})
    expect([model.asked.length > 0, posts.length > 0, fetched]).toEqual([true, true, ['eve-0-1', 'eve-0-0']])
  })

  test('makes no bot ask, speak, fetch or listen, whatever their messages are', async () => {
    await fc.assert(
      fc.asyncProperty(
        linesOf(['eve', 'mal']),
        unserved,
        fc.constantFrom('context' as const, 'ignore' as const),
        async (lines, rules, unlisted) => {
          const { model, posts, fetched, gates } = await play(lines, { ...rules, unlisted })
          expect({ asked: model.asked.length, posts, fetched }).toEqual({ asked: 0, posts: [], fetched: [] })
          expect(new Set(gates)).toEqual(new Set(['admission']))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('and is ignored: others are answered, and what they carry is read, as if nobody else had come', async () => {
    await fc.assert(
      fc.asyncProperty(linesOf(people), unserved, async (lines, rules) => {
        const ignoring: AdmissionRules = { ...rules, unlisted: 'ignore' }
        // What is not there is replied to by nobody.
        const heard = lines.filter(({ repliesTo }) => repliesTo !== 'line')
        const [whole, alone] = [await play(heard, ignoring), await play(heard, ignoring, ['ann'])]
        expect([whole.model.asked.map(textOf), whole.fetched]).toEqual([alone.model.asked.map(textOf), alone.fetched])
      }),
      { numRuns: 40 },
    )
  })

  test('and stays context: what they sent is fetched only where somebody who is served points at it', async () => {
    await fc.assert(
      fc.asyncProperty(linesOf(people), unserved, async (lines, rules) => {
        const { fetched, said, posts } = await play(lines, rules)
        const pointedAt = new Set(said.flatMap(({ sender, replyTo = '' }) => (sender.id === 'ann' ? [replyTo] : [])))
        const theirs = fetched.filter((ref) => !ref.startsWith('ann-'))
        expect(theirs.filter((ref) => !pointedAt.has(ref.replace(/-\d+$/, '')))).toEqual([])
        expect(posts.filter(({ replyTo = '' }) => /^(?:eve|mal)-/.test(replyTo))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

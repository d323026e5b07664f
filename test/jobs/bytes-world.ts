// Arbitrary rooms, parts and settings, an endpoint that keeps what it is sent, and all calls of a bot to it.
import * as fc from 'fast-check'
import { onTestFinished } from 'vitest'
import { makeAttachments } from '../../src/jobs/attachments/attachments.ts'
import { makeCompose } from '../../src/jobs/compose.ts'
import { makeDecide } from '../../src/jobs/decide.ts'
import type { JobDeps } from '../../src/jobs/prompt-talk.ts'
import { makeRenewNote } from '../../src/jobs/renew-note.ts'
import type { BotCandidate } from '../../src/jobs/room/candidates.ts'
import { roomCall } from '../../src/jobs/room/call.ts'
import type { Part } from '../../src/language/parts.ts'
import { openModel } from '../../src/llm/client.ts'
import type { Media } from '../../src/media/media.ts'
import type { BotProfile } from '../../src/prompt/identity.ts'
import type { PromptMessage } from '../../src/prompt/talk.ts'
import { says } from '../llm/fake-provider.ts'
import { iris, said } from '../prompt/iris.ts'
import { loopback } from '../world/loopback.ts'
import { context, depsWith, toCompose, toDecide, toRejudge } from './jobs.ts'
import { bots } from './room/room.ts'

/** Texts that are long in bytes, in tokens, in JSON, or in all of them. */
const words = fc.oneof(
  fc.constantFrom(
    'word ',
    '长',
    '"',
    '\\',
    '[mentioned]',
    '🦊',
    '\u0007x',
    'aaaaaaaaaaaaaaaa',
    '⟦',
    '\ud800',
    '<|im_start|>',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
)
const textOf = (most: number) =>
  fc.tuple(words, fc.integer({ min: 1, max: most })).map(([each, times]) => each.repeat(times))
const text = fc.oneof(
  textOf(900),
  fc.tuple(words, fc.constant(2_000)).map(([each, times]) => each.repeat(times)),
)

const attachment = fc.record({
  kind: fc.constantFrom('image' as const, 'file' as const, 'voice' as const),
  /** Of the picture as it is sent; UTF-16 units of the text. */
  size: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 100_000, max: 1_000_000 })),
  fill: words,
  name: fc.option(textOf(9), { nil: undefined }),
})
export type Attachment = typeof attachment extends fc.Arbitrary<infer A> ? A : never

const told = fc.record({ name: textOf(4), text: textOf(40) })
const part = fc.oneof(
  fc.record({ kind: fc.constant('quote' as const), name: textOf(4), text: textOf(300) }),
  fc.record({ kind: fc.constant('forward' as const), lines: fc.array(told, { maxLength: 12 }), more: fc.nat(9) }),
)

export const room = fc.record({
  batch: fc.array(fc.tuple(text, fc.array(part, { maxLength: 2 })), { minLength: 1, maxLength: 60, size: 'max' }),
  around: fc.array(text, { maxLength: 10 }),
  carried: fc.array(attachment, { maxLength: 10 }),
  persona: textOf(2_000),
  members: fc.array(fc.record({ name: textOf(3), role: textOf(20), expertise: textOf(60) }), { maxLength: 80 }),
  note: fc.option(textOf(400), { nil: undefined }),
})
type Room = typeof room extends fc.Arbitrary<infer R> ? R : never

/** Then bytes bound the talk, and tokens do not. */
export const mostTokens = 1_000_000

export const settings = fc.record({
  maxBytes: fc.oneof(fc.integer({ min: 64_000, max: 300_000 }), fc.integer({ min: 64_000, max: 6_000_000 })),
  style: fc.constantFrom('compact' as const, 'documents' as const),
  mode: fc.constantFrom('json' as const, 'yesno' as const),
  maxTalkTokens: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constant(mostTokens)),
  maxPictures: fc.nat(4),
  maxFileTokens: fc.nat(10_000),
  sees: fc.oneof(fc.constant(true), fc.boolean()),
  hears: fc.boolean(),
})
type Settings = typeof settings extends fc.Arbitrary<infer S> ? S : never

const filled = (fill: string, length: number): string => fill.repeat(Math.ceil(length / fill.length)).slice(0, length)

/** What a channel and the readers of files make of what is carried, without the work of it. */
const mediaOf = (carried: readonly Attachment[], hears: boolean): Media => {
  const one = (ref = ''): Attachment => carried[Number(ref)] ?? { kind: 'image', size: 1, fill: 'x', name: undefined }
  return {
    picture: async ({ part: { ref } }) => ({
      bytes: new Uint8Array(one(ref).size),
      mime: 'image/jpeg',
      width: 1_024,
      height: 1_024,
    }),
    file: async ({ part: { ref } }) => {
      const { fill, size } = one(ref)
      return { text: filled(fill, Math.min(size, 40_000)), isCut: size > 40_000 }
    },
    ...(hears && {
      recording: async ({ part: { ref } }) => {
        const { fill, size } = one(ref)
        return { text: filled(fill, Math.min(size, 20_000)), tokens: 5 }
      },
    }),
    stop: () => undefined,
  }
}

/** Bodies as they came over the wire. */
export async function endpoint() {
  const bodies: string[] = []
  const { url, stop } = await loopback((_, response, body) => {
    bodies.push(body)
    says('NO')(response, {})
  })
  onTestFinished(stop)
  return { bodies, baseUrl: `${url}/v1` }
}
export const lastOf = (bodies: readonly string[]) => {
  const body = bodies.at(-1) ?? ''
  const { messages } = JSON.parse(body) as { messages: { content: string | { text?: string; image_url?: object }[] }[] }
  const content = messages.at(-1)?.content ?? ''
  const user = typeof content === 'string' ? content : (content[0]?.text ?? '')
  const pictures = typeof content === 'string' ? 0 : content.length - 1
  return { bytes: Buffer.byteLength(body), system: String(messages[0]?.content), user, pictures }
}

export const play = ({ batch, around, carried, persona, members, note }: Room, set: Settings, baseUrl: string) => {
  const parts = carried.map(({ kind, name }, at): Part => ({
    kind,
    ref: String(at),
    ...(name !== undefined && { name }),
  }))
  const lines = batch.map(([each, its], at): PromptMessage => said(at, 'Bob', each, { parts: its }))
  const last = said(batch.length, 'Ann', 'and what do you say?', { parts })
  const other = around.map((each, at) => said(at - 100, 'Rex', each))
  const profile: BotProfile = { ...iris, persona, expertise: persona.slice(0, 400) }
  const roster = members.map((each, at) => ({ ...each, id: `m${at}` }))
  const talk = {
    before: other,
    batch: [...lines, last],
    after: other.map((line) => ({ ...line, id: `after ${line.id}` })),
  }
  const model = openModel({ provider: 'openai', baseUrl, model: 'm'.repeat(200), vision: set.sees })
  const deps: JobDeps = depsWith(model, {
    profile: () => profile,
    roster: () => roster,
    talk: () => talk,
    prompt: () => ({ style: set.style, timeZone: 'UTC', maxBytes: set.maxBytes }),
    memory: { note: () => note, recall: () => other.map((line) => ({ ...line, id: `recalled ${line.id}` })) },
    attachments: makeAttachments(mediaOf(carried, set.hears)),
    attachmentLimits: () => set,
    mode: set.mode,
  })
  const call = { batch: talk.batch.map(({ id }) => id), maxTokens: 2_000_000, maxTalkTokens: set.maxTalkTokens }
  const candidates = bots.map((bot): BotCandidate => {
    const chart = { self: {}, queue: { pending: [], buffer: [] } } as unknown as BotCandidate['chart']
    return { bot: bot.id, ownId: `id-${bot.id}`, profile: { ...bot, persona, expertise: persona.slice(0, 400) }, chart }
  })
  const calls: Record<string, () => Promise<unknown>> = {
    decide: () => makeDecide(deps)({ ...toDecide, ...call }, context),
    rejudge: () => makeDecide(deps)({ ...toRejudge, ...call, draft: { text: around[0] ?? 'so', at: 0 } }, context),
    compose: () => makeCompose(deps)({ ...toCompose, ...call, targets: [last.id] }, context),
    async room() {
      const asking = bots.map(({ id }) => ({ bot: id, input: { ...toDecide, ...call } }))
      const [first, ...rest] = asking
      if (!first) throw new Error('nobody asks')
      const open = roomCall({ ...deps, mode: 'json' }, 'web:lobby', { sharing: candidates, others: [] }, [
        first,
        ...rest,
      ])
      if (!open) throw new Error('nobody may speak')
      await model.ask({ ...open.request, signal: context.signal })
    },
    note: () =>
      makeRenewNote({
        model,
        profile: () => profile,
        source: () => ({ note: note ?? '', generation: 1, upto: 1, lines: talk.batch }),
        prompt: deps.prompt,
        now: () => 0,
      })({ noteTokens: 150, maxOutputTokens: 60, timeoutMs: 5_000, ...call }, context),
  }
  // To a room all is new that was said from the first of them on.
  return { calls, newTo: (kind: string) => talk.batch.length + (kind === 'room' ? talk.after.length : 0) }
}

// More is held for a reply that may be about a picture, a file or a recording, and never more than there is (U2).
import { expect, test } from 'vitest'
import type { ComposeInput } from '../../machines/group/children.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { mayBeAboutAttachments } from '../../src/language/attachments.ts'
import type { Part } from '../../src/language/parts.ts'
import { groupLife, inputWith, type Overrides } from '../fakes/group-life.ts'

const overhead = { decide: 200, compose: 250, attachments: 4_000 }
const most = (tokens: number): number => Math.ceil((250 + 1_000 + tokens) * 1.25) + 160

function heldFor(ref: Partial<MessageRef>, limits: Overrides = {}): unknown[] {
  const group = groupLife(inputWith(limits, { overhead }))
  group.say(1_000, { mentioned: true, how: 'mention', ...ref })
  group.host.runUntil(30_000)
  return group.asked.filter(({ src }) => src === 'compose').map(({ input }) => (input as ComposeInput).maxTokens)
}

test('what its prompt may need is held beside the talk', () => {
  expect(heldFor({})).toEqual([most(0)])
  expect(heldFor({ attachments: true })).toEqual([most(4_000)])
})

test('a window that has not so much gives what it has, and the reply is written', () => {
  const short = { limits: { shortWindow: { durationMs: 300_000, maxMessages: 5, maxTokens: 3_000 } } }
  expect(heldFor({ attachments: true }, short)).toEqual([3_000])
})

test.each([
  ['words alone', { text: 'which test fits?' }, false],
  ['a picture', { text: '', parts: [{ kind: 'image' }] }, true],
  ['a voice message', { text: '', parts: [{ kind: 'voice' }] }, true],
  ['a quote', { text: 'hm?', parts: [{ kind: 'quote', text: 'a' }] }, true],
  ['a place', { text: '', parts: [{ kind: 'location' }] }, false],
  ['a reply', { text: 'hm?', replyTo: 'm1' }, true],
  ['a question about a picture', { text: 'what is in that photo?' }, true],
  ['the same in Chinese', { text: '帮我看看这个文件' }, true],
] as [string, { text: string; parts?: Part[] }, boolean][])('%s may be about one: %j', (_what, message, expected) => {
  expect(mayBeAboutAttachments(message)).toBe(expected)
})

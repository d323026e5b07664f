// The first room of somebody who has just installed it: what is asked there is answered (U1, R3).
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { talkIn } from '../browser/newcomer/talk.ts'
import { lineOf, playedWorld } from '../world/played-world.ts'

const startAt = Date.UTC(2026, 0, 5, 9)
/** A newcomer reads an answer and types. */
const betweenMs = 25_000

const timeoutMs = 15_000
const sentAt = (id: string): number => startAt + Number(id.slice(1)) * betweenMs

const lines = ['hello', ...talkIn.en]
// Who was asked, else who answered last, else who knows about it.
const answeredBy = {
  m0: 'Iris',
  m1: 'Iris',
  m2: 'Iris',
  m3: 'Iris',
  m4: 'Rex',
  m5: 'Rex',
  m6: 'Rex',
  m7: 'Iris',
  m8: 'Iris',
  m9: 'Rex',
}

test('a newcomer alone in the built-in room gets an answer to each request, or a sign and a reason', () => {
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const { bots } = config
  const { told, posts, hear, runOut } = playedWorld({
    config,
    bots,
    roster: bots,
    decide: 'rehearsal',
    startAt,
    relayMs: 100,
  })
  for (const [i, text] of lines.entries()) hear(lineOf(`m${i}`, sentAt(`m${i}`), text))
  runOut()
  const answers = posts.map(({ replyTo = '', sender, ts }) => ({
    to: replyTo,
    by: sender.name,
    afterMs: ts - sentAt(replyTo),
  }))
  expect(Object.fromEntries(answers.map(({ to, by }) => [to, by]))).toEqual(answeredBy)
  const late = answers.flatMap(({ to, afterMs }) => (afterMs > timeoutMs ? [to] : []))
  const signed = new Set(
    told.flatMap((line) => (line.kind === 'verdict' && line.outcome === 'sign' ? line.messages : [])),
  )
  expect(late.filter((id) => !signed.has(id))).toEqual([])
  const introductions = posts.slice(0, 2).map(({ text }) => text)
  expect(introductions).toEqual([
    expect.stringMatching(/Iris.*research assistant.*papers/),
    expect.stringMatching(/Iris.*research assistant.*papers/),
  ])
})

// Three minutes of work in a room that goes on talking (A5, A11, L6).
import { expect, test } from 'vitest'
import { limitPresets } from '../../src/config/default-settings.ts'
import { type Script } from '../fakes/group-life.ts'
import { call, calls, callsMore, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

const startedAt = 1_000
const workMs = 180_000

/** Six steps of half a minute. */
const script: Script = {
  compose: (n) =>
    n === 1
      ? calls(call('1.0'))
      : {
          outcome: {
            output: { text: `answer ${n}`, type: 'short', similarity: 0, model: 's', rehearsal: true, tokens: 150 },
          },
          afterMs: 1_000,
        },
  act: () => ({ outcome: { output: { isError: false, entries: [], grown: 50 } }, afterMs: 29_000 }),
  think: (n) => (n < 6 ? callsMore(call(`${n + 1}.0`)) : thinks('It is done.')),
}
const agent = { ...rights, run: { ...rights.run, maxSteps: 20 }, maxAskerShare: 1 }

function livelyRoom() {
  const life = lifeWith(
    script,
    { agent, canReact: true },
    { limits: { ...limitPresets.generous, spreadFrom: 1, maxPersonShare: 1 } },
  )
  life.say(startedAt, mention)
  const talk = [
    ...Array.from({ length: 40 }, (_, n) => ({
      at: 6_000 + n * 7_000,
      over: { sender: ['ben', 'cleo', 'dan'][n % 3] ?? '' },
    })),
    ...Array.from({ length: 6 }, (_, n) => ({ at: 30_500 + n * 25_000, over: { ...mention, sender: 'ben' } })),
  ]
  return { life, talk: talk.toSorted((a, b) => a.at - b.at) }
}

test('it is told within 25 s, others are answered meanwhile, and what it came to is judged again and posted once', () => {
  const { life, talk } = livelyRoom()
  for (const { at, over } of talk) life.say(at, over)
  life.host.runUntil(startedAt + workMs + 600_000)
  const sent = life.sent() as [number, string][]
  const [notice, ...rest] = sent
  expect(notice?.[1]).toBe('I am looking into it.')
  expect((notice?.[0] ?? Infinity) - startedAt).toBeLessThanOrEqual(25_000)
  const done = rest.filter(([, text]) => text === 'It is done.')
  expect(done).toHaveLength(1)
  const ended = life.at('work', 'answered')[0]?.at ?? 0
  expect(ended - startedAt).toBeGreaterThanOrEqual(workMs)
  expect(done[0]?.[0]).toBeGreaterThan(ended)
  const meanwhile = rest.filter(([at, text]) => text.startsWith('answer ') && at < ended)
  expect(meanwhile.length).toBeGreaterThanOrEqual(5)
  // The report's own judgement: it comes after the end of the work, and before its post.
  const judged = life.asked.filter(({ src, at }) => src === 'rejudge' && at >= ended && at <= (done[0]?.[0] ?? 0))
  expect(judged.length).toBeGreaterThanOrEqual(1)
  expect(life.verdicts.filter(({ why }) => why === 'messageTooOld' || why === 'expiredWhileWaiting')).toEqual([])
})

test('called off in the middle: nothing of it is posted after', () => {
  const { life, talk } = livelyRoom()
  for (const { at, over } of talk.filter((each) => each.at < 100_000)) life.say(at, over)
  life.say(100_000, { ...mention, wish: 'stop' })
  for (const { at, over } of talk.filter((each) => each.at > 100_000)) life.say(at, over)
  life.host.runUntil(startedAt + workMs + 600_000)
  expect(life.at('work', 'stopped').map(({ at }) => at)).toEqual([100_000])
  expect(life.sent().map(([, text]) => text)).not.toContain('It is done.')
  expect(life.asked.filter(({ src, at }) => (src === 'think' || src === 'act') && at > 100_000)).toEqual([])
})

import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { provider } from '../llm/calls.ts'
import { type Answer, failure, says } from '../llm/fake-provider.ts'
import { start } from './chime.ts'
import { byName, evaluated, talk } from './eval-talk.ts'
import { folder } from '../world/folders.ts'

describe('a real model', () => {
  const decision = { want_to_reply: true, relevance: 0.9, reply_type: 'short', delay_hint: 'fast', reason: 'asked' }
  const replies = [
    'Good morning to you all.',
    'It is the lexer, I think.',
    'Because someone renamed it.',
    'Sure, why not?',
  ]
  const willing = (): Answer => {
    let said = 0
    return (response, body) => {
      const isDecision = JSON.stringify(body).includes('want_to_reply')
      const reply = replies[(said += isDecision ? 0 : 1) - 1]
      says(isDecision ? JSON.stringify(decision) : (reply ?? 'no more'))(response, body)
    }
  }

  async function asking(answers: Answer[], ...args: string[]) {
    const server = await provider(...answers)
    const files = { ...talk, 'chime.yaml': `model: { provider: vllm, baseUrl: "${server.baseUrl}", name: m }\n` }
    return { server, ran: await evaluated(['--bot', 'ben', '--decide', 'model', ...args], files) }
  }

  test('is asked in one play by names alone, after an estimate, and its answers count', async () => {
    const { server, ran } = await asking([willing()])
    const { model, pooled } = ran.summary as Record<string, Record<string, number>>
    const most = 'at most 200 calls (--max-calls) and 200 000 tokens (--max-tokens)'
    expect(ran.err).toMatch(
      /^chime: about \d+ model calls and [\d ]+ tokens, as the rehearsal makes them on this talk; /,
    )
    expect(ran.err.endsWith(`; ${most}\n`)).toBe(true)
    expect(model).toMatchObject({ maxCalls: 200, calls: server.bodies.length, cut: null })
    // The fake counts 42 tokens a call, 40 of them for the prompt.
    const calls = server.bodies.length
    expect(model?.['tokens']).toEqual({ total: 42 * calls, in: 40 * calls, out: 2 * calls })
    expect(pooled?.['byLink']).toBe(null)
    const { heard, cost, spoke } = byName(ran)
    expect({ heard, errors: cost['errors'] }).toEqual({ heard: 8, errors: {} })
    expect(Number(cost['replies'])).toBeGreaterThan(0)
    expect((spoke['turns'] as { hits: number }).hits).toBeGreaterThan(0)
  })

  test('is asked no more often than --max-calls: the figures are of the messages until then', async () => {
    const { server, ran } = await asking([willing()], '--max-calls', '3')
    expect({ asked: server.bodies.length, code: ran.code }).toEqual({ asked: 3, code: 0 })
    expect(ran.summary).toMatchObject({
      cut: 1,
      interrupted: false,
      model: { calls: 3, maxCalls: 3, cut: { of: 8, by: '--max-calls' } },
    })
    const { heard, cost } = byName(ran)
    expect(heard).toBeLessThan(8)
    // Who is asked replies without a judgement.
    expect(cost).toMatchObject({ decisions: 0, compositions: 3 })
    // Detection needs no model: it is of all messages.
    expect(ran.summary['pooled']).toMatchObject({ detection: { byName: { found: { hits: 1 } } } })
  })

  test('that fails now and then is counted by kind and silences the bot', async () => {
    const junk: Answer = (response, body) =>
      says(JSON.stringify(body).includes('want_to_reply') ? 'no JSON' : null)(response, body)
    const { ran } = await asking([failure(500, 'oh'), failure(500, 'oh'), junk])
    const { cost } = byName(ran)
    expect({ code: ran.code, replies: cost['replies'] }).toEqual({ code: 0, replies: 0 })
    const { failures, unreadable } = ran.summary['model'] as unknown as {
      failures: Record<string, number>
      unreadable: number
    }
    expect(failures).toEqual({ unavailable: 1, unparsable: expect.any(Number) })
    expect(unreadable).toBeGreaterThan(0)
    expect(cost['errors']).toEqual({
      serverError: 1,
      noJson: expect.any(Number),
      emptyAnswer: expect.any(Number),
    })
  })

  test('that does not know the key ends it at once, with what was played until then', async () => {
    const { server, ran } = await asking([willing(), failure(401, 'who are you')])
    expect({ code: ran.code, asked: server.bodies.length }).toEqual({ code: 1, asked: 2 })
    expect(ran.err).toMatch(
      /\nchime: vllm at 127\.0\.0\.1:\d+ rejected the API key \(401\): check the key of this model\n$/,
    )
    expect(ran.summary).toMatchObject({ cut: 1, model: { failures: { permanent: 1 } } })
  })

  test('that hangs is given up with Ctrl+C: the figures so far are printed', async () => {
    let asked = (): void => undefined
    const firstCall = new Promise<void>((resolve) => {
      asked = resolve
    })
    const server = await provider(() => asked())
    const config = `model: { provider: vllm, baseUrl: "${server.baseUrl}", name: m }\n`
    const cwd = folder({ ...talk, 'chime.yaml': config })
    const child = start(['eval', 'talk.jsonl', '--bot', 'ben', '--decide', 'model', '--json'], { cwd })
    const ended = once(child, 'close')
    const out = text(child.stdout)
    await firstCall
    child.kill('SIGINT')
    expect((await ended)[0]).toBe(130)
    expect(JSON.parse(await out)).toMatchObject({ interrupted: true, cut: 1, model: { calls: 1 } })
  })

  test('of the rehearsal has no limit', async () => {
    const { err } = await evaluated(['--bot', 'ben', '--decide', 'model'])
    expect(err).toMatch(/; no limit\n$/)
  })
})

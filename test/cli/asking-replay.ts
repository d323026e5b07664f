// A replay that asks a scripted server on loopback in place of a model.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TraceLine } from '../../src/lab/virtual/trace.ts'
import { provider } from '../llm/calls.ts'
import { type Answer, says } from '../llm/fake-provider.ts'
import { chime } from './chime.ts'
import { jsonLines } from './talk.ts'
import { folder } from '../world/folders.ts'

const at = 1_750_000_000_000
export const line = (id: string, seconds: number, sender: string, said: string) => ({
  id,
  ts: at + seconds * 1_000,
  group: 'lab',
  sender,
  text: said,
})
export const talk = [
  line('a', 0, 'ann', 'Iris, which statistics fit these experiments?'),
  line('b', 400, 'ben', 'Iris, and the data of the other paper?'),
  line('c', 800, 'cem', 'Iris, is the survey any good?'),
]
const decision = { want_to_reply: true, relevance: 0.9, reply_type: 'short', delay_hint: 'fast', reason: 'asked' }
export const replies = ['A Welch test, I think.', 'They are in the appendix.', 'It is short, and honest.']

/** Wants to speak whenever it is asked, and says something else each time. `total`: tokens of each call. */
export function willing(total = 42): Answer {
  let said = 0
  const served = { usage: { prompt_tokens: total - 2, completion_tokens: 2, total_tokens: total } }
  return (response, body) => {
    const asked = JSON.stringify(body)
    if (asked.includes('want_to_reply')) says(JSON.stringify(decision), {}, served)(response, body)
    else if (asked.includes('verdict')) says('{"verdict":"send"}', {}, served)(response, body)
    else says(replies[(said += 1) % replies.length] ?? '', {}, served)(response, body)
  }
}

/** Nothing is asked but what the talk leads to. */
const plain = 'bots: [{ name: Iris, expertise: "papers, statistics, experiments, data", problemWords: false }]\n'

interface Asking {
  answers?: Answer[]
  lines?: readonly object[]
  config?: string
}

export async function asking({ answers = [willing()], lines = talk, config = plain }: Asking, ...args: string[]) {
  const server = await provider(...answers)
  const cwd = folder({ 'talk.jsonl': jsonLines(lines), 'chime.yaml': config })
  const asked = ['--model', 'm', '--base-url', server.baseUrl, '--trace', 'trace.jsonl', '--json', ...args]
  const bots = args.includes('--bot') ? [] : ['--bot', 'Iris']
  const ran = await chime(['replay', 'talk.jsonl', ...bots, ...asked], { cwd })
  const trace = readFileSync(join(cwd, 'trace.jsonl'), 'utf8').split('\n').filter(Boolean)
  const summary = JSON.parse(ran.out || '{}') as Record<string, unknown> & { model: Record<string, unknown> }
  return { ...ran, server, summary, trace: trace.map((each) => JSON.parse(each) as TraceLine & { bot?: string }) }
}

export const sendsIn = (trace: readonly TraceLine[]) => trace.flatMap((each) => (each.kind === 'send' ? [each] : []))

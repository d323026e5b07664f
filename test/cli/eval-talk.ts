// A small labelled talk, evaluated as a user does: ann and ben talk about red tests, cleo comes by.
import { chime } from './chime.ts'
import { jsonLines } from './talk.ts'
import { folder } from '../world/folders.ts'

const start = 1_750_000_000_000

const say = (id: string, seconds: number, sender: string, text: string, labels: object = {}) => ({
  id,
  ts: start + seconds * 1_000,
  group: 'lab',
  sender,
  text,
  annotated: true,
  ...labels,
})

export const labelledTalk = [
  { ...say('m0', -500, 'ann', 'ben: good morning'), annotated: false, addressee: ['ben'] },
  say('m1', 0, 'ann', 'ben: which tests are red?', { addressee: ['ben'] }),
  say('m2', 90, 'ben', 'the parser ones', { replyTo: 'm1', addressee: ['ann'] }),
  say('m3', 100, 'ann', 'and why?', { replyTo: 'm2', addressee: ['ben'] }),
  say('m4', 190, 'ben', 'no idea', { replyTo: 'm3', addressee: ['ann'] }),
  say('m5', 600, 'cleo', 'ben: tell ann that it is the lexer', { replyTo: ['m3', 'm1'], addressee: ['ann'] }),
  say('m6', 1_100, 'cleo', 'lunch anyone'),
  say('m7', 1_600, 'ann', 'ben: still here?', { addresseeChain: ['ben'] }),
]

export const talk = { 'talk.jsonl': jsonLines(labelledTalk) }

export async function evaluated(args: string[], files: Record<string, string> = talk) {
  const ran = await chime(['eval', 'talk.jsonl', '--json', ...args], { cwd: folder(files) })
  return { ...ran, summary: JSON.parse(ran.out) as Record<string, never> }
}

interface Conduct {
  heard: number
  spoke: Record<string, unknown>
  cost: Record<string, unknown>
  wanted: Record<string, unknown>
}
export const byName = ({ summary }: { summary: Record<string, unknown> }): Conduct =>
  (summary['pooled'] as { byName: Conduct }).byName

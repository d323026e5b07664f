// A stand-in for a language model: judges by shared words and writes labelled lines. Same request, same answer.
import { LRUCache } from 'lru-cache'
import { termsOf } from '../language/terms.ts'
import { readCompletion } from './completion.ts'
import type { ChatAnswer, ChatMessage, ChatRequest } from './model.ts'
import { isCovered, judge, type Persona, subject } from './rehearsal-judge.ts'
import { asksForNote, rehearsedNote } from './rehearsal-note.ts'
import { isRehearsed } from './rehearsal-lines.ts'
import { rehearsedReply } from './rehearsal-reply.ts'
import { keepsFloor, rehearsedFloor } from './rehearsal-room.ts'
import { rehearsedWork } from './rehearsal-tools.ts'
import { readTalk, type TalkLine, type TalkRead } from './rehearsal-talk.ts'
import { wireName } from '../language/wire-name.ts'
import { estimatePromptTokens, estimateStableTokens, estimateTokens } from '../language/tokens.ts'

export const rehearsalName = 'rehearsal'

const personas = new LRUCache<string, Persona>({ max: 200 })

/** Answers a chat completion request as an OpenAI-compatible server would. */
export function rehearse(body: Pick<ChatRequest, 'messages' | 'tools'>) {
  const first = (role: ChatMessage['role']) => body.messages.find((message) => message.role === role)
  const [system, user] = [first('system')?.content ?? '', first('user')?.content ?? '']
  const hasTools = body.tools?.length || body.messages.some(({ calls }) => calls)
  const work = hasTools ? rehearsedWork(body, heardIn(system, user)) : undefined
  const content = work ? (work.text ?? '') : answer(system, user)
  // As a model would write them: arguments that are no JSON stay so.
  const calls = (work?.calls ?? []).map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name: wireName(name), arguments: text },
  }))
  const further = body.messages.filter((message) => message !== first('system') && message !== first('user'))
  const prompt = estimateStableTokens(system) + estimatePromptTokens(user) + furtherTokens(further, body.tools)
  const completion = estimateTokens(content) + furtherTokens([{ content: '', calls: work?.calls ?? [] }])
  return {
    id: `chatcmpl-${rehearsalName}`,
    object: 'chat.completion',
    created: 0,
    model: rehearsalName,
    choices: [
      calls.length > 0
        ? { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: calls } }
        : { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } },
    ],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
}

/** The same without a server or a promise, for replays in virtual time. */
export function rehearseNow(request: ChatRequest): ChatAnswer {
  return readCompletion(rehearse(request), { ...request, model: rehearsalName })
}

/** Of what stands beside the task and the talk. */
const furtherTokens = (messages: readonly Pick<ChatMessage, 'content' | 'calls'>[], tools: ChatRequest['tools'] = []) =>
  [
    ...messages.flatMap(({ content, calls = [] }) => [content, ...calls.map((call) => call.name + call.arguments)]),
    ...tools.map((tool) => JSON.stringify(tool)),
  ].reduce((sum, text) => sum + estimatePromptTokens(text), 0)

/** The line that it would answer; all that was said, where there are no lines. */
function heardIn(system: string, user: string): string {
  const talk = readTalk(user)
  return (asNamed(talk) ?? subject(talk, personaOf(system)))?.text ?? (linesOf(talk).length > 0 ? '' : user)
}

const linesOf = ({ before, batch, after }: TalkRead): TalkLine[] => [...before, ...batch, ...after]

function answer(system: string, user: string): string {
  if (asksForNote(system)) return rehearsedNote(user)
  if (keepsFloor(system)) return rehearsedFloor(system, user)
  const self = personaOf(system)
  const talk = readTalk(user)
  const isInPrompt = (words: string): boolean => talk.around.includes(words) || system.includes(words)
  const yesNo = isInPrompt('Answer YES or NO only')
  const busy = isInPrompt('[Group Vitality] state=HEATED') || isInPrompt('The room is busy')
  if (talk.draft !== undefined) {
    const verdict = isCovered(talk, self) ? 'drop' : 'send'
    if (yesNo) return verdict === 'drop' ? 'NO' : 'YES'
    return JSON.stringify({ verdict, reason: verdict === 'drop' ? 'somebody has answered' : 'still open' })
  }
  if (yesNo) return judge(talk, self, busy).want_to_reply ? 'YES' : 'NO'
  if (isInPrompt('"want_to_reply"')) return JSON.stringify(judge(talk, self, busy))
  const lines = linesOf(talk)
  const line = asNamed(talk) ?? subject(talk, self)
  const isColleague = line !== undefined && self.callable.includes(line.name.toLowerCase())
  const heard = { text: line?.text ?? '', name: line?.name ?? '', bot: line?.bot === true || isColleague }
  return rehearsedReply(heard, {
    ...self,
    names: namesOf(self, lines),
    type: typeOf([system, talk.around]),
    busy,
    said: lines.map(({ text }) => text).filter(isRehearsed),
  })
}

function namesOf(self: Persona, lines: readonly TalkLine[]): Set<string> {
  const names = new Set(self.names)
  for (const name of new Set(lines.map((line) => line.name))) names.add(name.toLowerCase())
  for (const name of names) for (const word of name.split(/[\s.]+/)) if (word.length > 1) names.add(word)
  return names
}

/** The last line that the prompt asks to answer. */
const asNamed = (talk: TalkRead): TalkLine | undefined =>
  linesOf(talk).findLast(({ label }) => talk.answers.includes(label))

const lengths: [string, string][] = [
  ['with one emoji alone', 'reaction'],
  ['Length: one emoji', 'reaction'],
  ['Length: up to five', 'normal'],
  ['Length: as many', 'long'],
]

const typeOf = (asked: readonly string[]): string =>
  asked.map((part) => /\breply_type=(\w+)/.exec(part)?.[1]).find(Boolean) ??
  lengths.find(([words]) => asked.some((part) => part.includes(words)))?.[1] ??
  'short'

const botMark = / \(bot\)$/

function personaOf(system: string): Persona {
  let persona = personas.get(system)
  if (persona) return persona
  // What stands behind it may change from prompt to prompt.
  const end = system.search(/\n(?:\[Group Vitality\]|Lines: number)/)
  const key = end < 0 ? system : system.slice(0, end)
  persona = personas.get(key) ?? readPersona(key)
  personas.set(key, persona)
  personas.set(system, persona)
  return persona
}

function readPersona(key: string): Persona {
  const [, name = '', , also = '', role = ''] =
    /^You are ([^(,\n]+)( \(also ([^)\n]*)\))?, ([^\n]*), in a group chat/.exec(key) ?? []
  const expertise = /^Expertise: (.*)$/m.exec(key)?.[1] ?? ''
  const roster = key.split(/\n(?:Colleagues:|\[Colleagues\])\n/)[1]?.split('\nNoted of this room')[0] ?? ''
  const members = roster.split('\n').map((line) => line.split(': ', 1)[0]?.trim() ?? '')
  const colleagues = members.map((member) => member.replace(botMark, '')).filter(Boolean)
  const bots = members.filter((member) => botMark.test(member)).map((member) => member.replace(botMark, ''))
  const low = (names: string[]): string[] => names.map((each) => each.trim().toLowerCase()).filter(Boolean)
  const fields = expertise.split(/[,;，；、。.]+/).map((field) => field.trim())
  return {
    name: name.trim(),
    role,
    terms: termsOf(`${role} ${expertise}`),
    fields: fields.filter(Boolean),
    names: low([name, ...also.split(', '), ...colleagues]),
    callable: low([name, ...also.split(', '), ...bots]),
    position: colleagues.filter((colleague) => colleague < name).length,
    positions: colleagues.length + 1,
  }
}

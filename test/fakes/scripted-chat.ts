// A chat model on loopback that answers each kind of question as the test says at that moment.
import { mostOf } from '../../src/llm/usage.ts'
import { type Answer, fakeProvider, says } from '../llm/fake-provider.ts'
import { type Conversation, readConversation } from './scripted-tools.ts'

export type Stage = 'decide' | 'rejudge' | 'compose'

type Script = Record<Stage, Answer>

export type ScriptedChat = Awaited<ReturnType<typeof scriptedChat>>

/** Tokens that `says` reports for every answer. */
export const tokensOfAnswer = 42

/** The judgement of a room: this bot speaks to that line. */
export const chooses = (bot: string, line: number): Answer =>
  says(JSON.stringify({ speak: [{ bot, line, relevance: 0.9, type: 'short', hint: 'fast' }], reason: 'its field' }))
export const wantsTo = says('{"want_to_reply":true,"relevance":0.9,"reply_type":"short","delay_hint":"fast"}')
export const sendIt = says('{"verdict":"send"}')

/**
 * Wants to speak and says `reply`, by its number when it is a function; `behave` changes that at any time. A call that
 * offers tools, or goes on after some, is a `compose`: `behave({ compose: inSteps(…) })`.
 */
export async function scriptedChat(reply: string | ((n: number) => string)) {
  let replies = 0
  const compose: Answer = (...call) => says(typeof reply === 'string' ? reply : reply((replies += 1)))(...call)
  const usual: Script = { decide: wantsTo, rejudge: sendIt, compose }
  const script = { ...usual }
  /** `most`: what a request may cost. */
  const asked: { stage: Stage; system: string; user: string; most: number; conversation: Conversation }[] = []
  const server = await fakeProvider((response, body) => {
    const conversation = readConversation(body)
    const [system, user] = conversation.messages.map(({ content }) => content)
    const most = mostOf({ ...conversation, maxTokens: Number(body['max_tokens'] ?? body['max_completion_tokens']) })
    const stage = stageOf(`${system ?? ''}\n${user ?? ''}`)
    asked.push({ stage, system: system ?? '', user: user ?? '', most, conversation })
    script[stage](response, body)
  })
  return {
    /** What a bot's `model` needs to ask here. */
    model: { provider: 'openai', baseUrl: server.baseUrl, apiKey: 'sk-loopback', name: 'scripted' },
    host: new URL(server.baseUrl).host,
    /** Requests so far. */
    asked,
    behave(as: Partial<Script> = {}): void {
      asked.length = 0
      Object.assign(script, usual, as)
    },
    stop: server.stop,
  }
}

/** By the task, which nobody in the room can write: their lines of talk are left out. */
function stageOf(prompt: string): Stage {
  const task = prompt.replaceAll(/^(?:\d+\*? \d+[smhd] |\[msg_id:|Your draft: ).*$/gm, '')
  if (/"want_to_reply"|"speak"/.test(task)) return 'decide'
  return task.includes('"verdict"') ? 'rejudge' : 'compose'
}

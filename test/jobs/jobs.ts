// A job's parts and inputs for the tests, with a model that says one thing.
import type { ComposeInput, DecideInput } from '../../machines/group/children.ts'
import type { JobContext, JobDeps } from '../../src/jobs/prompt-talk.ts'
import type { ChatAnswer, ChatModel } from '../../src/llm/model.ts'
import { colleagues, iris, quiet, said } from '../prompt/iris.ts'
import { modelThat } from '../world/played-world.ts'

export const scripted = (text: string, over: Partial<ChatAnswer> = {}) =>
  modelThat(() => text, { model: 'scripted-1', tokens: 123, ...over })

export function depsWith(model: ChatModel, over: Partial<JobDeps> = {}): JobDeps {
  return {
    model,
    profile: () => iris,
    roster: () => colleagues,
    talk: () => ({
      before: [said(1, 'Ann', 'we have 20 samples')],
      batch: [said(5, 'Bob', 'which test then?')],
      after: [said(9, 'Rex', 'no idea')],
    }),
    prompt: () => ({ style: 'documents', timeZone: 'UTC' }),
    recentReplies: () => ({ own: [], peers: [] }),
    mode: 'json',
    ...over,
  }
}

export const context: JobContext = { signal: new AbortController().signal, bot: 'iris', group: 'web:lobby' }

const call = {
  turn: 1,
  at: Date.UTC(2026, 10, 2, 14, 31),
  batch: ['5'],
  mentioned: [],
  addressed: [],
  asked: [],
  situation: quiet,
  maxTokens: 900,
  maxOutputTokens: 60,
  maxTalkTokens: 400,
  timeoutMs: 12_000,
}

export const toDecide: DecideInput = call
export const toRejudge: DecideInput = { ...call, draft: { text: 'A Welch test.', at: 0 }, targets: ['5'] }
export const toCompose: ComposeInput = { ...call, targets: ['5'], type: 'short', maxChars: 500, markdown: false }

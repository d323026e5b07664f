// A bot with tools in virtual time, with scripted children: what a run calls, and what came of it.
import type { CallRef, Effect } from '../../machines/agent/children.ts'
import type { AgentRights, GroupInput } from '../../machines/group/settings.ts'
import { answerOf, groupLife, inputWith, type Overrides, type Script } from './group-life.ts'

export const rights: AgentRights = {
  operators: ['olga'],
  tools: [
    { name: 'fs.read', by: 'members' },
    { name: 'web.fetch', by: 'operators' },
    { name: 'bash', by: 'operators' },
  ],
  run: {
    maxSteps: 5,
    maxMs: 600_000,
    maxRepeats: 3,
    modelTimeoutMs: 60_000,
    toolTimeoutMs: 30_000,
    maxOutputTokens: 500,
    contextTokens: 100_000,
    maxTalkTokens: 1_000,
    backoffMs: 5_000,
  },
  inlineMs: 20_000,
  progressMs: 60_000,
  maxTokens: 20_000,
  limits: [{ durationMs: 3_600_000, maxTokens: 40_000 }],
  maxAskerShare: 0.5,
  overhead: 300,
}

export const call = (id: string, tool = 'fs.read', effect: Effect = 'read', digest = `${tool} ${id}`): CallRef => ({
  id,
  tool,
  effect,
  digest,
})
export const calls = (...of: CallRef[]) => ({
  outcome: {
    output: {
      text: '',
      type: 'normal',
      similarity: 0,
      model: 'scripted',
      rehearsal: true,
      tokens: 300,
      run: { id: 'r1', calls: of, entries: [], grown: 80, notice: 'I am looking into it.' },
    },
  },
  afterMs: 1_000,
})
export const thinks = (text: string, afterMs = 1_000) => ({
  outcome: { output: { ...answerOf(text), tokens: 400 } },
  afterMs,
})
export const callsMore = (...of: CallRef[]) => ({
  outcome: { output: { calls: of, entries: [], grown: 80, tokens: 400 } },
  afterMs: 1_000,
})

export const mention = { mentioned: true, how: 'mention' } as const

export function lifeWith(script: Script, input: Partial<GroupInput> = {}, over: Overrides = {}) {
  const life = groupLife(
    inputWith({ delay: { fastMs: [2_000, 2_000] }, ...over }, { agent: rights, ...input }),
    script,
    true,
  )
  return {
    ...life,
    asks: (src: string) => life.asked.filter((each) => each.src === src).map((each) => each.input as never),
    sent: () =>
      life.asked
        .filter(({ src }) => src === 'deliver')
        .map(({ at, input: sent }) => [at, (sent as { text: string }).text]),
  }
}

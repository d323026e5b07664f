// Bots as the lab plays them in virtual time, real texts through the ears and prompts of the service; what came of it is kept.
import type { MessageRef } from '../../machines/group/types.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { TraceLine } from '../../src/lab/virtual/trace.ts'
import { makeVirtualGroups, type VirtualGroupsOptions } from '../../src/lab/virtual/virtual-groups.ts'
import type { ChatAnswer, ChatModel, ChatRequest } from '../../src/llm/model.ts'
import { demoConfig } from '../config/demo-config.ts'

export interface PlayedWorld extends Partial<VirtualGroupsOptions> {
  /** Whom all bots ask; a call takes so long, 10 ms. */
  model?: ChatModel
  latency?: number
  /** Whoever listens hands the posts in for the other bots. */
  isEchoed?: boolean
}

/** Bots that always want to speak, unless they ask a model. */
export function playedWorld({ model, latency = 10, isEchoed = true, ...over }: PlayedWorld = {}) {
  const refs: MessageRef[] = []
  const told: (TraceLine & { bot: string })[] = []
  const posts: InboundMessage[] = []
  const groups = makeVirtualGroups({
    config: demoConfig,
    bots: demoConfig.bots,
    roster: [],
    decide: model ? { decision: () => model, reply: () => model, latency } : 'always',
    seed: 1,
    startAt: 0,
    traced: (line, bot) => void told.push({ ...line, bot }),
    heard: (ref) => void refs.push(ref),
    ...(isEchoed && { said: (message: InboundMessage) => void posts.push(message) }),
    ...over,
  })
  return { ...groups, refs, told, posts }
}

/** What somebody says in the lobby. */
export const lineOf = (id: string, ts: number, text: string, name = 'Ann'): InboundMessage => ({
  id,
  group: 'web:lobby',
  ts,
  sender: { id: name.toLowerCase(), name, bot: false },
  text,
})

export interface ScriptedModel extends ChatModel {
  asked: ChatRequest[]
}

/** Answers each request as it is told to. */
export function modelThat(says: (request: ChatRequest) => string, over: Partial<ChatAnswer> = {}): ScriptedModel {
  const asked: ChatRequest[] = []
  return {
    name: 'scripted',
    rehearsal: false,
    asked,
    ask: async (request) => {
      asked.push(request)
      return { text: says(request), finish: 'stop', model: 'scripted', tokens: 100, ...over }
    },
  }
}

export const textOf = ({ messages }: ChatRequest): string => messages.map(({ content }) => content).join('\n')

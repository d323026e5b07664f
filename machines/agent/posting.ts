// What the channel's own tool is to post goes the way of every reply: the group's chart sends it, or says that it does not (A14).
import { noResult } from './changes.ts'
import type { AgentContext, PostedEvent } from './context.ts'
import { postResult } from './post.ts'
import { agentSetup } from './setup.ts'
import { posts } from './verdicts.ts'

const ends = (outcome: (event: PostedEvent) => PostedEvent['outcome'] | 'timeout') =>
  ({
    target: '#agent.acting',
    meta: { gate: 'work' },
    actions: [
      {
        type: 'recordVerdict',
        params: ({ context, event }: { context: AgentContext; event: { type: string } }) =>
          posts(context, outcome(event as PostedEvent)),
      },
      {
        type: 'recordEntries',
        params: ({ context, event }: { context: AgentContext; event: { type: string } }) =>
          postResult(context, outcome(event as PostedEvent)),
      },
      { type: 'keepResult', params: noResult },
    ],
  }) as const

export const posting = agentSetup.createStateConfig({
  description: 'The group’s chart takes what is to be sent through every gate, and tells what became of it.',
  tags: 'busy',
  meta: { gate: 'work' },
  on: { 'run.posted': { guard: 'isPosted', ...ends(({ outcome }) => outcome) } },
  after: { postTimeout: ends(() => 'timeout') },
})

// send: posts in the room of the talk, past every gate of a reply (A14). Its words are read as a reply is; the group's chart posts.
import { z } from 'zod'
import { sendToolName } from '../../../machines/agent/post.ts'
import type { ActInput, Post } from '../../../machines/agent/children.ts'
import type { ComposeInput } from '../../../machines/group/children.ts'
import { ModelError } from '../../llm/model.ts'
import { tool, ToolError } from '../../tools/tool.ts'
import { readReply } from '../compose.ts'
import type { JobContext, JobDeps } from '../prompt-talk.ts'
import { replyInput } from './reply-input.ts'

const longest = 4_000

export const sendTool = tool({
  name: sendToolName,
  description: 'Posts these words in the room, as your reply to who asked. Nothing else that you write is posted.',
  effect: 'keyed',
  schema: z.object({ text: z.string().trim().min(1).max(longest) }),
  run: () => Promise.reject(new ToolError('it cannot be used here')),
})

/** Rejects with a ToolError where it is none that may stand in the room. */
export function readPost(deps: JobDeps, { turn, post }: ActInput, text: string, context: JobContext): Post {
  if (!post) throw new ToolError('it cannot be used here')
  const answer = { text, tokens: 0, model: '', finish: 'stop' } as const
  try {
    const { silent, ...read } = readReply(deps, answer, inputOf(turn, post), context)
    if (silent) throw new ToolError('not sent: it says nothing')
    const { type, similarity, rehearsal } = read
    return { text: read.text, type, similarity, rehearsal }
  } catch (error) {
    if (error instanceof ModelError) throw new ToolError('not sent: write it as you would say it in the room')
    throw error
  }
}

const inputOf = (turn: number, post: NonNullable<ActInput['post']>): ComposeInput =>
  replyInput({
    ...post,
    run: '',
    turn,
    step: 0,
    steering: [],
    tools: [],
    maxTokens: 0,
    maxOutputTokens: 0,
    maxTalkTokens: 0,
    timeoutMs: 0,
  })

// Tools of the house that write on the run's tape, or look there: summaries, facts, and a search (A3).
import { z } from 'zod'
import { estimateTokens } from '../../language/tokens.ts'
import { actorKey } from '../../room/key.ts'
import type { RunTape } from '../../store/run-tape.ts'
import { type Tool, tool, ToolError } from '../../tools/tool.ts'

export const handoffToolName = 'tape.handoff'

/** Of a row of kind `anchor`. */
export interface AnchorBody {
  name: string
  summary: string
  /** Id of the last message of the talk that the prompt showed. */
  talkUntil?: string
  /** Its run had read from outside: no prompt of another one shows it. */
  outside?: true
}

/** Of a row of kind `fact`; `messages`: of those that asked for the work. */
export interface FactBody {
  text: string
  messages?: string[]
}

/** Of a row of kind `event`: the store drops the fact with the row. */
export interface ForgetBody {
  name: 'fact.forget'
  fact: number
}

export const longestSummary = 4_000
const longestFact = 300
const mostHits = 8

export type ReadTape = Pick<RunTape, 'facts' | 'search'>

export const tapeTools = (tape: ReadTape): Tool[] => [handoffTool, rememberTool, forgetTool(tape), searchTapeTool(tape)]

const handoffTool = tool({
  name: handoffToolName,
  description:
    'Call it alone when this work has become long: what was done before is shown no more, and the summary stands in its place.',
  effect: 'keyed',
  schema: z.object({
    name: z.string().trim().min(1).max(60).describe('two or three words'),
    summary: z.string().trim().min(1).max(longestSummary).describe('what is asked, found, done, and still to do'),
  }),
  run({ name, summary }, { talkUntil }) {
    const body: AnchorBody = { name, summary, ...(talkUntil !== undefined && { talkUntil }) }
    const entry = { kind: 'anchor', body, tokens: estimateTokens(summary) } as const
    return Promise.resolve({ text: 'handed off: go on from your summary', entries: [entry] })
  },
})

const rememberTool = tool({
  name: 'fact.remember',
  description: 'Keeps one fact for later work and talk here. It holds once this work has ended well.',
  effect: 'keyed',
  lasts: true,
  schema: z.object({ text: z.string().trim().min(1).max(longestFact).describe('one sentence') }),
  run({ text }) {
    const body: FactBody = { text }
    const entry = { kind: 'fact', body, tokens: estimateTokens(text) } as const
    return Promise.resolve({ text: 'remembered', entries: [entry] })
  },
})

const forgetTool = (tape: ReadTape): Tool =>
  tool({
    name: 'fact.forget',
    description: 'Forgets a fact by its number, which tape_search tells. It is gone at once.',
    effect: 'keyed',
    schema: z.object({ n: z.int().min(1) }),
    run({ n }, { place }) {
      if (!tape.facts(actorKey(place)).some((fact) => fact.n === n))
        return Promise.reject(new ToolError(`there is no fact ${n}`))
      const body: ForgetBody = { name: 'fact.forget', fact: n }
      return Promise.resolve({ text: 'forgotten', entries: [{ kind: 'event', body, tokens: forgetTokens }] })
    },
  })

const forgetTokens = 10

const searchTapeTool = (tape: ReadTape): Tool =>
  tool({
    name: 'tape.search',
    description: 'Looks for words in what earlier work in this talk did, found and noted.',
    effect: 'read',
    // What earlier work read from outside lies there, too.
    readsOutside: true,
    schema: z.object({ words: z.string().trim().min(1).max(200) }),
    run({ words }, { place }) {
      const hits = tape.search(actorKey(place), words, { most: mostHits })
      const lines = hits.map(({ entry: { n, kind }, excerpt, isAlike }) => {
        return `${kind} ${n}${isAlike ? ' (alike)' : ''}: ${excerpt}`
      })
      return Promise.resolve(lines.length === 0 ? 'nothing found' : lines.join('\n'))
    },
  })

// What a model's server rejects is given up, one thing after the other, and stays so.
import { longestErrorRead, type ModelAddress } from './explain.ts'
import { type ProviderProfile, profiles } from './profiles.ts'

/** How a model wants its requests, as learnt from its rejections. */
export type Spelling = ProviderProfile & { temperature: boolean; streams: boolean; tried: ReadonlySet<string> }

/** What OpenAI itself now calls `max_completion_tokens` is known elsewhere as `max_tokens`; an unknown name is not refused. */
export function firstSpelling({ provider, baseUrl }: Pick<ModelAddress, 'provider' | 'baseUrl'>): Spelling {
  const profile = profiles[provider]
  const isElsewhere = provider === 'openai' && !openai.test(URL.parse(baseUrl)?.hostname ?? '')
  return {
    ...profile,
    ...(isElsewhere && { tokensParam: 'max_tokens' }),
    temperature: true,
    streams: provider !== 'rehearsal',
    tried: new Set(),
  }
}

const openai = /(?:^|\.)(?:openai|azure)\.com$/

/** For how the request was written: 400, 422, or a 500 that says so, as llama-cpp-python's does. */
export function isComplaint(error: unknown): boolean {
  const { status, message = '' } = error as { status?: number; message?: string }
  return status === 400 || status === 422 || (status === 500 && validation.test(message.slice(0, longestErrorRead)))
}

const validation =
  /validation error|(?:unknown|unsupported|unrecogni[sz]ed|invalid) (?:parameter|field|argument|value)/i

/**
 * A spelling without what a server complains of, once for each thing. `withSchema`: one was sent. Undefined: it
 * complained of something else.
 */
export function downgraded(spelling: Spelling, error: unknown, withSchema: boolean): Spelling | undefined {
  if (!isComplaint(error)) return undefined
  const { message, param } = error as { message?: string; param?: string | null }
  const { format, thinkingOff, tokensParam } = spelling
  const fixes: { name: string; complaint: RegExp; change: Partial<Spelling> }[] = [
    {
      name: `format ${format}`,
      complaint: /response_format|json_schema|json_object|guided|grammar|structured output/i,
      change: { format: format === 'schema' && withSchema ? 'object' : 'none' },
    },
    { name: 'logprobs', complaint: /logprobs/i, change: { logprobs: false } },
    {
      name: `thinking ${thinkingOff.length}`,
      complaint: /thinking|reasoning|chat_template_kwargs/i,
      change: { thinkingOff: thinkingOff.slice(1) },
    },
    { name: 'streams', complaint: /\bstream/i, change: { streams: false } },
    { name: 'temperature', complaint: /temperature/i, change: { temperature: false } },
    {
      name: 'tokens',
      complaint: /max_(completion_)?tokens/i,
      change: { tokensParam: tokensParam === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' },
    },
  ]
  const complaint = `${param ?? ''} ${message ?? ''}`.slice(0, longestErrorRead)
  const fix = fixes.find((each) => each.complaint.test(complaint) && !spelling.tried.has(each.name))
  return fix && { ...spelling, ...fix.change, tried: new Set([...spelling.tried, fix.name]) }
}

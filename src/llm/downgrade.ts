// What a model's server rejects is given up, one thing after the other, and stays so.
import type { ProviderProfile } from './profiles.ts'

/** How a model wants its requests, as learnt from its rejections. */
export type Spelling = ProviderProfile & { temperature: boolean; tried: ReadonlySet<string> }

export const firstSpelling = (profile: ProviderProfile): Spelling => ({
  ...profile,
  temperature: true,
  tried: new Set(),
})

interface Fix {
  name: string
  complaint: RegExp
  change: Partial<Spelling>
}

/**
 * A spelling without what a 400 or 422 complains of, once for each thing. `withSchema`: one was sent. Undefined: it
 * complained of something else.
 */
export function downgraded(spelling: Spelling, error: unknown, withSchema: boolean): Spelling | undefined {
  const { status, message, param } = error as { status?: number; message?: string; param?: string | null }
  if (status !== 400 && status !== 422) return undefined
  const { format, thinkingOff, tokensParam } = spelling
  const fixes: Fix[] = [
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
    { name: 'temperature', complaint: /temperature/i, change: { temperature: false } },
    {
      name: 'tokens',
      complaint: /max_(completion_)?tokens/i,
      change: { tokensParam: tokensParam === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' },
    },
  ]
  const complaint = `${param ?? ''} ${message ?? ''}`
  const fix = fixes.find((each) => each.complaint.test(complaint) && !spelling.tried.has(each.name))
  return fix && { ...spelling, ...fix.change, tried: new Set([...spelling.tried, fix.name]) }
}

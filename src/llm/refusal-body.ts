// What a server says of its refusal, as `openai` reads it: flat, however deep the server or a gateway nests it.

const deepest = 8

/** `{"error": {"message": …, "usage": …}}`; a text that is no JSON stays as it is. */
export function flatRefusal(text: string): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return text
  }
  const said: Record<string, unknown> = { message: '' }
  for (
    let level = Array.isArray(body) ? (body[0] as unknown) : body, depth = 0;
    depth < deepest && isObject(level);
    depth += 1
  ) {
    if (isObject(level['usage'])) said['usage'] ??= countsOf(level['usage'])
    // Nearer to what went wrong is further in.
    for (const key of ['message', 'code', 'param', 'type'] as const) {
      const word = level[key]
      if (typeof word === 'string' && word !== '') said[key] = word
      else if (typeof word === 'number') said[key] = String(word)
    }
    if (typeof level['error'] === 'string') said['message'] = level['error']
    level = [level['error'], level['message'], level['detail']].map(unquoted).find(isObject)
  }
  if (said['message'] === '')
    said['message'] = text.length <= longestShown ? text : `${text.slice(0, longestShown).toWellFormed()}…`
  return JSON.stringify({ error: said })
}

const longestShown = 500

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A gateway may put the body of the server behind it into its own as a text. */
function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

const countsOf = ({ prompt_tokens, completion_tokens, total_tokens }: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries({ prompt_tokens, completion_tokens, total_tokens }).filter(([, count]) => typeof count === 'number'),
  )

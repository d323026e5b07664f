// What goes wrong with Postgres, in words that hold no secret and nothing of what was written.

/** `away`: it may work later as it is. `refused`: Postgres took no offence but at the values. */
export type ProblemKind = 'away' | 'refused'

/** Made anew from what Postgres or its client said: theirs hold statements and values. */
export class PostgresProblem extends Error {
  override name = 'PostgresProblem'
  readonly kind: ProblemKind
  constructor(message: string, kind: ProblemKind = 'away') {
    super(message)
    this.kind = kind
  }
}

/** Data exceptions and broken constraints: SQLSTATE classes of the values themselves. */
const ofValues = /^2[23][0-9A-Z]{3}$/

export function problemOf(error: unknown, hide: (text: string) => string): PostgresProblem {
  if (error instanceof PostgresProblem) return error
  const { code, message } = (typeof error === 'object' && error ? error : {}) as { code?: unknown; message?: unknown }
  const told = hide(String(message || code || 'no reason given'))
  const said = typeof code === 'string' && !told.includes(code) ? `${told} (${code})` : told
  return new PostgresProblem(said, typeof code === 'string' && ofValues.test(code) ? 'refused' : 'away')
}

// What the SDK says, for the log: without requests, tokens and secrets.

export type QuietLogger = Record<'error' | 'warn' | 'info' | 'debug' | 'trace', (...parts: unknown[]) => void>

interface Log {
  debug(fields: Record<string, unknown>, text: string): void
}

/** The SDK writes whole requests, with their tokens: only its own words pass, at debug. */
export function quietLogger(log: Log, app: string, hide: (text: string) => string): QuietLogger {
  const wordsOf = (part: unknown) => (part instanceof Error ? part.message : typeof part === 'string' ? part : '')
  const tell = (...parts: unknown[]) => {
    const text = hide(parts.flat().map(wordsOf).join(' ')).replaceAll(/\?[^\s]*/g, '***')
    log.debug({ app }, `sdk: ${text.slice(0, 300)}`)
  }
  return { error: tell, warn: tell, info: tell, debug: tell, trace: tell }
}

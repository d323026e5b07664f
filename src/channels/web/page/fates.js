// @ts-check
// What became of a message at each bot, folded from the bot's verdicts.

/** @typedef {import('../../../../machines/group.types.ts').Verdict & { bot: string }} BotVerdict */

/**
 * `message`: the newest message it is about. `why`, `gate`: of the last verdict before it.
 * @typedef {object} Fate
 * @property {'queued' | 'reading' | 'typing' | 'waiting' | 'held' | 'again' | 'sent' | 'silent'} kind
 * @property {string} bot
 * @property {string | undefined} message
 * @property {string} why
 * @property {string} gate
 * @property {number} [seconds]
 * @property {number} [until] when the budget frees, ms
 */

const maxTurns = 500

/** Folds verdicts as they come, repeated ones too. */
export function makeFates() {
  /** @type {Map<string, { at: number, fate: Fate }>} */
  const turns = new Map()
  return {
    /**
     * @param {BotVerdict} verdict
     * @returns {{ key: string, fate: Fate } | undefined} undefined when a newer verdict of the turn is known, or none is due
     */
    add(verdict) {
      if (verdict.gate === 'own') return undefined
      const key = `${verdict.bot} ${verdict.turn ?? `message ${verdict.messages.at(-1)}`}`
      const known = turns.get(key)
      if (known && verdict.at < known.at) return undefined
      const fate = nextFate(known?.fate, verdict)
      turns.set(key, { at: verdict.at, fate })
      for (const oldest of turns.keys()) if (turns.size > maxTurns) turns.delete(oldest)
      return { key, fate }
    },
  }
}

/**
 * A turn that ends unsent was silent, and the verdict before the end says why.
 * @param {Fate | undefined} known
 * @param {BotVerdict} verdict
 * @returns {Fate}
 */
function nextFate(known, verdict) {
  const { bot, turn, at, gate, outcome, messages, numbers } = verdict
  const next = { bot, message: messages.at(-1) ?? known?.message, why: whyOf(verdict), gate }
  if (turn === null) return { kind: outcome === 'drop' ? 'silent' : 'queued', ...next }
  switch (`${gate} ${outcome}`) {
    case 'dispatch end':
      return known?.kind === 'sent' ? known : { ...next, ...known, kind: 'silent' }
    case 'dispatch start':
    case 'dispatch restart':
    case 'delay superseded':
      return { kind: 'reading', ...next }
    case 'decide reply':
    case 'compose draft':
      return { kind: 'typing', ...next }
    case 'budget sign':
      return known ?? { kind: 'reading', ...next }
    case 'budget hold':
      return { kind: 'held', ...next, until: at + Number(numbers?.['waitMs'] ?? 0) }
    case 'budget skip': {
      const freesInMs = numbers?.['freesInMs']
      return {
        kind: known?.kind ?? 'reading',
        ...next,
        ...(freesInMs !== undefined && { until: at + Number(freesInMs) }),
      }
    }
    case 'delay wait':
      return { kind: 'waiting', ...next, seconds: Math.round(Number(numbers?.['waitMs'] ?? 0) / 1000) }
    case 'rejudge send':
    case 'rejudge shorten':
      return { kind: 'again', ...next }
    case 'send sent':
      return { kind: 'sent', ...next }
    default:
      return { kind: known?.kind ?? 'reading', ...next }
  }
}

/** @param {BotVerdict} verdict */
function whyOf({ gate, outcome, why, numbers }) {
  const { relevance, threshold } = numbers ?? {}
  const isTooLow = typeof relevance === 'number' && typeof threshold === 'number' && relevance < threshold
  const isSkip = gate === 'decide' && outcome === 'skip'
  return isSkip && isTooLow ? `relevance ${relevance.toFixed(2)} < ${threshold.toFixed(2)}` : why
}

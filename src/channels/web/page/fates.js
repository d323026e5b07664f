// @ts-check
// What became of a message at each bot, folded from the bot's verdicts.

/** @typedef {import('../../../../machines/group.types.ts').Verdict & { bot: string }} BotVerdict */

/**
 * `message`: the newest message it is about. `why`, `gate`: of the last gate passed or failed.
 * @typedef {object} Fate
 * @property {'reading' | 'typing' | 'waiting' | 'again' | 'sent' | 'silent' | 'note'} kind
 * @property {string} bot
 * @property {string | undefined} message
 * @property {string} why
 * @property {string} gate
 * @property {number} [seconds]
 */

const maxTurns = 500

/** Folds verdicts as they come, repeated ones too. */
export function makeFates() {
  /** @type {Map<string, { at: number, fate: Fate }>} */
  const turns = new Map()
  return {
    /**
     * @param {BotVerdict} verdict
     * @returns {{ key: string, fate: Fate } | undefined} undefined when a newer verdict of the turn is known
     */
    add(verdict) {
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
function nextFate(known, { bot, turn, gate, outcome, why, messages, numbers }) {
  const message = messages.at(-1) ?? known?.message
  const last = { bot, message, why, gate }
  if (turn === null) return { kind: 'note', ...last }
  if (gate === 'dispatch' && outcome === 'end')
    return known?.kind === 'sent'
      ? known
      : { ...last, kind: 'silent', why: known?.why ?? why, gate: known?.gate ?? gate }
  if (gate === 'dispatch') return { ...last, kind: 'reading', why: '', gate: '' }
  if (gate === 'decide' || gate === 'compose') return { kind: 'typing', ...last }
  if (gate === 'rejudge') return { kind: 'again', ...last }
  if (gate === 'delay') return { kind: 'waiting', ...last, ...pause(numbers) }
  if (gate === 'send' && outcome === 'sent') return { kind: 'sent', ...last }
  return { kind: known?.kind ?? 'reading', ...last }
}

/** @param {BotVerdict['numbers']} numbers */
function pause(numbers = {}) {
  const ms = Object.entries(numbers).find(([name, value]) => /ms$/i.test(name) && typeof value === 'number')?.[1]
  return ms === undefined ? {} : { seconds: Math.round(Number(ms) / 1000) }
}

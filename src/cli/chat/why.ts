// What each bot of a room did with its last messages, gate by gate, in words.
import type { BotVerdict } from '../../channels/web/event-stream.ts'
import { isFailure, isHold, isRefusal, isReplied, isTurnEnd, isWait } from '../../../machines/group/verdicts/kinds.ts'
import type { Lang } from '../../outcomes/span-text.ts'
import { whyText } from '../../outcomes/why-words.ts'
import { onOneLine, padded } from '../../terminal/terminal-text.ts'
import type { ChatWords } from './words.ts'

/** A verdict's cause as one line; what no key is, as an older service sends it, stands as it is. */
export const causeText = (verdict: BotVerdict, lang: Lang): string => onOneLine(whyText(verdict, lang))

/** `under`: what stands further in, below the line before it. */
export function whyLines(
  bot: { id: string; name: string },
  verdicts: readonly BotVerdict[],
  words: ChatWords,
  lang: Lang,
) {
  const own = verdicts.filter(({ bot: id, turn }) => id === bot.id && turn !== null)
  const last = own.filter(({ turn }) => turn === own.at(-1)?.turn)
  if (last.length === 0) return [{ text: words.unread(bot.name), under: false }]
  const end = last.find(isTurnEnd)
  const refusal = last.findLast(isRefusal)
  const head =
    end === undefined
      ? words.working(bot.name)
      : isReplied(end)
        ? words.answered(bot.name)
        : words.silent(bot.name, causeText(refusal ?? end, lang))
  const steps = last
    .filter((verdict) => verdict !== end)
    .map((verdict) => `${markOf(verdict)} ${padded(verdict.gate, gateWidth)} ${causeText(verdict, lang)}`)
  return [{ text: head, under: false }, ...steps.map((text) => ({ text, under: true }))]
}

const gateWidth = 'addressee'.length

const markOf = (verdict: BotVerdict): string =>
  isFailure(verdict) ? '!' : isRefusal(verdict) ? '✕' : isHold(verdict) || isWait(verdict) ? '…' : '✓'

// A room as it went: who said what when, what it answers, and what each bot's gates made of it.
import { isBudgets, isModelCall, isRefusal, isSign, isTurnStart } from '../../../../machines/group/verdicts/kinds.ts'
import { whyText } from '../../../outcomes/why-words.ts'
import type { Played, Verdict } from './play.ts'
import type { Said } from './perform.ts'

/** As terminal lines, chatter left out. */
export function transcriptOf({ said, verdicts }: Played): string[] {
  const start = said[0]?.ts ?? 0
  const chatter = new Set(said.filter(({ filler }) => filler).map(({ id }) => id))
  const batches = batchesOf(verdicts)
  const concernsOnly = (ids: ReadonlySet<string>, verdict: Verdict): boolean => {
    const messages = verdict.line.messages.length > 0 ? verdict.line.messages : batches.get(turnOf(verdict))
    return messages !== undefined && messages.every((id) => ids.has(id))
  }
  const groups = new Set(said.map(({ group }) => group))
  const names = new Map(said.map((line) => [line.id, labelOf(line)]))
  const events = [
    ...said.map((line) => ({ at: line.ts, told: line.filler ? chat : spoken(line, groups.size > 1) })),
    ...verdicts
      .filter((each) => isTold(each.line) && !concernsOnly(chatter, each))
      .map((each) => ({ at: each.line.at, told: judged(each) })),
  ].toSorted((a, b) => a.at - b.at)
  const lines: string[] = []
  for (const { at, told } of events) {
    if (told === chat && lines.at(-1)?.endsWith(chat)) continue
    lines.push(`${clock(at - start)}  ${told}`.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' '))
  }
  return lines

  function spoken(line: Said, severalGroups: boolean): string {
    const { who, isBot, text, replyTo, group } = line
    const to = replyTo === undefined ? '' : ` → ${names.get(replyTo) ?? 'an unknown line'}`
    return `${severalGroups ? `[${group}] ` : ''}${isBot ? `▶ ${who}` : who}${to}: ${text}`
  }
}

const chat = '(chatter)'

/** A named line by its id, others by their first words. */
function labelOf({ id, isBot, who, text }: Said): string {
  const words = Array.from(text)
  const brief = words.length > 16 ? `${words.slice(0, 16).join('')}…` : text
  return isBot || id.startsWith('talk-') ? `${who} “${brief}”` : id
}

const isTold = (line: Verdict['line']): boolean =>
  isRefusal(line) || isModelCall(line) || isSign(line) || (isBudgets(line) && line.numbers !== undefined)

const turnOf = ({ bot, line: { group, turn } }: Verdict): string => `${bot} ${group} ${turn}`

/** The messages that a turn took. */
function batchesOf(verdicts: readonly Verdict[]): Map<string, string[]> {
  const taken = verdicts.filter(({ line }) => isTurnStart(line))
  return new Map(taken.map((verdict) => [turnOf(verdict), verdict.line.messages]))
}

const judged = ({ bot, line }: Verdict): string => `    · ${bot} ${line.gate} ${line.outcome}: ${whyText(line, 'en')}`

/** `0:05`, `2:03:10`, `1d 0:00:30`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24]
  const minutes = Math.floor(seconds / 60) % 60
  const two = (n: number): string => String(n).padStart(2, '0')
  const tail = two(seconds % 60)
  if (days === 0 && hours === 0) return `${minutes}:${tail}`
  return `${days > 0 ? `${days}d ` : ''}${hours}:${two(minutes)}:${tail}`
}

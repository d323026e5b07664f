// What must hold whatever a model writes: posted lines have the shape of chat, and what was served is what was booked.
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import type { RoomMessage } from '../../src/channels/web/rooms.ts'
import type { ServedCall } from './counting-proxy.ts'
import type { RoomResult } from './room.ts'

const maxGraphemes = 500
/** So many characters in a row of a prompt's own words count as a leak. */
const leakChars = 40
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const unshaped: [what: string, form: RegExp][] = [
  ['a code fence', /```/],
  ['bold text', /\*\*\S[^*]*\*\*|__\S[^_]*__/],
  ['a heading', /^#{1,6}\s/m],
  ['a table', /^\s*\|.*\|\s*$/m],
  ['a list', /^\s*(?:[-*•]|\d+[.)])\s.*\n\s*(?:[-*•]|\d+[.)])\s/m],
  ['JSON', /^\s*[[{][\s\S]*[\]}]\s*$|"(?:want_to_reply|reply|reply_type|verdict|relevance)"\s*:/],
  ['a token of a chat template', /<\|[^|]*\|>|<\/?s>|\[\/?INST\]|<\/?(?:think|start_of_turn|end_of_turn)\b/i],
  ['the head of a prompt line', /\[msg_id|^\s*\d+[*~]? \d+[smhd] [^\n]{1,40}: /m],
  ['the header of a prompt', /^[^\p{L}\p{N}]*\p{L}{3} \d{1,2} \p{L}{3} \d{4} \d\d:\d\d\b|you = yourself/mu],
  ['a role in front', /^\s*(?:system|user|assistant|human)\s*:/im],
  ['a silence token', /\bNO_REPLY\b/],
]

/** What is wrong with the bots' lines of a room, each with the line. */
export function unshapedLines(messages: readonly RoomMessage[], prompts: readonly string[]): string[] {
  const names = [...new Set(messages.map(({ name }) => name))].map((name) => name.replaceAll(/[^\p{L}\p{N} ]/gu, '.'))
  const label = new RegExp(`^\\s*(?:${names.join('|')})\\s*[:：]`, 'imu')
  const heard = squeezed(messages.flatMap(({ bot, text }) => (bot ? [] : [text])).join('\n'))
  const instructions = [...new Set(prompts.map(instructionsOf))]
  return messages.flatMap(({ name, text, bot }) => {
    if (!bot) return []
    const found = unshaped.filter(([, form]) => form.test(text)).map(([what]) => what)
    if ([...graphemes.segment(text)].length > maxGraphemes) found.push(`more than ${maxGraphemes} characters`)
    if (text.trim() === '') found.push('nothing')
    if (label.test(text)) found.push('a name in front')
    if (leaked(text, instructions, heard)) found.push(`${leakChars} characters of its prompt`)
    return found.map((what) => `${name} wrote ${what}: ${JSON.stringify(text)}`)
  })
}

/** A prompt without its lines of talk, which anybody may repeat. */
const instructionsOf = (prompt: string): string =>
  squeezed(
    prompt
      .split('\n')
      .filter((line) => !talkLine.test(line))
      .join('\n'),
  )

const talkLine = /^(?:\d{1,3}[*~]? \d+[smhd] |\[msg_id:|Your draft:|\p{Lu}\p{L}{2} \d{1,2} \p{Lu}\p{L}{2}.*: )/u

function leaked(text: string, prompts: readonly string[], heard: string): boolean {
  const line = squeezed(text)
  for (let at = 0; at + leakChars <= line.length; at += 1) {
    const part = line.slice(at, at + leakChars)
    if (!heard.includes(part) && prompts.some((prompt) => prompt.includes(part))) return true
  }
  return false
}

const squeezed = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ')

/**
 * Every answer that reached the service is booked with the tokens that its server counted, and nothing below it. The
 * everyday words of a field are charged to the bot's day alone: no group has asked for them.
 */
export function misbooked({ verdicts, booked }: Pick<RoomResult, 'verdicts' | 'booked'>, all: readonly ServedCall[]) {
  const calls = all.filter((call) => !isForWords(call))
  const forWords = all.filter(isForWords)
  const charges = verdicts.flatMap(({ tokens }) => (tokens ? [tokens] : []))
  const problems: string[] = []
  for (const { kind, totalTokens, delivered, status } of calls) {
    if (!delivered || status !== 200 || totalTokens === 0) continue
    const at = charges.indexOf(totalTokens)
    if (at === -1) problems.push(`a ${kind} of ${totalTokens} tokens was served and is not booked with that figure`)
    else charges.splice(at, 1)
  }
  const uncounted = calls.filter(
    ({ delivered, status, totalTokens }) => !delivered || status !== 200 || totalTokens === 0,
  )
  if (charges.length > uncounted.length) {
    problems.push(
      `${charges.length} charges beyond the served calls, with ${uncounted.length} calls that gave no count`,
    )
  }
  const inLedger = verdicts.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
  const ofWords = forWords.reduce((sum, { totalTokens }) => sum + totalTokens, 0)
  const isCounted = forWords.every(({ delivered, status }) => delivered && status === 200)
  if (isCounted ? inLedger + ofWords !== booked : inLedger + ofWords > booked) {
    const words = forWords.length > 0 ? `, those for everyday words ${ofWords}` : ''
    problems.push(`the ledger's charges are ${inLedger} tokens${words}, the usage table has ${booked}`)
  }
  const served = all.reduce((sum, { totalTokens }) => sum + totalTokens, 0)
  if (booked < served) problems.push(`${served} tokens were served, only ${booked} are booked`)
  return problems
}

const isForWords = ({ prompt }: ServedCall): boolean => prompt.includes('a specialist with the profile below')

/** A reply that its model did not finish must not stop in the middle of a sentence. */
export function cutSentences(messages: readonly RoomMessage[], calls: readonly ServedCall[]): string[] {
  const cut = calls.filter(({ finish, kind }) => finish === 'length' && kind === 'text').map(({ content }) => content)
  return (
    messages
      .filter(
        ({ bot, text }) => bot && cut.some((content) => squeezed(content).includes(squeezed(text).slice(0, leakChars))),
      )
      // A line that has ended is no half sentence, though it has no full stop.
      .filter(({ text }) => !cut.some((content) => content.includes(`${text.trim().split('\n').at(-1)}\n`)))
      .filter(({ text }) => !/[.!?。！？…~)）"”』」]$|\p{Extended_Pictographic}$/u.test(text.trim()))
      .map(({ name, text }) => `${name} stopped within a sentence: ${JSON.stringify(text)}`)
  )
}

/** Turns that have begun and not ended. */
export function openTurns(verdicts: readonly BotVerdict[]): string[] {
  const turns = Map.groupBy(
    verdicts.filter(({ turn }) => turn !== null),
    ({ bot, turn }) => `${bot} ${turn}`,
  )
  return [...turns]
    .filter(([, own]) => !own.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end'))
    .map(([turn]) => `turn ${turn} never ended`)
}

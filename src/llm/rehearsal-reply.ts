// Writes a rehearsal's line: labelled, for whom and about what a model's answer would be, never an answer of its own.
import { similarityTo } from '../language/repetition.ts'
import { isClosing } from '../language/sayings.ts'
import { termsOf } from '../language/terms.ts'
import { english, isRehearsed, type Kind, labelOf, reasonOf, type Wording } from './rehearsal-lines.ts'
import { chinese } from './rehearsal-lines-zh.ts'
import { isChinese, kindOf, type Listener, type Topic, topicOf, verbIn } from './rehearsal-topic.ts'

interface Speaker extends Listener {
  name: string
  role: string
  /** Lower-cased: of the bots of the room. */
  callable: readonly string[]
  /** Its place among the bots and people of the roster, and how many they are. */
  position: number
  positions: number
  type: string
  busy: boolean
  /** What rehearsals have said in the talk. */
  said: string[]
}

/** The line that is answered; `bot`: another bot wrote it. */
export interface Asked {
  text: string
  name: string
  bot: boolean
}

const reactions = ['👍', '👀', '🙂', '💡', '🙌', '👌', '✨', '🫡']
/** Two lines more alike than this are not told one after the other. */
const tooAlike = 0.7
const silence = 'NO_REPLY'

/** To one line of talk, in Chinese to Chinese and in English to everything else. */
export function rehearsedReply(asked: Asked, speaker: Speaker): string {
  const { text } = asked
  const turn = hash(text)
  const sign = (): string => ownShare(reactions, speaker, turn)[0] ?? ''
  if (speaker.type === 'reaction') return sign()
  if (isClosing(text)) return thanks.test(text) ? sign() : silence
  if (farewell.test(text) && termsOf(text).size < 4) return sign()
  const wording = isChinese(text) ? chinese : english
  const likeness = similarityTo(speaker.said)
  if (greeting.test(text) && termsOf(text).size < 4) return leastOf(introductions(wording, speaker), likeness) ?? ''
  const kind = kindOf(text, speaker)
  const topic = topicOf(text, kind, speaker)
  // In a busy room a remark of no field of its own gets a sign.
  if (speaker.busy && topic.head === '' && (kind === 'remark' || kind === 'call')) return sign()
  const drafts = function* (): Generator<string> {
    for (const draft of draftsOf(wording, kind, topic, asked, speaker, turn)) yield spaced(wording.label + draft)
  }
  for (const draft of drafts()) if (likeness(draft) < tooAlike) return draft
  return leastOf([...drafts()], likeness) ?? ''
}

function* draftsOf(
  wording: Wording,
  asks: Kind,
  topic: Topic,
  asked: Asked,
  speaker: Speaker,
  turn: number,
): Generator<string> {
  const kind =
    asks === 'find' && topic.text.startsWith(topic.head) && /[^s]s$/.test(topic.head) && !topic.head.endsWith('ics')
      ? 'findSome'
      : asks
  const asker = askerOf(asked, speaker, wording)
  const fill = (form: string): string =>
    form.replaceAll(/\{(\w+)\}/g, (whole, slot: string) => {
      if (slot === 'topic') return topic.text
      if (slot === 'asker') return asker
      if (slot === 'role') return speaker.role
      return slot === 'verb' ? verbIn(asked.text) : whole
    })
  if (speaker.busy && topic.head !== '') {
    for (const form of ownShare(wording.busy, speaker, turn)) yield fill(form.replace('{topic}', topic.head))
    return
  }
  const acts = actsOf(wording, kind, topic)
  const reasons = wording.reasons[reasonOf[kind] ?? 'asked']
  for (const [f, frame] of ownShare(wording.frames, speaker, turn).entries())
    for (const [a] of acts.entries()) {
      const act = acts[(turn + a + speaker.position) % acts.length] ?? ''
      const reason = reasons[(turn + a + f) % reasons.length] ?? ''
      yield fill(frame.replace('{act}', act).replace('{reason}', reason))
    }
}

function actsOf({ about, bare }: Wording, kind: Kind, { text, head }: Topic): readonly string[] {
  if (text === '' || kind === 'joke' || kind === 'call') return bare[kind] ?? bare.yesNo
  if (head !== '' || ['sum', 'task', 'howTo', 'correction'].includes(kind)) return about[kind] ?? about.away
  return kind === 'remark' ? bare.remark : about.away
}

function introductions({ intro, label }: Wording, { name, role, fields }: Speaker): string[] {
  const isOurs = label === chinese.label
  const field = fields.find((each) => isChinese(each) === isOurs) ?? fields[0] ?? role
  return intro.map((line) =>
    spaced(label + line.replace('{name}', name).replace('{role}', role).replace('{field}', field)),
  )
}

const plainName = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .'’-]{0,23}$/u

/** By name only where that calls no bot: two rehearsals would call each other for ever. */
function askerOf({ name, bot, text }: Asked, { callable }: Speaker, { nameless }: Wording): string {
  if (bot || isRehearsed(text)) return nameless.bot
  const low = name.toLowerCase()
  const calls = callable.some((each) => low.includes(each))
  return calls || !plainName.test(name) ? nameless.somebody : name
}

/** Between a Chinese and a Latin word. */
const spaced = (line: string): string =>
  /[a-z]/i.test(line) && /[\u3400-\u9fff]/.test(line)
    ? line.replaceAll(/(?<=[\u3400-\u9fff])(?=[a-z0-9])|(?<=[a-z0-9])(?=[\u3400-\u9fff])/gi, ' ')
    : line

/** The first of those with the least figure. */
function leastOf(drafts: readonly string[], figureOf: (draft: string) => number): string | undefined {
  const [least] = drafts.map((draft) => ({ draft, figure: figureOf(draft) })).toSorted((a, b) => a.figure - b.figure)
  return least?.draft
}

const greeting =
  /^\W*(?:\p{L}+\W+)?(?:hello|hi|hey|good (?:morning|afternoon|evening))\b|\bwho are you\b|\bwhat (?:can|do) you do\b|你好|您好|大家好|你(?:们)?是谁|你(?:们)?(?:能|会)(?:做|干|帮)?(?:什么|啥)/iu
const thanks = /\b(?:thank|thx|ty\b|tysm|cheers|appreciated)|谢|辛苦/i
const farewell = /\b(?:good ?night|bye|see you|have a good|luck)\b|晚安|再见|明天见|拜拜|加油/i

/** What it says, without saying what it is: for a room that says so elsewhere. */
export function withoutLabel(line: string): string {
  return line.slice(labelOf(line)?.length)
}

/** What a rehearsed line is about: its terms without those that every such line has. */
export function ownTermsOf(line: string): Set<string> {
  return isRehearsed(line) ? termsOf(withoutLabel(line)).difference(formTerms) : termsOf(line)
}

const formTerms = new Set(
  [english, chinese]
    .flatMap(({ frames, about, bare, reasons, busy }) => [
      frames,
      busy,
      ...[about, bare, reasons].flatMap(Object.values),
    ])
    .flat()
    .flatMap((form) => [...termsOf(form.replaceAll(/\{\w+\}/g, ' '))]),
)

/** The lines that are this bot's alone, in the order of this turn: two bots share none while there are enough. */
function ownShare(lines: readonly string[], { position, positions }: Speaker, turn: number): string[] {
  const shares = Math.min(positions, lines.length)
  const own = lines.filter((_, i) => i % shares === position % shares)
  const first = turn % own.length
  return [...own.slice(first), ...own.slice(0, first)]
}

function hash(text: string): number {
  let value = 2_166_136_261
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619) >>> 0
  return value
}

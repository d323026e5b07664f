// The lines of the rehearsal: each says that it is one, and names a few words of the talk.
import { termsOf, topicsOf } from './rehearsal-words.ts'

interface Speaker {
  terms: Set<string>
  fields: string[]
  /** Lower-cased; never repeated in an answer. */
  names: string[]
  type: string
}

type Phrase = (topics: string, field: string) => string

const english: Phrase[] = [
  (topics, field) => `(rehearsal) ${topics} – this is close to ${field}, so I would answer here.`,
  (topics, field) => `(rehearsal) From the side of ${field} I would look at ${topics} first.`,
  (topics) => `(rehearsal) There is something to say about ${topics}. A real model would say what.`,
  (topics) => `(rehearsal) Noted: ${topics}. With a language model connected I would go into it.`,
]

const chinese: Phrase[] = [
  (topics, field) => `（排练）${topics}：这和${field}有关，我来接。`,
  (topics, field) => `（排练）从${field}的角度，我会先看${topics}。`,
  (topics) => `（排练）说到${topics}，这里该我说两句。接上真正的模型后会有内容。`,
  (topics) => `（排练）记下了：${topics}。接上语言模型后我会细说。`,
]

const greetings = {
  en: ['(rehearsal) I am here.', '(rehearsal) Listening, go on.', '(rehearsal) At your service, with a script.'],
  zh: ['（排练）我在。', '（排练）请讲，听着呢。', '（排练）到，不过只会照本宣科。'],
}

const reactions = ['👍', '👀', '🙂', '💡']

/** An answer to one line of talk, in Chinese to Chinese and in English to everything else. */
export function rehearsedReply(text: string, speaker: Speaker): string {
  const turn = hash(text)
  if (speaker.type === 'reaction') return pick(reactions, turn)
  const inChinese = isChinese(text)
  const known = (topic: string) => [...termsOf(topic)].some((term) => speaker.terms.has(term))
  const topics = topicsOf(text.replaceAll(/@\S+/g, ' ')).filter((topic) => !namesOne(topic, speaker.names))
  const shown = topics.toSorted((a, b) => Number(known(b)) - Number(known(a))).slice(0, 4)
  if (shown.length === 0) return pick(greetings[inChinese ? 'zh' : 'en'], turn)
  const asked = termsOf(text)
  const field = speaker.fields.find((each) => [...termsOf(each)].some((term) => asked.has(term))) ?? speaker.fields[0]
  const [phrases, comma] = inChinese ? [chinese, '、'] : [english, ', ']
  return pick(field === undefined ? phrases.slice(2) : phrases, turn)(shown.join(comma), field ?? '')
}

// A name in an answer would call whoever bears it, and two rehearsals would call each other for ever.
function namesOne(topic: string, names: string[]): boolean {
  return names.some((name) => name.includes(topic) || (name.length > 1 && topic.includes(name)))
}

// Han without Kana, and enough of it: an English line may quote a word.
function isChinese(text: string): boolean {
  const han = text.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const latin = text.match(/[a-z]+/gi)?.length ?? 0
  return han > 0 && han >= latin && !/[\u3040-\u30ff]/.test(text)
}

function pick<T>(choices: readonly T[], turn: number): T {
  const choice = choices[turn % choices.length]
  if (choice === undefined) throw new RangeError('nothing to choose from')
  return choice
}

function hash(text: string): number {
  let value = 2_166_136_261
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619) >>> 0
  return value
}

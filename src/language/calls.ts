// Finds where in a folded text somebody is called: `Iris, …`, `hey Iris`, `…, Iris?`, `小爱你…`, `@Iris` (M3).
import { opensQuestions } from './common-words.ts'
import { isQuestion } from './questions.ts'
import type { NameKind } from './names.ts'
import { spacedLetter } from './word-edges.ts'

/** What stands right before a place: an `@`, a greeting, a filler (`ok`), a pause, or a sentence's start. */
export type Opening = 'at' | 'greeting' | 'filler' | 'pause' | 'start'

/** The places of a text where a call may begin. */
export function openingsOf(text: string): ReadonlyMap<number, Opening> {
  const openings = new Map<number, Opening>()
  for (const { 0: sign, index } of text.matchAll(breaks)) {
    let at = index + sign.length
    // After "hey, " the greeting counts, not the comma.
    if (openings.has(at)) continue
    openings.set(at, /^[,、—-]/.test(sign) ? 'pause' : 'start')
    for (let n = 0; n < maxOpeners; n += 1) {
      opener.lastIndex = at
      const found = opener.exec(text)
      if (!found) break
      at += found[0].length
      openings.set(at, found.groups?.['greeting'] ? 'greeting' : 'filler')
    }
  }
  if (text.includes('@')) for (const { index } of text.matchAll(atSign)) openings.set(index + 1, 'at')
  return openings
}

/** Whether a name that stands there, from `start` to `end`, is called rather than spoken of. */
export function isCall(text: string, start: number, end: number, opening: Opening, kind: NameKind): boolean {
  if (opening === 'at') return true
  if (kind === 'sign') return false
  const rest = text.slice(end, end + lookAhead)
  // `Rex (小审) reviews code`: in brackets of its own it is another name of what stands before them.
  if (start > 1 && text[start - 1] === '(' && rest.startsWith(')')) return false
  if (kind === 'sure') {
    if (opening === 'greeting') return !tied.test(rest)
    return stop.test(rest) || you.test(rest) || asked.test(rest) || (opening === 'pause' ? colon : pause).test(rest)
  }
  if (kind === 'common' && opening !== 'pause' && askedYou.test(rest) && !opensQuestions(text.slice(start, end)))
    return true
  if (opening === 'filler') return false
  if (kind === 'short' && shortYou.test(rest)) return true
  if (opening === 'pause') return stop.test(rest)
  if (opening === 'greeting') return stop.test(rest) || firmPause.test(rest)
  return firmPause.test(rest) || (kind === 'short' && start > 0 && /^[!?~]/.test(rest))
}

/**
 * Whether a text that names somebody without a pause speaks to them all the same: `can you Iris check …`, and a name that
 * the text begins with, before an order or a question that does not go on about them (`Iris mean or median?`). `isJoined`:
 * in its script no space ends a name, and only an order tells.
 */
export function speaksTo(text: string, start: number, end: number, isJoined: boolean): boolean {
  if (canYou.test(text.slice(Math.max(0, start - lookAhead), start))) return true
  if (/[\p{L}\p{N}]/u.test(text.slice(0, start))) return false
  const rest = text.slice(end, end + lookAhead)
  return order.test(rest) || (!isJoined && isQuestion(text) && !aboutThem.test(rest))
}

/** Nothing but a greeting, thanks or a farewell, with a name or two beside it. */
export function isCourtesy(text: string): boolean {
  const rest = text.replaceAll(saying, ' ')
  if (rest === text || rest.includes('?') || joinedPhrase.test(rest)) return false
  return (rest.replaceAll(politeness, ' ').match(nameLike)?.length ?? 0) <= 2
}

/** A text that begins by saying hello begins something new. */
export const isHail = (text: string): boolean => hail.test(text)

/** A dictionary's word that begins with a name's last character does not count where a sign ends the name: 小爱|说. */
export function endsBySign(text: string, end: number, opening: Opening | undefined): boolean {
  const rest = text.slice(end, end + lookAhead)
  return /^(?:[说讲问]|[在来]吗|在不在)/.test(rest) || (opening !== undefined && (you.test(rest) || hanVerb.test(rest)))
}

/** Longest text after a name that is looked at. */
const lookAhead = 32
const maxOpeners = 4

const breaks = /(?:^|[\n!?。~;,、—(]|\.(?=[\s.])|\s-+(?=\s))[\s"'“”‘’«*_([!?.。~,、]*/g
const atSign = new RegExp(`(?<!${spacedLetter})@`, 'gv')

const hails = 'hey|hi|hiya|hello|yo|dear|good (?:morning|evening|night)|morning|привет|здравствуйте?|эй'
const thanks = 'thanks|thank you|thankyou|thx|ty|cheers|np|yw|no problem|welcome|wb|bye|congrats|спасибо|пока'
const joinedHails =
  '哟|喂|嘿|嗨|哎|诶|欸|哈喽|哈啰|你好|您好|早上好|早安|早|晚安|おい|ねえ|おはよう|こんにちは|안녕(?:하세요)?'
const joinedThanks = '谢谢|感谢|多谢|辛苦了|ありがとう|감사합니다|고마워'
const fillers =
  'ok|okay|yes|yeah|yep|no|nope|nah|well|so|oh|ah|um|hm+|sorry|please|pls|sure|right|and|but|also|ну|да|нет|а|слушай|извини'
const joinedFillers = '请问(?:一下)?|想问(?:一?下)?|问一?下|请教(?:一下)?|麻烦|拜托|有请|あの'
const wordEnd = String.raw`(?![\p{L}\p{N}\p{M}_'’\-])`
const opener = new RegExp(
  String.raw`(?:(?<greeting>(?:${hails}|${thanks})${wordEnd}|${joinedHails}|${joinedThanks})|(?:${fillers})${wordEnd}|${joinedFillers})[\s,!~]*`,
  'uy',
)
const hail = new RegExp(String.raw`^[\s\p{P}]*(?:(?:${hails})${wordEnd}|${joinedHails})`, 'u')

const saying = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}_])(?:${hails}|${thanks})${wordEnd}|${joinedHails}|${joinedThanks}`,
  'gu',
)
const politeness = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}_])(?:you(?:['’]?re)?|your?|so|very|much|a|lot|again|back|too|for|that|this|it|the|help|большое|огромное)${wordEnd}`,
  'gu',
)
const nameLike = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*/gu
const joinedPhrase = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{7}/u

const suffix = String.raw`(?:儿|酱|君|桑|哥|姐|老师|大佬|同学|ちゃん|さん|くん|様|씨|님|아|야)?`
const after = (pattern: string): RegExp => new RegExp(`^${suffix}(?:${pattern})`, 'u')
const stop = after(String.raw`\s*(?:$|[.!?。~)\]"”』」*_\n\p{Extended_Pictographic}]|[:;=]['\-]?[)(dpo3/])`)
const pause = after(String.raw`\s*(?:[,、—;/>]|:(?!:)|-+\s)`)
/** The last of several: `Iris, Rex: one sentence from each`. */
const colon = after(String.raw`\s*:(?![\w:/])`)
/** Not as in `root:x` or `for;while`. */
const firmPause = after(String.raw`\s*[,、:—](?![\w:/])`)
const you = after(
  String.raw`\s*(?:[你您呢吗嘛啊呀吧请帮]|(?:早上|上午|中午|下午|晚上)?好[呀啊吗么]|(?:早上|上午|中午|下午|晚上)好|早|晚安|[在来]吗|在不在|能不能|可不可以|怎么|为什么)|\s+(?:you|u|your|please|pls|plz|what|how|why|where|when|which|ты|вы|(?:can|could|would|will|do|did|are|have|were|should)\s(?:you|u|i|we))(?![\p{L}\p{N}])`,
)
/** A question to "you", which an everyday word as a verb or noun cannot open: not `Mark what you think`, `Will you …`. */
const askedYou = new RegExp(
  String.raw`^\s+(?:(?:(?:what|how|why|where|when|which|who)(?:['’]?s)?(?:\s[\p{L}\p{N}_'’\-]+){0,2}?\s)?(?:do|did|don['’]?t|are|aren['’]?t|were|can|can['’]?t|could|couldn['’]?t|would|will|should|have)\s(?:you|u|ya)(?!\s(?:good|harm|any|no)\b)|(?:what|how)\sabout)${wordEnd}`,
  'u',
)
/** `민수야 …`, `민수님 …`, `田中さんはどう思う`, `ハルさん教えて`. */
const asked =
  /^(?:[아야](?=\s)|님\s[^\n]*(?:부탁|주세요|주시|주실|드려|드립|까요|나요|감사|고마|\?)|(?:さん|くん|ちゃん|君|様|先生)?(?:は\s*(?:どう(?:思|お|です|でしょう|かな)|いかが)|\s*(?:教えて|おしえて|お願い|助けて|手伝って|見て)(?!くれ[たま]|もら)))/u
const canYou = /(?<![\p{L}\p{N}])(?:can|could|would|will) (?:you|u),?\s*$/u
const order =
  /^(?:\s+(?:please|pls|check|look|tell|explain|help|note|remember|remind|summari[sz]e|give|show|write|fix|review|find|forget|translate|not now|stop|hush|quiet|be quiet|shut up|don['’]?t|do not|what(?:['’]?s)?|why|how|when|where|which)(?![\p{L}\p{N}'’])|\s*(?:帮|请|麻烦|记一?下|看一?下|看看|查一?下|查查|给(?:我|大家|个)|说说|讲讲|来(?:个|看|说)|写(?:个|一)|算一?下|解释一?下|总结一?下|翻译|(?:先|现在|请|暂时)?(?:别|不要|不用|安静|闭嘴|少说|消停)))/u
const aboutThem =
  /^(?:['’]s(?![\p{L}])|\s+(?:is|was|has|had|did|does|said|says|told|thought|will|would|can|could|should|might|may|knew|wrote|gave|got|and|or|just|also|already|really|never|always|[\p{L}]+(?:ed|s))(?![\p{L}'’]))/u
const shortYou = after(String.raw`\s*[你您]`)
const hanVerb = /^[是会能要想也都就还又在有来去]/
const tied = /^(?:['’]\p{L}|的)/u

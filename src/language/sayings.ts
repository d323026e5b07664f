// What a short message does beside what it says: it closes a talk, asks for quiet, or asks the bots of the room.
import { fold, isPlainAscii, visible } from './names.ts'

/** Nothing but a thanks, an "ok" or a sign: no answer is waited for. */
export function isClosing(text: string): boolean {
  if (text.length > longestClosing && isPlainAscii(text)) return false
  const said = fold(visible(text))
  // The wide sign of a question is folded to this one.
  if (said.length > longestClosing || said.includes('?')) return false
  const rest = said.replaceAll(closers, ' ')
  const left = rest.match(wordLike)?.length ?? 0
  if (rest === said) return left === 0 && /\p{RGI_Emoji}/v.test(said)
  // "thanks Iris", "谢谢小研": a name may stand beside a thanks.
  return left === 0 || (left <= 2 && thanks.test(said))
}

/** Of words that are said to the bot: it is asked to keep quiet; who calls it by name may say why. */
export const asksForQuiet = (text: string, isCalled = false): boolean =>
  saysOnly(text, quiet) || (isCalled && !/[?？]/.test(text) && clausesOf(text).some((clause) => quiet.test(clause)))

/** Of words that are said to the bot: what it works on is called off. "Stop" alone may ask for quiet as well. */
export const asksToStop = (text: string): boolean => saysOnly(text, stop)

/** Of words that are said to the bot: it is asked to speak freely again. */
export const asksToSpeak = (text: string): boolean => saysOnly(text, speak)

/** `bots`: "any of the bots"; `you`: "one of you", 你们谁, which means bots where there are several. */
export function askedOf(text: string): 'bots' | 'you' | undefined {
  const said = fold(visible(text))
  if (!ofBotsOrYou.test(said)) return undefined
  return someBot.test(said) ? 'bots' : oneOfYou.test(said) ? 'you' : undefined
}

/** "Not now, I am at work" is an answer, "not now, Iris, please" a wish. */
function saysOnly(text: string, wish: RegExp): boolean {
  const clauses = clausesOf(text).filter((clause) => clause !== '')
  return (
    clauses.some((clause) => wish.test(clause)) && clauses.every((clause) => wish.test(clause) || brief.test(clause))
  )
}

function clausesOf(text: string): string[] {
  const said = fold(visible(text))
  if (said.length > longestWish) return []
  return said.split(/[,，.。!！;；:：\n~]+/).map((clause) => clause.trim())
}

/** A name, a please, a thanks. */
const brief = /^(?:@?[\p{L}\p{N}_'’-]+(?: [\p{L}\p{N}_'’-]+)?)$/u
const longestClosing = 60
const longestWish = 160

const wordLike = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_'’-]*/gu
const start = String.raw`(?<![\p{L}\p{N}\p{M}_])`
const end = String.raw`(?![\p{L}\p{N}\p{M}_])`
const thanksWords = 'thanks|thank you|thankyou|thx|ty|tysm|cheers|much appreciated|спасибо|благодарю'
const joinedThanks = '谢谢|多谢|感谢|谢啦|谢了|辛苦了|辛苦|ありがとう(?:ございます)?|고마워요?|감사합니다'
const closers = new RegExp(
  String.raw`${start}(?:${thanksWords}|ok(?:ay|ie|ey)?|kk?|cool|great|nice|perfect|awesome|excellent|brilliant|wow|got it|gotcha|i see|understood|makes sense|alright|all right|sounds good|will do|good to know|lol|(?:ha){2,}h?|np|no problem|never ?mind|nvm|ок|понял[аи]?|ясно|понятно|so much|very much|a lot|a bunch|again|then|now|for (?:that|this|the help|your help)|man|mate|buddy|guys)${end}|${joinedThanks}|好的|好滴|好嘞|好吧|收到|明白了?|懂了|了解了?|知道了|原来如此|没事了|不用了|嗯+|哦+|噢+|哈{2,}|行吧|(?<![\p{sc=Han}])[好行](?![\p{sc=Han}])|你|您|啊|啦|了|哈|呀|わかりました|なるほど|了解です`,
  'gu',
)
const thanks = new RegExp(String.raw`${start}(?:${thanksWords})${end}|${joinedThanks}`, 'u')

/** A name or two before it, never a word that turns it round. */
const called = String.raw`(?:(?!(?:do|don|don['’]?t|does|did|never|not|can['’]?t|cannot|won['’]?t|will|to|you|we|i|they|it|he|she|the|a|and|but|or|if|when)\s)@?[\p{L}\p{N}_-]+ ){0,2}`
const please = String.raw`(?:(?:please|pls|plz|just|ok|okay|hey|no|can you|could you|would you|will you) )*`
const after = String.raw`(?: (?:please|pls|now|for now|for a (?:while|bit|moment|minute)|thanks|guys|@?[\p{L}\p{N}_-]+))?`
const quietEnglish = String.raw`(?:be quiet|be silent|quiet|quiet down|not now|shut up|hush|shush|silence|stop|stop (?:it|that|talking|replying|answering|posting|interrupting|chiming in|butting in)|stay (?:quiet|silent|out of (?:it|this))|keep (?:quiet|silent|out of (?:it|this))|leave (?:us|me) (?:alone|be)|do(?:n['’]?t| not) (?:talk|reply|answer|post|interrupt|chime in|butt in)(?: (?:here|any ?more|to (?:this|that|me|us)))?)(?: here)?`
const quietChinese = String.raw`[^\s]{0,4}?(?:安静(?:点|些|一会儿?|一?下)?|(?:先|现在|暂时|请)?(?:别|不要|不用)(?:再)?(?:说话|说|吵|闹|插嘴|插话|回复|回答|发言|出声|吭声|打扰)|闭嘴|住口|少说(?:两句|几句|点|话)|消停(?:点|会儿?)?)(?:了|吧|啊|哈|好吗|好不好|行吗|一会儿?|一下|谢谢)*`
const quietRussian = 'помолчи(?: пожалуйста)?|замолчи|тихо|не сейчас|хватит|стоп'
const quiet = new RegExp(
  String.raw`^(?:${called}${please}${quietEnglish}${after}|${quietChinese}|(?:[\p{L}]+ )?(?:${quietRussian}))[?？]?$`,
  'u',
)

const speakEnglish = String.raw`(?:you (?:can|may) (?:talk|speak|reply|answer|post|join in|chime in|come back)(?: up| freely)?(?: again| now)*|(?:you(?:['’]re| are) )?(?:free to|feel free to) (?:talk|speak|join in|chime in)(?: freely)?(?: again| now)*|speak (?:freely|up)(?: again| now)*|(?:talk|speak) again|unhush)`
const speakChinese = String.raw`[^\s]{0,4}?(?:(?:现在|又|你)?可以(?:继续)?(?:说话?|发言|聊|讲话?|出声)|随便(?:说|聊)|畅所欲言|不用(?:再)?安静|继续说|恢复发言)(?:了|吧|啦|哈|啊)*`
const speak = new RegExp(String.raw`^(?:${called}${please}${speakEnglish}${after}|${speakChinese})$`, 'u')

const stopEnglish = String.raw`(?:stop|cancel|abort|halt|quit)(?: (?:it|this|that|everything|working|the (?:work|task|job|run)|what you(?:['’]re| are) doing))?|(?:forget|drop|leave) it|call it off`
const stopChinese = String.raw`[^\s]{0,4}?(?:停(?:下来?|止|一下|掉)?|取消|中止|终止|撤销|算了|(?:别|不要|不用)(?:再)?(?:做|弄|查|跑|搞|干|继续))(?:了|吧|啊|任务|工作)*`
const stopRussian = 'отмена|отмени|остановись|прекрати'
const stop = new RegExp(
  String.raw`^(?:${called}${please}(?:${stopEnglish})${after}|${stopChinese}|(?:[\p{L}]+ )?(?:${stopRussian}))$`,
  'u',
)

/** What each of the two has in it. */
const ofBotsOrYou = /bot|assistant|ais|机器人|助手| of (?:you|u)|你们|из вас/
const someBot =
  /(?<![\p{L}\p{N}_])(?:(?:one|any|either|which|who) (?:one )?of (?:the|these|you) (?:bots|assistants|ais)|(?:any|some|which) (?:bot|assistant)|(?:hey |hi |hello )?(?:dear )?bots(?=\s*[,:!]))(?![\p{L}\p{N}_])|哪(?:个|位|只)(?:机器人|助手|bot)/u
const oneOfYou =
  /(?<![\p{L}\p{N}_])(?:one|any|either|which|who) (?:one )?of (?:you|u)(?![\p{L}\p{N}_])|你们(?:俩|两个|几个|当中|中间|之中|中|里)?(?:谁|哪位|哪个|哪一个|有谁|有没有人)|(?<![\p{L}])кто(?:-?нибудь)? из вас/u

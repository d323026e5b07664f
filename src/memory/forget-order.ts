// Whether a person tells the bot to forget something, and what: read off the words alone, for no model may overrule it.

export type ForgetOrder =
  /** Everything said in the group until now. */
  | { what: 'everything' }
  /** What it replies to, else what the two last talked about. */
  | { what: 'that' }
  /** `mine`: what the person said itself, and the bot's answers. */
  | { what: 'topic'; about: string; mine: boolean }

// An order stands where a sentence begins, or after what makes it polite.
const english =
  /(?:^|[,.!?;:，。！？；：\n]\s*|\b(?:please|pls|can you|could you|would you|will you|want you to|like you to|need you to|just|now|and|you can|you may|you should|you must)\s+)(?:please\s+|just\s+|now\s+)*(?:forget|erase|delete|drop|wipe|clear)\s+(?:about\s+)?([^\n]*)$/iu
const englishRefusal =
  /(?:\b(?:do not|don't|dont|never|not to|didn't|did not|won't|can't|cannot|i|we|they|he|she|(?<!\b(?:can|could|would|will)\s)you(?:'ll| will)?)\s+(?:ever\s+|just\s+|always\s+|often\s+)?forget\b)/iu
const keepNot =
  /\b(?:do not|don't|dont|stop) (?:remember(?:ing)?|keep(?:ing)?|stor(?:e|ing)|not(?:e|ing))\s+(?:down\s+)?([^\n]*)$/iu

const pronoun =
  /^(?:that|this|it all|all (?:of )?(?:that|this)|those|these|(?:what|everything|all) (?:i|we|you) (?:just|last) (?:said|told you|wrote|asked)|(?:what|everything) (?:i|we|you) just (?:said|told you|wrote|asked)|(?:that|this|my|the|your)(?: last| previous)? (?:message|line|question|answer|reply)s?|the last (?:thing|things|bit|message|line)s?)(?: (?:too|now|again|please|pls|ok|okay|thanks|thank you))*$/iu
/** `that number`, `this password` */
const thatThing = /^(?:that|this|those|these)(?: last| previous)? [\p{L}-]+$/iu
/** `… and don't mention it again` */
const secondOrder = /[\s,;.!]+(?:and\s+|please\s+)*(?:do not|don'?t|never|no need to|stop|keep (?:it|that))\b.*$/iu
const everything =
  /^(?:everything|it all|all of it|all|(?:your|the|all) (?:memory|memories|notes?)(?: of (?:us|this (?:group|room|chat)))?|(?:everything|all) (?:i|we|you)(?:'ve| have)? (?:ever )?(?:said|told you|talked about|wrote)|(?:everything|all) you (?:know|remember))(?: (?:here|in (?:this|the) (?:group|room|chat)|now|please|pls))*$/iu
const lead =
  /^(?:(?:everything|all|what|whatever|anything|that|the thing|the things|the part)\s+)?(?:(?:that\s+)?(?:(?:i|we|you|they|\w+)(?:'ve| have| has| was| were)?\s+)?(?:was\s+|were\s+)?(?:just\s+|ever\s+)?(?:said|told you|wrote|mentioned|asked|know|remember)\s+(?:you\s+)?)?(?:about|on|regarding|concerning)?\s*/iu

const chineseForget =
  /(?:^|[,.!?;:，。！？；：\s]|请|麻烦|帮我|你|就|可以|能不能|能|那|现在|都|统统|全部)把(.+?)(?:都|全|全都|给)*(?:忘|删|抹|清)(?:了|掉|除|记|空|光)/u
const chineseVerb =
  /(?:^|[,.!?;:，。！？；：\s]|请|麻烦|帮我|你就|那就|可以|能不能|能|现在)(?:你)?(?:都|全都)?(?:忘掉|忘记|忘了|删掉|删除|抹掉|清除|清空|别再?(?:记住|记得|记着|记)(?:了)?|不要再?(?:记住|记得|记着|记)(?:了)?|不用记(?:了)?)(.*)$/u
const chineseRefusal =
  /(?:别|不要|不会|没有?|未|我|他|她|们|差点|是不是|怎么|老|总|又|会|可)(?:都|就|也|已经|给)?(?:忘)/u
const chinesePronoun =
  /^(?:吧|了|哦|啊|吗|好吗|行吗|可以吗|[这那](?:个|些|件事|条|句|事|句话|段)?|它|此事|(?:我|你|我们)?(?:刚才|刚刚|上面|之前|前面|上一[条句])?(?:说|讲|写|发|问|答)?的?(?:话|内容|消息|东西|事|那个|那句|这句|这些|那些)?)(?:吧|了|哦|啊|吗|好吗|行吗|可以吗)*$/u
const chineseEverything =
  /^(?:一切|所有(?:的)?(?:话|内容|消息|事|东西|记忆|对话)?|全部(?:的)?(?:话|内容|消息|记忆|对话)?|(?:你的)?(?:所有|全部)?(?:记忆|笔记)|以前的一切|之前的一切|你?(?:知道|记得)的?(?:一切|所有|全部).*)(?:吧|了|哦|啊)*$/u
const chineseLead = /^(?:关于|有关|跟|和|与|我|我们|你|说|讲|提|过|的|那个|这个|所有|一切)+/u
const chineseTail =
  /(?:的?(?:事情?|话|内容|消息|东西|那些|这些|信息|部分))?(?:都|全)?(?:吧|了|哦|啊|好吗|行吗|可以吗)*[。！!？?~～\s]*$/u

/** Undefined when it is no order to forget. `names`: how the bot is called, to be left out. */
export function forgetOrder(text: string, names: readonly string[] = []): ForgetOrder | undefined {
  const bare = withoutCalls(text.slice(0, 500), names)
  return inEnglish(bare) ?? inChinese(bare)
}

function inEnglish(text: string): ForgetOrder | undefined {
  const object = keepNot.exec(text)?.[1] ?? (englishRefusal.test(text) ? undefined : english.exec(text)?.[1])
  if (object === undefined) return undefined
  const bare = object
    .replace(/[\s.!?~,;:]+$/u, '')
    .replace(/\s+from (?:your|the) (?:memory|memories|notes?)$/iu, '')
    .replace(secondOrder, '')
    .replace(/,?\s+(?:please|pls|will you|would you|ok|okay|thanks|thank you)$/iu, '')
  const verb = /\b(?:delete|drop|wipe|clear|erase)\b/iu.test(text) && !/\bforget\b/iu.test(text)
  if (everything.test(bare) || everything.test(object.trim())) return { what: 'everything' }
  // "drop that table" is work, "delete that" may be: only what speaks of memory or of words is meant.
  if (verb && !/\b(?:memory|memories|notes?|said|told|remember)\b/iu.test(object)) return undefined
  if (pronoun.test(bare) || thatThing.test(bare)) return { what: 'that' }
  const about = bare.replace(lead, '').trim()
  // "Forget it" means "never mind".
  if (about === '' || /^(?:it|about it|him|her|me|you)$/iu.test(bare)) return undefined
  return { what: 'topic', about, mine: /\b(?:i|my)\b/iu.test(bare) }
}

function inChinese(text: string): ForgetOrder | undefined {
  const object = chineseForget.exec(text)?.[1] ?? verbObject(text)
  if (object === undefined) return undefined
  const bare = object.trim().replace(/[。！!？?~～\s]+$/u, '')
  if (chineseEverything.test(bare)) return { what: 'everything' }
  if (bare === '' || chinesePronoun.test(bare)) return { what: 'that' }
  const about = bare.replace(chineseTail, '').replace(chineseLead, '').replace(chineseTail, '').trim()
  return about === '' ? { what: 'that' } : { what: 'topic', about, mine: /我/u.test(bare) }
}

/** 我忘了, 别忘了, 忘了带 and 你忘了吗 are no orders. */
function verbObject(text: string): string | undefined {
  const [whole, object] = chineseVerb.exec(text) ?? []
  if (whole === undefined || object === undefined) return undefined
  if (
    /忘/u.test(whole) &&
    (chineseRefusal.test(text) || (!/[能可]/u.test(whole) && /[吗没]/u.test(object.replace(/(?:好|行|可以)吗/gu, ''))))
  )
    return undefined
  const isOrder = /忘掉|忘记|删掉|删除|抹掉|清除|清空|记/u.test(whole)
  return isOrder || chinesePronoun.test(object.trim().replace(/[。！!~～\s]+$/u, '')) ? object : undefined
}

function withoutCalls(text: string, names: readonly string[]): string {
  let bare = text.replaceAll(/@\S+/gu, ' ')
  for (const name of names.filter(({ length }) => length > 1)) {
    const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)
    bare = bare.replace(new RegExp(String.raw`^\s*(?:hey|hi|hello|ok|okay)?[\s,]*${escaped}[\s,:，：。!！]*`, 'iu'), '')
    bare = bare.replace(new RegExp(String.raw`([,.!?;:，。！？；：\n]\s*)${escaped}[\s,:，：]*`, 'iu'), '$1')
    bare = bare.replace(new RegExp(String.raw`[\s,，]+${escaped}[\s.!。！]*$`, 'iu'), '')
  }
  return bare.trim()
}

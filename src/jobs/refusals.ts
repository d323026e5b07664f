// What an assistant says of itself instead of talking: that it is a model, that it cannot help. None of it is a message.
import { sentenceSpans } from '../../machines/rules/sentences.ts'

const sorry = String.raw`(?:(?:I(?:'m| am) (?:\w+ )?sorry|sorry|apologies|my apologies|unfortunately)[,.;: -]{0,3}(?:but )?)?`
const cannot = String.raw`I(?: (?:can(?:'t|not| not)|won't|will not|must (?:decline|refuse)|have to decline)| am (?:unable|not able|not allowed|not permitted)|'m (?:unable|not able|not allowed|not permitted)| won't be able)(?: to)?`
/** What is declined stays unnamed: "with that", "your request". Who names it may well be talking. */
const unnamed = String.raw`(?: you)?(?: (?:with|in|to|on|about))? ?(?:that|this|it|such|these|those|your|the)?(?: (?:kind|type|sort) of)?(?: (?:requests?|question|topic|conversation|content|thing|information|matter))?`
const help = String.raw`(?:assist|help|comply|fulfil+|engage|participate|continue|discuss|answer|respond|provide|generate|create|do)`

const refusals = [
  new RegExp(
    String.raw`^${sorry}${cannot} ?(?:${help}${unnamed})?(?: (?:at this time|right now|further|as an AI[^.]{0,60}))?[.!]?$`,
    'i',
  ),
  /^(?:I(?:'m| am) (?:\w+ )?sorry[,;]? (?:but )?)?as an? (?:\w+ )?(?:AI|artificial intelligence|(?:large )?language model|virtual assistant)\b[^]{0,400}$/i,
  /^I(?:'m| am) (?:just |only )?an? (?:AI|artificial intelligence|(?:large )?language model)[^.!?]{0,80}(?:and|so|,|;) ?(?:I )?(?:can(?:'t|not)|do(?:n't| not)|am not able|am unable)[^]{0,300}$/i,
  /^(?:(?:非常|很|十分)?(?:抱歉|对不起|不好意思|遗憾)[，,。!！ ]{0,2})?(?:但是?|但)?我?(?:无法|不能|没办法|没法|不便|不可以)(?:为(?:您|你))?(?:继续)?(?:(?:协助|帮助|帮到|帮|提供|回答|回复|满足|完成|参与|讨论|处理|执行|生成)(?:您|你|大家)?){1,3}的?(?:这个|该|此|这类|此类|这样的|这方面的|相关|任何)?的?(?:帮助|协助|问题|请求|要求|内容|话题|信息|服务|对话)?[。！!.]?$/,
  /^(?:(?:很|非常)?(?:抱歉|对不起)[，,。]{0,2})?(?:作为|身为)(?:一个|一名|一款)?(?:AI|人工智能|大?语言模型|智能助手|虚拟助手)[^]{0,200}$/i,
  /^我(?:只)?是(?:一个|一名|一款)?(?:AI|人工智能|大?语言模型)[^。！？]{0,40}[，,]?(?:所以|因此|无法|不能|没有)[^]{0,200}$/i,
]
/** Says nothing after a refusal. */
const politeness =
  /^(?:is there (?:anything|something) else|(?:please )?(?:let me know|feel free)|how (?:can|may) I (?:help|assist)|if you have (?:any )?(?:other|more)|if there(?:'s| is) anything|I(?:'m| am) here to help|thank you for your understanding|(?:如果|如)?(?:您|你)?(?:有|还有)(?:任何)?其他(?:问题|需要)|请问还有|有什么(?:其他|别的)|感谢(?:您的)?理解|请(?:随时)?告诉我)/i

/** Without refusals at the beginning and the courtesies after them; '' when nothing else was said. */
export function withoutRefusals(text: string): string {
  const spans = sentenceSpans(text)
  const sentences = spans.map(({ start, end }) => text.slice(start, end).trim().replaceAll('’', "'"))
  const first = sentences.findIndex((sentence) => !refusals.some((form) => form.test(sentence)))
  if (first === 0) return text
  const rest = first < 0 ? [] : sentences.slice(first)
  return rest.every((sentence) => politeness.test(sentence)) ? '' : text.slice(spans[first]?.start ?? 0)
}

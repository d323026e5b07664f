// What the service says against an order or a message, in the page's language.
import type { Refused } from './api.ts'
import type { Lang } from './time-text.ts'

/** Of a refusal without a name, and in English of every one, the service's own words. */
export function problemText(error: Refused, lang: Lang): string {
  if (lang === 'en') return error.message
  const words = zh[error.code ?? '']
  return words === undefined ? `服务拒绝了（${error.status}）：“${error.message}”` : words(error.numbers, error.message)
}

type Words = (numbers: Refused['numbers'], detail: string) => string

const zh: Record<string, Words> = {
  cutShort: () => '内容还没发完，连接就断了',
  failedHere: () => '服务内部出错，详见日志',
  nothingHere: () => '这个地址什么也没有',
  tokenNeeded: () => '需要令牌：用带 ?token=… 的地址打开页面',
  otherOrigin: () => '请求来自另一个网站',
  noSuchLine: () => '没有这条连接',
  noSuchActor: () => '没有这个群里的机器人',
  noSuchBot: ({ bots }) => `没有这个机器人：现有 ${bots}`,
  noSuchRoom: () => '没有这个房间',
  nameOfBot: ({ name, bot }) => `${name} 是机器人 ${bot} 的名字，或与它太像：换一个`,
  idTaken: () => '这条消息的编号已被占用：请重新发送',
  notTaken: () => '消息已保存，机器人稍后才会收到；再发一次可以确认',
  notStored: () => '房间现在写不进去：稍后再试',
  tooLarge: ({ maxBytes }) => `内容最多 ${maxBytes} 字节`,
  invalidBody: (_, detail) => `内容不合要求：“${detail}”`,
}

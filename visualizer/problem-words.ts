// What the service says against an order or a message, in Chinese, by its name; fetched with the first of them.
import type { Refused } from './api.ts'

type Words = (numbers: Refused['numbers'], detail: string) => string

export const problemZh: Record<string, Words> = {
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
  fileTooLarge: ({ maxMegabytes }) => `太大：一个文件最多 ${maxMegabytes} MB`,
  fileEmpty: () => '文件是空的',
  fileRefused: () => '不接收程序文件',
  filesFull: () => '现在收不下更多文件：稍后再试',
  fileGone: () => '有文件已不在：请重新添加',
  notSaid: () => '引用的内容不在那条消息里',
  badId: () => '编号不对：写人或群的编号（不含空格，最多 200 个字符），或 *',
  notListed: ({ id }) => `${id} 不是在这里添加的`,
  inFile: ({ id }) => `${id} 写在配置文件里：请在那里移除，或添加为“不服务”`,
  ownList: () => '这个群在配置里有自己的名单，取代了渠道的名单：请添加到这个群',
  listFull: () => '不能再添加：先移除一些，或写进配置',
  invalidBody: (_, detail) => `内容不合要求：“${detail}”`,
}

// What is said of pictures, files and whatever else a message carries, in English and Chinese; fetched with the first one.
import type { Part } from '../../src/channels/web/contract.ts'
import type { Refusal } from './ask-picture.ts'

type Kind = Part['kind']

const kindsEn: Record<Kind, string> = {
  image: 'picture',
  sticker: 'sticker',
  audio: 'audio',
  voice: 'voice message',
  video: 'video',
  file: 'file',
  quote: 'quote',
  forward: 'forwarded messages',
  card: 'card',
  location: 'place',
}
const kindsZh: Record<Kind, string> = {
  image: '图片',
  sticker: '表情',
  audio: '音频',
  voice: '语音',
  video: '视频',
  file: '文件',
  quote: '引用',
  forward: '转发的消息',
  card: '卡片',
  location: '位置',
}

const refusedEn: Record<Refusal, string> = {
  pictureGone: 'its chat does not give it now',
  pictureLate: 'did not come in time',
  pictureTooLarge: 'too large to be shown',
  pictureUnreadable: 'no picture that can be shown',
}
const refusedZh: Record<Refusal, string> = {
  pictureGone: '所在的聊天现在不提供',
  pictureLate: '没有及时取到',
  pictureTooLarge: '太大，无法显示',
  pictureUnreadable: '不是可以显示的图片',
}

const en = {
  kinds: kindsEn,
  enlarge: (name: string) => `Show ${name} large`,
  close: 'Close',
  gone: 'no longer here',
  coming: 'being fetched…',
  again: 'Try again',
  refused: refusedEn,
  seconds: (n: number) => `${n} s`,
  play: (name: string) => `Play ${name}`,
  save: (name: string) => `Save ${name}`,
  quoted: (name: string) => `Show what ${name} said`,
  someone: 'somebody',
  unproven: 'as the writer of this message says',
  forwarded: (n: number, from: string | undefined) =>
    `${n} ${n === 1 ? 'message' : 'messages'}${from ? ` from ${from}` : ' forwarded'}`,
  more: (n: number) => `and ${n} more`,
  attached: 'With your message',
  quoting: (name: string) => `Quoting ${name}`,
  remove: (name: string) => `Remove ${name}`,
  unquote: 'Do not quote',
  sending: (name: string) => `Sending ${name}`,
  tooLarge: (most: string) => `too large: at most ${most}`,
  tooMany: (most: number) => `too many: at most ${most} in a message`,
  empty: 'this file is empty, or a folder',
  failed: 'could not be sent: remove it and add it again',
}

const zh: typeof en = {
  kinds: kindsZh,
  enlarge: (name) => `放大 ${name}`,
  close: '关闭',
  gone: '已不在这里',
  coming: '正在获取…',
  again: '重试',
  refused: refusedZh,
  seconds: (n) => `${n} 秒`,
  play: (name) => `播放 ${name}`,
  save: (name) => `保存 ${name}`,
  quoted: (name) => `查看 ${name} 说的话`,
  someone: '某人',
  unproven: '（据发送者所述）',
  forwarded: (n, from) => (from ? `来自“${from}”的 ${n} 条消息` : `转发的 ${n} 条消息`),
  more: (n) => `还有 ${n} 条`,
  attached: '随消息发送',
  quoting: (name) => `引用 ${name}`,
  remove: (name) => `移除 ${name}`,
  unquote: '不引用',
  sending: (name) => `正在发送 ${name}`,
  tooLarge: (most) => `太大：最多 ${most}`,
  tooMany: (most) => `太多：一条消息最多 ${most} 个`,
  empty: '文件是空的，或者是文件夹',
  failed: '没有发出去：请移除后重新添加',
}

export const partWords = { en, zh }
export type PartWords = typeof en

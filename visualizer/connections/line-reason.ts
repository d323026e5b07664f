// Why a line is down, in the page's language; words of the channel itself are quoted.
import type { LineCause, LineCode } from '../../machines/line-cause.ts'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import type { Lang } from '../time-text.ts'

export function lineReason({ reason, code, numbers = {} }: ConnectionRow, lang: Lang): string | undefined {
  if (reason === undefined || lang === 'en') return reason
  const quoted = `“${reason}”`
  const words = code && Object.hasOwn(zh, code) ? zh[code] : undefined
  return words?.(numbers, quoted) ?? `渠道说：${quoted}`
}

type Words = (numbers: NonNullable<LineCause['numbers']>, quoted: string) => string

const zh: Record<LineCode, Words> = {
  notReady: () => '渠道没有及时就绪',
  connectionBroke: () => '连接断了',
  breaksAgain: () => '连接一再断开',
  overflowed: () => '消息太多，服务跟不上',
  accountTaken: () => '另一个程序占用了这个账号：同一账号不能运行两个 Chime',
  noTls: ({ domain }) => `${domain} 不提供 TLS：不发送密码`,
  otherAddress: ({ found, jid }) => `服务器称机器人为 ${found}，不是 ${jid}`,
  closedBeforeLogin: () => '登录之前服务器就关闭了连接',
  noStream: ({ said }) => `连不上 XMPP 服务器（${said}）`,
  serverRefused: ({ said }) => `XMPP 服务器拒绝了（${said}）`,
  loginRefused: ({ said }) => `XMPP 服务器拒绝登录（${said}）：检查 channels.xmpp.accounts 里的 jid 和密码`,
  platformUnreachable: (_, quoted) => `连不上飞书：${quoted}`,
  platformRefused: ({ status }, quoted) => `飞书拒绝了（${status}）：${quoted}`,
  peerUnreachable: ({ said }) => `连不上对端${said === undefined ? '' : `（${said}）`}`,
  peerAnswered: ({ status }) => `对端回答 ${status}`,
  peerSilent: () => '对端没有及时回答',
}

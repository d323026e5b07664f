// Why a line is down, in Chinese.
import type { LineCause, LineCode } from '../../machines/line-cause.ts'

type Words = (numbers: NonNullable<LineCause['numbers']>, quoted: string) => string

export const lineReasonZh: Record<LineCode, Words> = {
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
  platformUnreachable: (_, quoted) => `飞书没有正常回答：${quoted}`,
  platformRefused: ({ status }, quoted) => `飞书拒绝了（${status}）：${quoted}`,
  peerUnreachable: ({ said }) => `连不上对端${said === undefined ? '' : `（${said}）`}`,
  peerAnswered: ({ status }) => `对端回答 ${status}`,
  peerSilent: () => '对端没有及时回答',
  lineElsewhere: () => '连接由另一个工作进程持有',
  lineLost: () => '这个工作进程失去了连接：由另一个接手',
  memoryAway: () => '连不上集群的 Postgres：没有它就不知道连接由谁持有',
}

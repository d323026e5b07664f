// What commands answer, in Chinese.
import type { CommandWords } from './command-words.ts'

export const commandZh: CommandWords = {
  help: {
    help: '本列表',
    tools: '你在这里可以使用的工具',
    'tool.describe': '某个工具的用途和参数',
    'tape.info': '这里的工作记录有多少内容',
    'tape.search': '在工作记录里查找',
    'tape.anchors': '工作记录的摘要，最新的在最后',
    'tape.handoff': '结束一个阶段：之后的工作从你写的摘要开始',
    'tape.reset': '清空工作记录；副本留在数据库旁边',
    facts: '这里记下的事实',
    stop: '放弃正在写的回复和正在做的工作',
    mute: '在本群静默，直到 ,unmute',
    unmute: '结束静默',
    policy: '在这里何时发言',
    approve: '同意所问的那一次调用',
    deny: '不同意；两次之后工作结束',
    why: '它为什么对某条消息发言或沉默；不写编号则说最近一轮',
  },
  muted: '我在这里静默，直到 ,unmute。',
  unmuted: '我回来了。',
  stopped: '已停止：正在写的回复和正在做的工作都已放弃。',
  nothingToStop: '没有正在进行的事情。',
  policySet: (policy) => `这里的发言策略：${policy}。`,
  policyReset: '这里的发言策略：按配置。',
  approved: (n) => `${n}：同意，仅此一次。`,
  denied: (n) => `${n}：不同意。`,
  noSuchAsk: (n) => `没有等待答复的 ${n}：已经答复，或已经结束`,
  ask: ({ n, call, address }) =>
    `可以吗？我读取过外部内容，接下来要执行 ${call}。请操作员在 10 分钟内答复：${address},approve ${n} 或 ${address},deny ${n}`,
  noTools: '你在这里没有可用的工具。',
  noTape: '这里还没有工作记录。',
  tapeReset: '工作记录已清空；副本在数据库旁边。',
  atWork: '工作正在进行：先用 ,stop 停下，或等它结束',
  handedOff: (name) => `已交接：这里之后的工作从 ${name} 开始。`,
  longestSummary: (most) => `摘要最多 ${most} 个字符，名称最多 60 个`,
  noAnchors: '还没有摘要。',
  noFacts: '这里没有记下事实。',
  tape: ({ entries, anchors, tokens, bytes }) =>
    `${entries} 条记录，${anchors} 个摘要，${bytes} 字节；最近一个摘要之后约 ${tokens} 个 token。`,
  nothingFound: (words) => `工作记录里没有“${words}”。`,
  alike: '相近',
  effect: { read: '只读取', keyed: '会做事，每次调用只做一次', once: '可能改动内容' },
  more: (n) => `……还有 ${n} 条`,
  unknownCommand: (name) => `没有 ,${name} 这个命令：,help 列出全部命令`,
  noSuchTool: (name) => `你在这里没有 ${name} 这个工具：,tools 列出可用的工具`,
  needs: (usage) => `写法是 ${usage}`,
  nothingKnown: (id) => `没有 ${id} 的记录：这里从未读到它，或记录已被清理`,
  failed: (kind) =>
    kind === 'interrupted'
      ? '服务重启打断了它：可能已经执行，再做之前请先查看'
      : kind === 'timeout'
        ? '用时过长，已被叫停'
        : '执行失败，原因见日志',
}

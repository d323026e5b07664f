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
    facts: '这里记下的事实',
    stop: '放弃正在写的回复和正在做的工作',
    mute: '在本群静默，直到 ,unmute',
    unmute: '结束静默',
    policy: '在这里何时发言',
    approve: '同意所问的那一次调用',
    deny: '不同意；两次之后工作结束',
    skills: '这里的技能，以及等待你答复的内容',
    'skill.accept': '让工作区里的某个技能或 AGENTS.md 按现在的内容生效；不写摘要值则先显示内容',
    'skill.drop': '收回这一同意',
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
  noAnchors: '还没有摘要。',
  noFacts: '这里没有记下事实。',
  tape: ({ entries, anchors, tokens, bytes }) =>
    `${entries} 条记录，${anchors} 个摘要，${bytes} 字节；最近一个摘要之后约 ${tokens} 个 token。`,
  nothingFound: (words) => `工作记录里没有“${words}”。`,
  alike: '相近',
  effect: { read: '只读取', keyed: '会做事，每次调用只做一次', once: '可能改动内容' },
  more: (n) => `……还有 ${n} 条`,
  skillLayer: { workspace: '本工作区', bots: '所有工作区的目录', user: '服务所属用户', builtIn: '内置' },
  skillOn: '有效',
  skillNotHere: '在这里无效：有更近的同名技能，或它不适用于这里',
  skillWaits: (order) => `未生效：机器人可以改写它。要让它按现在的内容生效：${order}`,
  skillProblem: (message) => `无法使用：${message}`,
  skillAccepted: (name) => `${name} 从现在起有效，直到其内容改变。`,
  skillDropped: (name) => `${name} 不再有效。`,
  noSkills: '没有技能。',
  noSkillsHere: '你在这里没有开启技能：在 agent.allow 中写上 skill.read 即可开启。',
  unknownCommand: (name) => `没有 ,${name} 这个命令：,help 列出全部命令`,
  noSuchTool: (name) => `你在这里没有 ${name} 这个工具：,tools 列出可用的工具`,
  needs: (usage) => `写法是 ${usage}`,
  noSuchSkill: (name) => `本工作区没有可以同意的 ${name}：,skills 列出现有内容`,
  skillIsOther: (order) => `现在的内容已经不同。请再看一遍，然后：${order}`,
  tooManySkills: (most) => `这里已经同意了 ${most} 个：请先用 ,skill.drop 去掉一个`,
  nothingKnown: (id) => `没有 ${id} 的记录：这里从未读到它，或记录已被清理`,
  failed: (kind) =>
    kind === 'interrupted'
      ? '服务重启打断了它：可能已经执行，再做之前请先查看'
      : kind === 'timeout'
        ? '用时过长，已被叫停'
        : '执行失败，原因见日志',
}

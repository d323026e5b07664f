// What the page around Stately's inspector says.
import type { Lang } from '../time-text.ts'

const en = {
  title: 'Stately’s inspector',
  lead: 'The bots’ statecharts can be shown in the inspector of Stately, a third party. If you go on, https://stately.ai/inspect is loaded into this page, and your browser passes on to it, for as long as this page is open:',
  goes: 'What it gets',
  going: [
    'the group chart, the same for everybody',
    'which states each bot is in, and the names of the events that come in',
    'a few counts: turns, messages waiting, messages and speakers in five minutes, skips in a row',
    'the bots’ ids with a number for each of their groups: iris 1, iris 2',
  ],
  stays: 'What it does not get',
  staying: 'Texts, prompts and replies, names of people and groups, settings and keys.',
  third: 'What Stately does with it is up to Stately.',
  start: 'Load stately.ai and show it',
  own: 'Chime’s own visualizer tells more, and nothing leaves this machine',
  nothing: 'Nothing has been loaded from outside this machine yet.',
  stop: 'Stop and unload stately.ai',
  idle: '',
  loading: 'Loading stately.ai…',
  silent: 'stately.ai does not answer: is this browser online?',
  live: 'Live: states go to stately.ai',
  lost: 'The service cannot be reached; trying again…',
  missed: (n: number) => `${n} steps were too fast for this page and are left out`,
  full: (n: number) => `the first ${n} groups are shown, the others left out`,
}

const zh: typeof en = {
  title: 'Stately 检查器',
  lead: '机器人的状态图可以在第三方 Stately 的检查器里查看。继续的话，本页会载入 https://stately.ai/inspect，并且在本页打开期间，浏览器会把下面这些传给它：',
  goes: '它会得到',
  going: [
    '群聊状态图，人人相同',
    '每个机器人所处的状态，以及收到的事件的名称',
    '几个数字：回合数、等待的消息数、五分钟内的消息数和发言人数、连续跳过次数',
    '机器人的 id，每个群只用编号：iris 1、iris 2',
  ],
  stays: '它不会得到',
  staying: '消息、提示词和回复的文字，人名和群名，设置和密钥。',
  third: 'Stately 如何使用这些数据，由 Stately 决定。',
  start: '载入 stately.ai 并显示',
  own: 'Chime 自己的可视化页面内容更多，数据不离开这台机器',
  nothing: '目前还没有从这台机器之外载入任何东西。',
  stop: '停止并卸载 stately.ai',
  idle: '',
  loading: '正在载入 stately.ai…',
  silent: 'stately.ai 没有回应：浏览器联网了吗？',
  live: '实时：状态正在传给 stately.ai',
  lost: '连不上服务，正在重试…',
  missed: (n) => `有 ${n} 步太快，本页略过了`,
  full: (n) => `只显示前 ${n} 个群，其余略过`,
}

export const statelyWords: Record<Lang, typeof en> = { en, zh }

// The words of the shell, in English and Chinese.
import type { Lang } from '../../outcomes/span-text.ts'

export type ShellWords = typeof english

const seconds = (ms: number | undefined): string => (ms === undefined ? '' : ` ${(ms / 1_000).toFixed(1)} s`)
const rule = "allow: [{ tools: ['fs.*', bash], groups: [terminal], by: operators }]"

const english = {
  works: (bot: string, folder: string, group: string) => `${bot} works in ${folder} (tape: direct ${group}).`,
  tools: (names: readonly string[]) => `Tools: ${names.join(', ')}.`,
  hidden: (names: readonly string[]) => `Out of its reach: ${names.join(', ')}.`,
  root: 'You are root: commands run as nobody, and can change only what nobody may change.',
  rehearsal: 'No language model is set: a rehearsal says where an answer would stand.',
  hint: ',help lists commands, Tab completes, Ctrl-C stops the work, Ctrl-D or ,quit leaves.',
  stopping: 'stopping … (Ctrl-C again leaves)',
  again: 'Ctrl-C again, Ctrl-D or ,quit leaves',
  notSent: (why: string) => `not sent: ${why}`,
  silent: (bot: string, why: string) => `${bot} says nothing: ${why}`,
  ended: (why: string) => `the work has ended: ${why}`,
  noHistory: (why: string) => `what you type is not kept for later: ${why}`,
  progress: {
    thinks: (step: number) => `… step ${step}`,
    begins: (tool: string, given: string) => `→ ${tool} ${given}`.trimEnd(),
    done: (tool: string, ms: number | undefined) => `← ${tool}${seconds(ms)}`,
    failed: (tool: string, ms: number | undefined) => `✕ ${tool}${seconds(ms)}`,
    more: (lines: number) => `… ${lines} more lines`,
    says: (text: string) => `“${text}”`,
    handedOff: 'a summary takes the place of what was done so far',
    ended: { timeout: 'it took too long', interrupted: 'it was cut off', failed: 'it failed' },
  },
  problems: {
    noTools: (bot: string | undefined) =>
      `${bot === undefined ? 'no bot may' : `${bot} may not`} use tools in the terminal: under bots[].agent of chime.yaml say ${rule} (docs/guide/shell.en.md)`,
    noBot: (bot: string, known: string) => `there is no bot "${bot}": --bot takes ${known}`,
    nameOfBot: (name: string) => `${name} is a name of a bot: choose another with --name`,
    noFolder: (folder: string) => `--workspace: "${folder}" is no folder: make it first, or name another`,
    ownFolder: (folder: string) =>
      `${folder} is a folder that Chime keeps its own things in, which a bot must not change: choose another one, or one below it`,
    isLink: (name: string) =>
      `${name} in the workspace is a link, and must be kept out of the bot's reach: replace it by what it leads to`,
    late: (bot: string, s: number) => `${bot} is still at work after ${s} s: agent.maxMs bounds a run`,
  },
}

export const shellWords: Record<Lang, ShellWords> = {
  en: english,
  zh: {
    works: (bot, folder, group) => `${bot} 在 ${folder} 里工作（记录：direct ${group}）。`,
    tools: (names) => `工具：${names.join('、')}。`,
    hidden: (names) => `它够不到：${names.join('、')}。`,
    root: '你是 root：命令以 nobody 的身份运行，只能改动 nobody 可以改动的东西。',
    rehearsal: '没有配置语言模型：由排练模型说明哪里会有回答。',
    hint: ',help 列出命令，Tab 补全，Ctrl-C 停下手头的工作，Ctrl-D 或 ,quit 离开。',
    stopping: '正在停下……（再按一次 Ctrl-C 离开）',
    again: '再按一次 Ctrl-C、Ctrl-D 或 ,quit 离开',
    notSent: (why) => `没有发出：${why}`,
    silent: (bot, why) => `${bot} 不说话：${why}`,
    ended: (why) => `工作结束了：${why}`,
    noHistory: (why) => `输入的内容不会留到下次：${why}`,
    progress: {
      thinks: (step) => `… 第 ${step} 步`,
      begins: (tool, given) => `→ ${tool} ${given}`.trimEnd(),
      done: (tool, ms) => `← ${tool}${seconds(ms)}`,
      failed: (tool, ms) => `✕ ${tool}${seconds(ms)}`,
      more: (lines) => `… 还有 ${lines} 行`,
      says: (text) => `“${text}”`,
      handedOff: '到此为止的工作换成了一段小结',
      ended: { timeout: '用时太长', interrupted: '被打断了', failed: '失败了' },
    },
    problems: {
      noTools: (bot) =>
        `${bot === undefined ? '没有机器人可以' : `${bot} 不能`}在终端里使用工具：在 chime.yaml 的 bots[].agent 下写 ${rule}（docs/guide/shell.zh.md）`,
      noBot: (bot, known) => `没有机器人“${bot}”：--bot 可以是 ${known}`,
      nameOfBot: (name) => `${name} 是机器人的名字：用 --name 换一个`,
      noFolder: (folder) => `--workspace：“${folder}”不是文件夹：先建好它，或者换一个`,
      ownFolder: (folder) => `${folder} 是 Chime 存放自己东西的文件夹，机器人不能改动：换一个，或者用它下面的文件夹`,
      isLink: (name) => `工作区里的 ${name} 是链接，而机器人不该够到它：请换成它指向的文件`,
      late: (bot, s) => `${s} 秒后 ${bot} 还在工作：一次工作的时限是 agent.maxMs`,
    },
  },
}

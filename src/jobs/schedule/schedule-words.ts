// What is said of schedules, in English and Chinese.
import type { ScheduleRow } from '../../../machines/schedule/rows.ts'
import { localText, whenText } from '../../language/when.ts'
import { whenProblem } from '../../language/when-words.ts'
import type { ScheduleProblem } from './schedule.ts'

export interface ScheduleWords {
  problem: (problem: ScheduleProblem) => string
  added: (row: ScheduleRow) => string
  addedBefore: string
  removed: (row: ScheduleRow) => string
  none: string
  row: (row: ScheduleRow) => string
  /** Stands behind what a quiet task asks. */
  quiet: string
}

const nextText = ({ next, zone }: ScheduleRow): string => localText(next, zone)

export const scheduleWords: Record<'en' | 'zh', ScheduleWords> = {
  en: {
    problem(problem) {
      switch (problem.what) {
        case 'noText':
          return 'it says nothing: write what is to be said or done behind the time'
        case 'noBar':
          return `it is written ${problem.usage}`
        case 'longText':
          return `it is too long: ${problem.most} characters at most`
        case 'quietReminder':
          return 'a reminder is always said: make it a task, or leave quiet out'
        case 'full':
          return `${problem.most} things are to be done later here: remove one first`
        case 'ownFull':
          return `${problem.most} things are to be done later for you here: remove one first`
        case 'noSuchRow':
          return `there is no row ${JSON.stringify(problem.id)}: the list has their ids`
        case 'notYours':
          return `${problem.id} is somebody else’s: who made it may remove it, or an operator`
        case 'ofConfig':
          return `${problem.id} stands in the configuration: remove it there and start Chime again`
        default:
          return whenProblem.en(problem)
      }
    },
    added: (row) => `Scheduled as ${row.id}: next ${nextText(row)}.`,
    addedBefore: 'It was scheduled before, and is done.',
    removed: (row) => `Removed ${row.id}: ${clipped(row.text)}`,
    none: 'Nothing is to be done later here.',
    row: (row) => `${row.id} ${kindText(row)} · ${whenText(row)} · next ${nextText(row)} · ${clipped(row.text)}`,
    quiet: '(Speak only if there is something new since last time, else NO_REPLY.)',
  },
  zh: {
    problem(problem) {
      switch (problem.what) {
        case 'noText':
          return '没有内容：请在时间后面写要说的话或要做的事'
        case 'noBar':
          return `写法是 ${problem.usage}`
        case 'longText':
          return `太长：最多 ${problem.most} 个字符`
        case 'quietReminder':
          return '提醒总会发出：请改为任务，或去掉 quiet'
        case 'full':
          return `这里已有 ${problem.most} 件待办：请先删除一件`
        case 'ownFull':
          return `你在这里已有 ${problem.most} 件待办：请先删除一件`
        case 'noSuchRow':
          return `没有编号 ${JSON.stringify(problem.id)}：列表里有编号`
        case 'notYours':
          return `${problem.id} 是别人定下的：只有本人或操作员可以删除`
        case 'ofConfig':
          return `${problem.id} 写在配置里：请在配置中删除并重启`
        default:
          return whenProblem.zh(problem)
      }
    },
    added: (row) => `已定下 ${row.id}：下一次 ${nextText(row)}。`,
    addedBefore: '之前已经定下，并且已经完成。',
    removed: (row) => `已删除 ${row.id}：${clipped(row.text)}`,
    none: '这里没有待办。',
    row: (row) => `${row.id} ${kindZh(row)} · ${whenText(row)} · 下一次 ${nextText(row)} · ${clipped(row.text)}`,
    quiet: '（有新情况才说；没有就只写 NO_REPLY。）',
  },
}

const kindText = ({ kind, quiet }: ScheduleRow): string => (quiet ? 'quiet task' : kind)
const kindZh = ({ kind, quiet }: ScheduleRow): string =>
  kind === 'reminder' ? '提醒' : quiet ? '有新情况才说的任务' : '任务'

const longest = 80
const clipped = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ')
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line
}

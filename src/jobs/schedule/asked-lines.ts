// What a task of the schedule asks, as a line of the talk: a prompt reads it where it reads what people said.
import { toldIn } from '../../room/schedule.ts'
import type { Step } from '../../room/steps.ts'
import type { TalkRow } from '../../store/talk.ts'
import { scheduleWords } from './schedule-words.ts'

/** Nobody wrote it just now: whoever reads the talk sees that. */
const mark = '⏰ '

/** Of a committed step of a schedule; none of reminders, which the bot says itself. */
export const askedLines = (step: Pick<Step, 'key' | 'records'>, nameOf: (sender: string) => string): TalkRow[] =>
  toldIn(step).flatMap(({ row: { kind, text, quiet, by }, event: { message } }) => {
    if (kind !== 'task') return []
    const { id, ts } = message
    const words = scheduleWords[/\p{Script=Han}/u.test(text) ? 'zh' : 'en']
    return {
      id,
      ts,
      sender: by,
      name: nameOf(by),
      bot: false,
      text: `${mark}${text}${quiet ? `\n${words.quiet}` : ''}`,
    }
  })

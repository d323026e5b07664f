// Talk made from a seed: people, and now and then a peer, who chat in bursts with pauses between them.
import { seeded } from '../crash/seeded.ts'

export interface Line {
  id: string
  /** ms */
  ts: number
  group: string
  sender: string
  text: string
  bot: boolean
}

export interface TalkSize {
  groups: number
  messages: number
  seed: number
  startAt?: number
  /** Mean span from the end of a burst to the next one of the same group, ms. */
  pauseMs?: number
}

const people = ['Ann', 'Ben', 'Chen', 'Dana', 'Emil', 'Fei']
const peer = 'Otto'
const texts = [
  'Has anybody seen the numbers of last week?',
  'The tests of the parser fail again on main, somebody should look at the refactoring.',
  '这篇论文的统计方法我没看懂，谁能解释一下？',
  'lunch in ten minutes?',
  'Iris, what do you think of the second experiment?',
  'I pushed a fix; the review can wait until tomorrow.',
  '好的',
  'That bug only shows with more than one worker, so the performance figures of Monday are worthless.',
  'ok',
  'We need more data before we write the section about results.',
]

/** In order of time; the same seed makes the same talk. */
export function livelyTalk({
  groups,
  messages,
  seed,
  startAt = 1_800_000_000_000,
  pauseMs = 120_000,
}: TalkSize): Line[] {
  const { number: random, one } = seeded(seed)
  const share = Math.ceil(messages / groups)
  const lines: Line[] = []
  for (let group = 0; group < groups; group += 1) {
    let at = startAt + Math.floor(random() * pauseMs)
    let left = 0
    for (let n = 0; n < share; n += 1) {
      if (left === 0) {
        left = 2 + Math.floor(random() * 8)
        at += Math.floor(pauseMs * (0.2 + 1.6 * random()))
      }
      left -= 1
      at += 300 + Math.floor(random() * 4_000)
      const bot = random() < 0.05
      lines.push({
        id: `g${group}-${n}`,
        ts: at,
        group: `web:g${group}`,
        sender: bot ? peer : one(people),
        text: one(texts),
        bot,
      })
    }
  }
  return lines.toSorted((a, b) => a.ts - b.ts).slice(0, messages)
}

// What became of each moment: met, missed, needless or wrong, and what was said that nobody wanted.
import { type Answers, answersOf, isIn, mayBeBy, type Stretch, stretchesOf } from './answers.ts'
import { listed } from './cast.ts'
import type { Said } from './perform.ts'
import type { Moment } from './schema.ts'
import { faultsOf, forbiddenIn } from './wording.ts'

export type Outcome = 'met' | 'missed' | 'needless' | 'wrong' | 'free'

export interface MomentScore {
  moment: Moment
  outcome: Outcome
  /** What is wrong with it, each in one phrase. */
  faults: string[]
  /** Who answered, or spoke where silence was wanted. */
  by: string[]
  /** From the line to the answer that met it, ms. */
  waitMs?: number
  /** Whether the answer that met it replies to its line; absent: it replies to none. */
  toItsLine?: boolean
  /** When its time began and ended, ms. */
  from: number
  to: number
}

export type Score = ReturnType<typeof score>

/** A sign that a bot put on lines which must wait, or get no answer. */
export interface Sign {
  bot: string
  at: number
  /** Ids of the lines. */
  messages: readonly string[]
}

/** `words`: false for placeholders, whose words say nothing. */
export function score(
  moments: readonly Moment[],
  said: readonly Said[],
  { words = true, signs = [] }: { words?: boolean; signs?: readonly Sign[] } = {},
) {
  const stretches = stretchesOf(moments, said)
  const answers = answersOf(stretches, said, words)
  const silent = stretches.filter(({ moment: { want, not } }) => want === 'SILENT' && not === undefined)
  const breaks = (post: Said, stretch: Stretch): boolean => isIn(post, stretch) && mayBeBy(post, stretch)
  const isNeedless = (post: Said): boolean => silent.some((stretch) => breaks(post, stretch))
  const doubles = new Set<Said>()
  const scored = stretches.map((stretch): MomentScore => {
    const { moment, from, to } = stretch
    const base = { moment, from, to }
    if (moment.want === 'MUST') return { ...base, ...must(stretch, answers, { words, signs, doubles }) }
    if (moment.want === 'MAY') {
      const by = namesOf(answers.of.get(stretch) ?? [])
      return { ...base, outcome: 'free', faults: [], by }
    }
    if (moment.not !== undefined) return { ...base, ...forbiddenSaid(stretch, words ? said : []) }
    const broken = answers.uncalled.filter((post) => breaks(post, stretch))
    return { ...base, outcome: broken.length > 0 ? 'needless' : 'met', faults: [], by: namesOf(broken) }
  })
  return {
    moments: scored,
    /** Posts beyond the one that a MUST wants. */
    doubles: [...doubles],
    /** Posts that no moment asked for, allowed or forbade. */
    stray: answers.uncalled.filter((post) => !isNeedless(post)),
    /** Posts where silence was wanted. */
    needless: answers.uncalled.filter(isNeedless),
  }
}

type Judged = Pick<MomentScore, 'outcome' | 'faults' | 'by' | 'waitMs' | 'toItsLine'>

function must(
  stretch: Stretch,
  { of, late }: Answers,
  { words, signs, doubles }: { words: boolean; signs: readonly Sign[]; doubles: Set<Said> },
): Judged {
  const { moment, lines } = stretch
  const posts = of.get(stretch) ?? []
  const right = posts.filter((post) => mayBeBy(post, stretch))
  const [first] = right
  if (!first) {
    const tardy = late.get(stretch)?.find((post) => mayBeBy(post, stretch))
    if (posts.length > 0) return { outcome: 'wrong', faults: [`by ${namesOf(posts).join(', ')}`], by: namesOf(posts) }
    if (moment.sign && signs.some((sign) => isSignFor(sign, stretch))) return { outcome: 'met', faults: [], by: [] }
    if (!tardy) return { outcome: 'missed', faults: [], by: [] }
    const seconds = Math.round((tardy.ts - stretch.from) / 1_000)
    return { outcome: 'wrong', faults: [`late: after ${seconds} s`], by: [tardy.who] }
  }
  const judged = right.map((post) => ({ post, faults: faultsIn(post, moment, words) }))
  const best = judged.find(({ faults }) => faults.length === 0) ?? judged[0]
  const forbidden = words ? right.flatMap((post) => forbiddenIn(post.text, moment.not)) : []
  for (const post of posts) if (post !== best?.post && !isSign(post)) doubles.add(post)
  const faults = [...new Set([...(best?.faults ?? []), ...forbidden])]
  if (faults.length > 0) return { outcome: 'wrong', faults, by: namesOf(right) }
  const { post = first } = best ?? {}
  const target = lines.find(({ id }) => id === post.replyTo)
  const asked = target ?? lines.findLast(({ ts }) => ts <= post.ts)
  return {
    outcome: 'met',
    faults,
    by: [post.who],
    waitMs: post.ts - (asked?.ts ?? post.ts),
    ...(post.replyTo !== undefined && { toItsLine: target !== undefined }),
  }
}

function faultsIn(post: Said, moment: Moment, words: boolean): string[] {
  const { replyTo, sign } = moment
  const faults = words ? faultsOf(post.text, moment) : []
  if (words && isSign(post) && !sign) faults.unshift('is only a sign')
  if (replyTo !== undefined && post.replyTo !== undefined && post.replyTo !== replyTo)
    faults.push('replies to another line')
  return faults
}

function forbiddenSaid(stretch: Stretch, said: readonly Said[]): Judged {
  const posts = said.filter((post) => post.isBot && isIn(post, stretch) && mayBeBy(post, stretch))
  const telling = posts.filter(({ text }) => forbiddenIn(text, stretch.moment.not).length > 0)
  const faults = [...new Set(telling.flatMap(({ text }) => forbiddenIn(text, stretch.moment.not)))]
  return { outcome: telling.length > 0 ? 'wrong' : 'met', faults, by: namesOf(telling) }
}

/** No word in it, as 👍. */
const isSign = ({ text }: Said): boolean => !/[\p{L}\p{N}]/u.test(text)

const isSignFor = ({ bot, at, messages }: Sign, { moment, lines, from, to }: Stretch): boolean =>
  lines.some(({ id }) => messages.includes(id)) &&
  at >= from &&
  at <= to &&
  (moment.by === undefined || listed(moment.by).includes(bot))

const namesOf = (posts: readonly Said[]): string[] => [...new Set(posts.map(({ who }) => who))]

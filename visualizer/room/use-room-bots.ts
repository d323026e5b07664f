// The bots of the shown group at the moment that is shown: what each made of the messages, and which of them write.
import { useMemo, useRef } from 'react'
import type { BoardRow, StepRecord, TalkLine } from '../../src/feed/contract.ts'
import { type MessageOutcome, outcomeOf, outcomesOf } from '../../src/outcomes/outcomes.ts'
import { type Signed, signsOf } from '../../src/outcomes/signs.ts'
import { type SpentBudget, spentBudgets } from '../../src/outcomes/spent-budget.ts'
import { stepsUntil } from '../steps.ts'
import { useWords } from '../i18n.ts'
import { type State, useStore } from '../store.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { type BotHere, inOrder, isBy } from './bots.ts'
import { whereOf, type Worn } from './outcome-line.tsx'
import { groupRows } from './group-rows.ts'
import type { Spent } from './notice.tsx'
import { useProfiles } from './use-profiles.ts'

/** What the steps of a bot say of the room. */
interface Read {
  outcomes: ReadonlyMap<string, MessageOutcome>
  spent: readonly SpentBudget[]
  signed: readonly Signed[]
}

interface BotThen extends BotHere, Read {
  /** Messages before it lie before what is loaded. */
  since: number
  /** Of its last step. */
  heardAt: number
  isWriting: boolean
}

/** `at`: the moment, ms; Infinity: now. */
export function useRoomBots(shown: BoardRow, at: number) {
  const here = useGroupRows(shown.group)
  const steps = useStore((state) => state.steps)
  const older = useStore((state) => state.older)
  const cursor = useStore((state) => state.cursor)
  const siblings = useStore((state) => state.siblings)
  const talk = useStore((state) => state.talk)
  const profiles = useProfiles()
  const words = useWords()
  return useMemo(() => {
    const bots = inOrder(
      here.map((row): BotThen => {
        const isShown = row.key === shown.key
        const known = isShown ? steps : (siblings.get(row.key) ?? nothing)
        const until = isShown ? stepsUntil(steps, cursor) : at === Infinity ? known : known.filter((s) => s.at <= at)
        return {
          key: row.key,
          id: row.bot,
          name: row.botName,
          profile: profiles.get(row.bot),
          ...readOf(until),
          since: sinceOf(known, !isShown || older),
          heardAt: until.at(-1)?.at ?? 0,
          isWriting: isWriting(at === Infinity ? row.active : (until.at(-1)?.active ?? [])),
        }
      }),
    )
    const wornOf = ({ key, name, outcomes, since, heardAt }: BotThen, line: TalkLine): Worn => {
      const outcome = outcomes.get(line.id)
      return {
        key,
        bot: bots.length > 1 ? name : '',
        // What came after its last step the bot may still hear.
        kind: outcome || line.at < heardAt ? outcomeOf(outcome, line.at, since) : undefined,
        where: outcome && whereOf(outcome, talk, words),
        why: outcome?.why && whyText({ ...outcome, why: outcome.why }, words.lang),
      }
    }
    const signs = bots.flatMap((bot) => bot.signed.map((signed) => signLine(bot, signed)))
    return {
      bots,
      writing: bots.filter((bot) => bot.isWriting),
      spent: bots.flatMap((bot) => bot.spent.map((each): Spent => ({ ...each, bot: bot.name }))),
      signs: signs.length > 0 ? signs : noSigns,
      wornBy: (line: TalkLine): Worn[] => bots.filter((bot) => !isBy(bot, line)).map((bot) => wornOf(bot, line)),
    }
  }, [here, shown.key, siblings, steps, older, cursor, at, profiles, talk, words])
}

/** As `waitingSign` in machines/group/call-inputs.ts. */
const waitingSign = '⏳'

const signLine = ({ id, name }: BotHere, { message, at }: Signed): TalkLine => ({
  id: `${message} ${waitingSign} ${id}`,
  at,
  sender: id,
  name,
  bot: true,
  text: waitingSign,
  replyTo: message,
  reaction: true,
})

/** The same steps are read once. */
const reads = new WeakMap<readonly StepRecord[], Read>()

function readOf(steps: readonly StepRecord[]): Read {
  const known = reads.get(steps)
  if (known) return known
  const verdicts = steps.flatMap((step) => step.verdicts)
  const read = { outcomes: outcomesOf(steps), spent: spentBudgets(verdicts), signed: signsOf(verdicts) }
  reads.set(steps, read)
  return read
}

/** The same list as long as nothing happens in the group. */
function useGroupRows(group: string): readonly BoardRow[] {
  const known = useRef<readonly BoardRow[]>([])
  return useStore(({ rows }) => {
    const here = groupRows(rows, group)
    const isSame = here.length === known.current.length && here.every((row, i) => row === known.current[i])
    return isSame ? known.current : (known.current = here)
  })
}

/** States of the chart in which a reply is on its way to the room. */
const writingStates = ['.turn.dispatching.composing', '.turn.delaying', '.turn.rejudging', '.turn.sending']

const isWriting = (active: readonly string[]): boolean =>
  active.some((id) => writingStates.some((state) => id.endsWith(state)))

const sinceOf = (steps: readonly StepRecord[], older: State['older']): number =>
  older ? (steps[0]?.at ?? Infinity) : 0

const nothing: readonly StepRecord[] = []
const noSigns: readonly TalkLine[] = []

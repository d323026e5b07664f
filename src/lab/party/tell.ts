// Tells what came of a party in a few lines.
import { styleText } from 'node:util'
import { listed, percentText, rowsOf, secondsText } from '../../terminal/table.ts'
import { type Bill, tellBill } from '../virtual/tell-model.ts'
import type { PartyOf } from './settings.ts'
import type { Played } from './play.ts'

export interface Summary extends Played, PartyOf {
  /** Of the bots. */
  processes: number
  time: 'virtual' | 'real' | 'accelerated'
  /** How often faster than real time; null in virtual time. */
  speed: number | null
  model: string
  /** It was ended before its end. */
  interrupted: boolean
  /** Only with a real model in virtual time. */
  bill?: Bill
}

export function summaryText(s: Summary): string {
  const { open, answered, called, calledAnswered, calledAlone } = s.questions
  const rows = rowsOf([
    ['played', played(s)],
    ['messages', `${s.messages.people} by people, ${s.messages.bots} by bots: ${listed(s.said)}`],
    ['open questions', `${open}, answered ${answered}`],
    ['suited', `${s.suited.bySuited} of ${s.suited.of} first answers by a bot whose field it is`],
    ['overlaps', `${s.overlaps.questions} answered by two bots (${percentText(s.overlaps.rate)})`],
    ['duplicates', `${s.duplicates} messages that say what another bot said`],
    ['questions to one', `${called}, answered ${calledAnswered}, by nobody else ${calledAlone}`],
    ['waits', `median ${secondsText(s.waits.median)}, longest ${secondsText(s.waits.longest)}`],
    ['second thoughts', `${s.rejudgements.kept} drafts kept, ${s.rejudgements.dropped} dropped`],
    ['silent at', listed(s.silent)],
    ['model', `${s.model}, ${s.calls} calls (${s.decisions} decisions), ${s.tokens} tokens`],
    ['longest chain', `${s.longestChain} messages of bots in a row`],
    ['left alone', leftAlone(s)],
    ...(s.bill ? tellBill(s.bill) : []),
  ])
  const where = `${s.rooms === 1 ? 'one room' : `${s.rooms} rooms`}, ${s.minutes} minutes`
  const head = `${s.bots} bots and ${s.people} people, ${where}, seed ${s.seed}, pace ${s.pace}`
  return `${styleText('bold', head)}\n${rows}\n`
}

function played({ channel, processes, time, speed, interrupted }: Summary): string {
  const by = `${processes === 1 ? 'one process' : `${processes} processes`} of bots`
  const how = {
    virtual: 'virtual time, no channel, one process',
    real: `channel ${channel}, ${by}, in real time`,
    accelerated: `channel ${channel}, ${by}, accelerated ${speed} times (times below are the party's)`,
  }[time]
  return interrupted ? `${how}; ended early: these are the figures so far` : how
}

function leftAlone({ leftAlone: alone }: Summary): string {
  if (!alone) return 'it did not come to that'
  return `${alone.messages} messages, then ${alone.silent ? 'silence' : 'still talking'}; woken: ${alone.woken ? 'yes' : 'no'}`
}

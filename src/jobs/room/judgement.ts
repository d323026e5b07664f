// One judgement a room: bots that come to judge the same talk share one call, and who comes a little later its answer.
import { LRUCache } from 'lru-cache'
import type { DecideInput, Decision } from '../../../machines/group/children.ts'
import { isPressing } from '../../../machines/rules/requests.ts'
import type { ChatAnswer, ChatRequest } from '../../llm/model.ts'
import type { Talk } from '../../prompt/talk.ts'
import type { JobContext, JobDeps } from '../prompt-talk.ts'
import { type Latecomer, readRoom, stillCovers, stillStands } from './answer.ts'
import { roomCall } from './call.ts'
import { answeredRound, type Asker, openRound, type Round, sharedVerdict, verdictFor, type Watch } from './round.ts'
import type { BotCandidate } from './candidates.ts'

/** The own bots of a room: those that share a model with the one who asks, itself among them, and the others. */
export interface RoomCandidates {
  sharing: readonly BotCandidate[]
  others: readonly BotCandidate[]
}

export interface RoomDeps {
  candidates: (group: string, bot: string) => RoomCandidates
  /** Resolves when all who come to judge at the same moment have come. */
  gather: () => Promise<unknown>
  /** Who is told what a shared call asked and was answered, and which bots took part in it. */
  watch?: (model: JobDeps['model']) => Watch
}

export interface Ask {
  input: DecideInput
  context: JobContext
  deps: JobDeps
}

/** Of rooms where nobody speaks nothing is kept for long; of one room the last calls. */
const mostRooms = 1_000
const mostRounds = 3

export type RoomJudgements = ReturnType<typeof makeRoomJudgements>

export function makeRoomJudgements(room: RoomDeps) {
  const rooms = new LRUCache<string, Round[]>({ max: mostRooms })

  /** Undefined: it is no matter of the room, and the bot asks for itself. */
  function companyOf({ input, context: { bot, group }, deps }: Ask): (Latecomer & RoomCandidates) | undefined {
    if (isRequest(input) || deps.mode !== 'json' || deps.prompt(group).style !== 'compact') return undefined
    const { sharing, others } = room.candidates(group, bot)
    const chart = sharing.find((candidate) => candidate.bot === bot)?.chart
    if (sharing.length < 2 || !chart || chart.input.oneToOne || !chart.input.settings.decision.sharedInRoom)
      return undefined
    if (chart.turn?.batch.some(isPressing)) return undefined
    const batch = (chart.turn?.batch ?? []).filter(({ id }) => input.batch.includes(id))
    let read: Talk | undefined
    const talk = (): Talk => (read ??= deps.talk(group, input.batch))
    return { bot, at: input.at, batch, talk, candidates: [...sharing, ...others], sharing, others }
  }

  function roundFor(group: string, late: Latecomer): Round | undefined {
    return rooms.get(group)?.findLast(({ call, answer, bots }) => {
      if (!call) return bots.has(late.bot)
      return answer ? stillStands(call, answer, late) : stillCovers(call, late)
    })
  }

  function keep(group: string, round: Round): Round {
    rooms.set(group, [...(rooms.get(group) ?? []), round].slice(-mostRounds))
    return round
  }

  function forget(group: string, round: Round): void {
    rooms.set(
      group,
      (rooms.get(group) ?? []).filter((each) => each !== round),
    )
  }

  /** From an answer that is there; it costs nothing. */
  function taken(round: Round, ask: Ask): Decision | undefined {
    const { call, answer, watch } = round
    if (!answer || !call) return undefined
    watch?.took(ask.context, ask.input.turn, call.bots.length)
    return { ...verdictFor(round, ask), shared: sharedVerdict(round, 0), tokens: 0 }
  }

  return {
    /** What an earlier call has answered, where that still stands. */
    kept(ask: Ask): Decision | undefined {
      const late = companyOf(ask)
      const round = late && roundFor(ask.context.group, late)
      return round && taken(round, ask)
    },

    /** `own`: asks for the bot alone. Rejects as that does. */
    async decide(ask: Ask, own: Asker['own']): Promise<Decision> {
      const { input, context, deps } = ask
      const late = companyOf(ask)
      if (!late) return own(input, context)
      const known = roundFor(context.group, late)
      const there = known && taken(known, ask)
      if (there) return there
      const round = known ?? keep(context.group, begin(ask, late))
      return round.join({ input, context, deps, own })
    },

    /** The same without a promise, and when it was asked, ms; undefined: the bot asks for itself. Throws a ModelError. */
    decideNow(
      ask: Ask,
      answer: (request: ChatRequest) => ChatAnswer,
    ): { decision: Decision; askedAt: number } | undefined {
      const late = companyOf(ask)
      if (!late) return undefined
      const { input, context, deps } = ask
      const known = roundFor(context.group, late)
      const there = known && taken(known, ask)
      if (there) return { decision: there, askedAt: known.call?.at ?? input.at }
      const open = roomCall(deps, context.group, late, [{ bot: context.bot, input }])
      if (!open) return undefined
      const said = answer({ ...open.request, signal: context.signal })
      const round = keep(context.group, answeredRound(open.call, readRoom(open, said)))
      const decision = { ...verdictFor(round, ask), shared: sharedVerdict(round, 1) }
      return { decision: { ...decision, tokens: said.tokens ?? input.maxTokens }, askedAt: input.at }
    },
  }

  function begin({ context: { bot, group }, deps }: Ask, { sharing }: RoomCandidates): Round {
    const round: Round = openRound({
      bots: new Set(sharing.map((candidate) => candidate.bot)),
      gathered: room.gather(),
      ...(room.watch && { watch: room.watch(deps.model) }),
      callFor: (asking, of) => roomCall(of, group, room.candidates(group, bot), asking),
      over: () => forget(group, round),
    })
    return round
  }
}

/** Somebody asks this bot, or it judges a draft: it waits for nobody. */
const isRequest = ({ draft, addressed, asked, mentioned }: DecideInput): boolean =>
  draft !== undefined || addressed.length + asked.length + mentioned.length > 0

// The group chart as a host runs it: its inputs from the configuration, its jobs from the models and the channel.
import { setTimeout as wait } from 'node:timers/promises'
import { transitionIds } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { slack } from '../../machines/group/delays.ts'
import type {
  ComposeInput,
  Composed,
  DecideInput,
  Decision,
  DeliverInput,
  Delivered,
  NoteInput,
  NoteOutput,
  Sign,
  SignInput,
} from '../../machines/group/children.ts'
import type { ActInput, Post, ThinkInput, Thought } from '../../machines/agent/children.ts'
import type { BotConfig } from '../config/bots.ts'
import { type Config, settingsFor } from '../config/config.ts'
import type { Calls } from '../feed/calls.ts'
import { kinds } from '../room/kinds.ts'
import { actorKey, partsOf, type Whereabouts } from '../room/key.ts'
import type { RoomRules } from '../room/room.ts'
import type { Hosted, JobContext } from '../host/host.ts'
import { makeCompose } from './compose.ts'
import { makeDecide } from './decide.ts'
import { makeRoomJudgements, type RoomJudgements } from './room/judgement.ts'
import type { JobDeps } from './prompt-talk.ts'
import { commandJobs } from './command/command-jobs.ts'
import { type LookDeps, lookJob } from './schedule/look-at-clock.ts'
import type { CommandDeps } from './command/run-command.ts'
import { act, type ActContext, type ActDeps } from './run/act.ts'
import { handOff } from './run/hand-off.ts'
import { readPost } from './run/send-tool.ts'
import { think, type ThinkDeps } from './run/think.ts'
import type { PlaceTexts } from './run/view.ts'
import { makeRenewNote, type NoteDeps } from './renew-note.ts'
import type { Ceilings } from '../llm/ceilings.ts'
import type { BotMemory } from '../memory/memory.ts'
import type { RosterMember } from '../prompt/roster.ts'
import { callOf, postOf } from './call-cost.ts'
import { groupInputs } from './group-inputs.ts'
import { handsIn } from './hands.ts'
import { groupMigrations } from '../../machines/group/migrations.ts'
import type { Models } from '../llm/models.ts'
import type { Media } from '../media/media.ts'
import type { Hooks } from '../tools/hooks/hooks.ts'
import type { Place as ToolPlace } from '../tools/tool.ts'
import { type Attachments, makeAttachments } from './attachments/attachments.ts'
import { roomCandidates, type CandidateParts } from './room/room-candidates.ts'

export interface GroupParts extends CandidateParts {
  config: Config
  /** Remembers what the models are asked and answer. */
  calls: Calls
  models: Models
  ceilings: Ceilings
  roster: () => RosterMember[]
  /** An operator paused it everywhere. */
  isPaused: (bot: string) => boolean
  talk: (bot: string) => JobDeps['talk']
  recentReplies: (bot: string) => JobDeps['recentReplies']
  memory: (bot: string) => BotMemory
  /** How messages are read, and who shares a floor. Absent: charts alone are fed. */
  room?: RoomRules
  /** The group's channel has reactions. */
  canReact: (group: string) => boolean
  /** The group's channel can change what it has posted. Absent: none can. */
  canEdit?: (group: string) => boolean
  /** The group's channel shows markdown. */
  writesMarkdown: (group: string) => boolean
  /** Rejects with a ChannelError. */
  react: (place: Whereabouts, input: SignInput, signal: AbortSignal) => Promise<unknown>
  /** Tools, the tape of their runs, and where they work; absent: no bot has any. */
  runs?: RunParts | undefined
  /** Users' modules around its calls; absent: there are none. */
  hooks?: Hooks | undefined
  /** What commands of operators are answered from. */
  commands: Omit<CommandDeps, 'runs' | 'roleOf'>
  /** Who is served; absent: everybody. */
  admission?: LookDeps['admission']
  /** What messages carry beside their words; absent: nothing of it is read. */
  media?: Media
  noteSource: (bot: string) => NoteDeps['source']
  now: () => number
  /** How far that is ahead of the wall clock, ms. */
  ahead: () => number
  /** Takes such reactions off again; never rejects. */
  unreact: (place: Whereabouts, input: Sign, signal: AbortSignal) => Promise<unknown>
  send: (place: Whereabouts, input: Omit<DeliverInput, 'signs'>, signal: AbortSignal) => Promise<Delivered>
}

/** What runs of tools need. */
export type RunParts = ActDeps &
  Pick<ThinkDeps, 'tape'> &
  NonNullable<CommandDeps['runs']> & {
    /** Notes and skills; absent: nothing of the kind is read. */
    texts?: RunTexts
  }

/** `tokens`: of what stands in every prompt of a place, when it was last read. */
export interface RunTexts {
  of: (place: ToolPlace) => PlaceTexts
  tokens: (place: ToolPlace) => number
}

/** Timers of one moment may go off in transactions 40 ms apart: so long the first bot of a room waits for the others, ms. */
const gatherMs = 50

type Place = Whereabouts & Omit<JobContext, 'key'>

export function hostedGroup(parts: GroupParts): Hosted {
  const { config, ceilings } = parts
  const rooms = makeRoomJudgements({
    candidates: roomCandidates(parts),
    gather: () => wait(gatherMs),
    watch(model) {
      const { model: watched, took } = parts.calls.shared(model)
      return { model: watched, took: (place, turn, bots) => took(actorKey({ ...place, oneToOne: false }), turn, bots) }
    },
  })
  const attachments = parts.media && makeAttachments(parts.media)
  const shared = { rooms, attachments, hands: handsIn(parts, parts.runs?.registry) }
  const jobs = new Map(config.bots.map((bot) => [bot.id, botJobs(parts, bot, shared)]))
  const jobsOf = (bot: string) => {
    const found = jobs.get(bot)
    if (!found) throw new Error(`bot ${bot} is not configured any more: add it back, or reset its groups`)
    return found
  }
  const where = ({ key, ...context }: JobContext): Place => ({ ...partsOf(key), ...context })
  /** A job that asks a model, and is for nothing where so many messages may not follow. */
  const asking = <I, O>(ahead: number, ask: (own: BotJobs, input: I, place: Place) => Promise<O>) => ({
    afterCrash: 'interrupt' as const,
    readsPast: true as const,
    run(input: I & { maxTokens: number; askers?: readonly string[] }, context: JobContext): Promise<O> {
      const place = where(context)
      return callOf(ceilings, { ...place, askers: input.askers, most: input.maxTokens }, ahead, (call) =>
        ask(jobsOf(place.bot), input, { ...place, ...call }),
      )
    },
  })
  return {
    machine: groupMachine,
    version: groupMachine.version ?? '',
    migrations: groupMigrations,
    inputOf: groupInputs(config, parts.roster, parts.profile, parts.isPaused, {
      ...parts,
      ...(parts.runs && { tools: parts.runs.registry }),
      ...(parts.runs?.texts && { textTokens: parts.runs.texts.tokens }),
    }),
    transitions: transitionIds(groupMachine),
    slack,
    kinds,
    ...(parts.room && { room: parts.room }),
    jobs: {
      decide: { ...asking(1, (own, input: DecideInput, place) => own.decide(input, place)), isShared: true },
      compose: asking(1, (own, input: ComposeInput, place) => own.compose(input, place)),
      think: asking(1, (own, input: ThinkInput, place) => own.think(input, place)),
      act: {
        // What only reads is read again, and what is keyed is done once; what may have been done is not done again.
        afterCrash: ({ call }: ActInput) => (call.effect === 'once' && !call.refused ? 'interrupt' : 'rerun'),
        readsPast: true,
        run(input: ActInput, context): Promise<unknown> {
          const place = where(context)
          const { post } = jobsOf(place.bot)
          return act({ ...runsOf(parts), ...hooksOf(parts), readPost: post }, input, { ...place, key: actorKey(place) })
        },
      },
      ...commandJobs(parts, where),
      lookAtClock: lookJob(parts),
      renewNote: asking(0, (own, input: NoteInput, place) => own.renewNote(input, place)),
      deliver: {
        afterCrash: 'rerun',
        async run({ signs, askers, ...input }: DeliverInput, context): Promise<Delivered> {
          const place = where(context)
          const sent = await postOf(ceilings, { ...place, askers }, () => parts.send(place, input, place.signal))
          // A crash in between makes the job run again: what was posted is found, and what is off already stays off.
          if (signs) await parts.unreact(place, signs, place.signal)
          return sent
        },
      },
      // A reaction that stands there already is the same reaction.
      sign: {
        afterCrash: 'rerun',
        run(input: SignInput, context): Promise<unknown> {
          const place = where(context)
          return parts.react(place, input, place.signal)
        },
      },
    },
  }
}

const hooksOf = ({ hooks }: GroupParts) => hooks && { hooks }

function runsOf({ runs }: GroupParts): RunParts {
  if (!runs) throw new Error('no bot has tools: what waits for them cannot go on')
  return runs
}

type BotJobs = ReturnType<typeof botJobs>

interface Shared {
  rooms: RoomJudgements
  attachments: Attachments | undefined
  hands: ReturnType<typeof handsIn>
}

function botJobs(parts: GroupParts, bot: BotConfig, { rooms, attachments, hands }: Shared) {
  const { config, models, calls, roster, profile, talk, recentReplies, memory, noteSource, now, ahead } = parts
  const deps = {
    profile: () => profile(bot),
    roster,
    prompt: (group: string) => settingsFor(config, group).prompt,
    talk: talk(bot.id),
    recentReplies: recentReplies(bot.id),
    memory: memory(bot.id),
    ...(attachments && { attachments }),
    ...(parts.runs && { tools: parts.runs.registry }),
    ...hooksOf(parts),
    ...(bot.agent && { textCommands: { shell: bot.agent.textShell } }),
    hands: (place: Omit<Whereabouts, 'bot'>) => hands(bot.id, place),
    attachmentLimits: (group: string) => settingsFor(config, group).reply,
    ahead,
    mode: bot.model.mode,
  }
  const note = {
    profile: deps.profile,
    source: noteSource(bot.id),
    prompt: deps.prompt,
    now,
    ahead,
  }
  const [decision, reply] = [models.decision(bot), models.reply(bot)]
  const textsOf = ({ bot: id, group, oneToOne }: Place) => parts.runs?.texts?.of({ bot: id, group, oneToOne })
  return {
    decide(input: DecideInput, place: Place): Promise<Decision> {
      const kind = input.draft ? 'rejudge' : 'decide'
      const model = calls.watched(decision, actorKey(place), { turn: input.turn, kind })
      const own = makeDecide({ ...deps, model })
      return rooms.decide({ input, context: place, deps: { ...deps, model: decision } }, own)
    },
    compose(input: ComposeInput, place: Place): Promise<Composed> {
      const model = calls.watched(reply, actorKey(place), { turn: input.turn, kind: 'compose' })
      return makeCompose({ ...deps, model, texts: textsOf(place) })(input, place)
    },
    think(input: ThinkInput, place: Place): Promise<Thought> {
      const { registry, tape } = runsOf(parts)
      const model = calls.watched(reply, actorKey(place), { turn: input.turn, kind: 'think' })
      const ask = input.handoff ? handOff : think
      const texts = textsOf(place)
      return ask({ ...deps, model, tools: registry, tape, texts }, input, { ...place, key: actorKey(place) })
    },
    post: (input: ActInput, text: string, place: ActContext): Post =>
      readPost({ ...deps, model: reply }, input, text, place),
    renewNote(input: NoteInput, place: Place): Promise<NoteOutput> {
      const model = calls.watched(decision, actorKey(place), { turn: null, kind: 'note' })
      return makeRenewNote({ ...note, model })(input, place)
    },
  }
}

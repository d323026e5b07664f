// Small worlds to walk: thresholds so tiny that every threshold is crossed within a few events.
import type { AgentRights, GroupInput } from '../../machines/group/settings.ts'
import { inputWith, type Overrides } from '../fakes/group-life.ts'
import type { Company, Talker } from './talkers.ts'

const vitality = { windowMs: 111, coolingMessages: 1, coolingSpeakers: 1, activeMessages: 2 }
const shortWindow = { durationMs: 500, maxMessages: 1, maxTokens: 2_000 }

// No two delays are equal, so that no two timers are due at once.
const tiny: Overrides = {
  batching: { intervalMs: 5 },
  dispatch: { cooldownMs: 43, maxPending: 2, maxWaitMs: 43 },
  mentionMinIntervalMs: 17,
  decision: { modelTimeoutMs: 9, pileUp: 2, lullMs: 6, questionWaitMs: 15 },
  reply: { modelTimeoutMs: 9 },
  limits: { shortWindow, maxPersonShare: 1 },
  delay: { fastMs: [7, 7], normalMs: [7, 7], maxAgeMs: 100, maxMoved: 1 },
  delivery: { expiryMs: 30, backoffMs: 11, timeoutMs: 8 },
  loop: { maxBotTurns: 1, maxPairTurns: 9, maxRoomTurns: 9, maxMentions: 9 },
  reserveBudgetRatio: 0,
  vitality,
}

export interface World extends Company {
  input: GroupInput
}

const plenty = { maxMessages: 1_000, maxTokens: 10_000_000 }
/** A window that frees soon, and replies that may wait for it. */
const holding: Overrides = {
  limits: {
    shortWindow: { ...shortWindow, durationMs: 60 },
    mediumWindow: { durationMs: 10_000, ...plenty },
    longWindow: { durationMs: 20_000, ...plenty },
    maxPersonShare: 1,
  },
  delivery: { expiryMs: 200, backoffMs: 11, timeoutMs: 8 },
}

const mentions = 'a person who mentions the bot'
const people = ['person', mentions] as const

const world = (talkers: World['talkers'], overrides: Overrides = {}, input: Partial<GroupInput> = {}): World => ({
  talkers,
  input: inputWith({ ...tiny, ...overrides }, input),
})
const readingAlong = (over: Partial<typeof vitality>, talkers: World['talkers'] = ['person']): World =>
  world(talkers, { enabled: false, vitality: { ...vitality, ...over } })

/** Tools for everybody, and windows in which one run that was not called off at once finds room. */
export const rights: AgentRights = {
  operators: ['olga'],
  tools: [{ name: 'fs.read', by: 'members' }],
  run: {
    maxSteps: 5,
    maxMs: 900,
    maxRepeats: 3,
    modelTimeoutMs: 90,
    toolTimeoutMs: 90,
    maxOutputTokens: 500,
    contextTokens: 100_000,
    maxTalkTokens: 400,
    backoffMs: 9,
  },
  inlineMs: 13,
  progressMs: 2_000,
  maxTokens: 20_000,
  limits: [{ durationMs: 3_600_000, maxTokens: 5_900 }],
  maxAskerShare: 1,
  overhead: 0,
}
/** Somebody asks once; the others talk while tools are at work. */
const withTools = (
  meanwhile: readonly Talker[],
  over: Overrides = {},
  input: Partial<GroupInput> = {},
  first: Talker = mentions,
): World => ({
  meanwhile,
  ...world(
    [first],
    {
      policy: 'mention',
      limits: { shortWindow: { ...shortWindow, maxMessages: 3, maxTokens: 100_000 }, maxPersonShare: 1 },
      reply: { modelTimeoutMs: 9, maxTalkTokens: 400 },
      // One message heats it for good.
      vitality: { windowMs: 100_000, coolingMessages: 0, coolingSpeakers: 0, activeMessages: 0 },
      ...over,
    },
    { agent: rights, ...input },
  ),
})

/** An ordinary group, and one world for every threshold that it does not cross. */
export const worlds: Record<string, World> = {
  'an ordinary group': world([...people, 'peer']),
  'a group where not everybody is served': world([mentions, 'a person who is not served']),
  'a group where the bot answers mentions only': world(['person'], { policy: 'mention' }),
  'a cooldown shorter than the mention floor': world(people, {
    policy: 'mention',
    dispatch: { cooldownMs: 8, maxPending: 2, maxWaitMs: 8 },
  }),
  'a group where who speaks to the bot is waited for': world(people, {
    policy: 'mention',
    direct: { debounceMs: 3, joinMs: 30 },
  }),
  'a one-to-one chat': world(['person'], {}, { oneToOne: true }),
  'a budget too tight for a second judgement': world(people, {
    limits: { shortWindow: { ...shortWindow, maxTokens: 1_100 } },
  }),
  'a group where words are judged before the model is': world(
    ['a person who speaks to another', 'a person with nothing to say'],
    {
      decision: {
        modelTimeoutMs: 9,
        lullMs: 6,
        relevanceFloor: { DORMANT: 0.3, COOLING: 0.2, ACTIVE: 0.2, HEATED: 0.3 },
      },
    },
  ),
  'a group where a person goes on with the bot': world(['a person who goes on with the bot']),
  'a group where drafts grow old': world(['person'], {
    delay: { fastMs: [7, 7], normalMs: [7, 7], maxAgeMs: 5, maxMoved: 9 },
  }),
  'a group where the bot holds back': world(['person'], { talkativeness: 'quiet' }),
  'a group where a person asks the bot for quiet': readingAlong({}, [
    'a person who asks the bot for quiet',
    'a person who asks it to speak again',
  ]),
  'a group where judgements are for nothing': world(['a person with a question', 'a person with an urgent matter'], {
    dispatch: { cooldownMs: 8, maxPending: 2, maxWaitMs: 150 },
    mentionMinIntervalMs: 12,
  }),
  'a group where one peer has been answered often enough': world(['peer'], {
    loop: { maxBotTurns: 9, maxPairTurns: 1, maxRoomTurns: 9, maxMentions: 9 },
    limits: { shortWindow: { ...shortWindow, maxMessages: 9 } },
  }),
  'a group where the bots have said enough': world(['peer'], {
    loop: { maxBotTurns: 9, maxPairTurns: 9, maxRoomTurns: 2, maxMentions: 9 },
  }),
  'a group where the bot is switched off': world([...people, 'the bot itself'], { enabled: false }),
  'a group whose operator stops what is under way': world([
    'person',
    'an operator who mutes',
    'an operator who pauses',
  ]),
  'a group whose operator drops replies': world(['person', 'an operator who drops the reply']),
  'a group whose operator mutes and pauses': readingAlong({}, [
    'person',
    'an operator who mutes',
    'an operator who unmutes',
    'an operator who pauses',
    'an operator who resumes',
  ]),
  'a group whose operator sets the policy': world(['person', 'an operator who sets the policy'], { policy: 'mention' }),
  'a group where another bot posts': world(['person', 'a bot that begins to post', 'a bot that cannot post']),
  'a group where the bot is called while another one posts': world(['person', mentions, 'a bot that begins to post']),
  'a group of which a note is kept': world(['person', 'a person who takes words back'], {
    policy: 'mention',
    memory: { noteTokens: 10, renewAfter: 2, modelTimeoutMs: 19, backoffMs: 29 },
  }),
  'a group where requests wait for the budget': world([mentions], holding, { canReact: true }),
  'a group where what is judged waits for the budget': world(['a person who goes on with the bot'], holding),
  'a group where requests cannot wait, and the room sees it': world([mentions], {}, { canReact: true }),
  'a group where what is judged cannot wait, and the room sees it': world(
    ['a person who goes on with the bot'],
    {},
    {
      canReact: true,
    },
  ),
  'a group where people have limits of the day': world([mentions], {}, { limitsPersons: true }),
  'a group where who goes on with the bot has a limit of the day': world(
    ['a person who goes on with the bot'],
    {},
    { limitsPersons: true },
  ),
  'a group where people have limits of the day, and the room sees it': world(
    people,
    { policy: 'mention' },
    { limitsPersons: true, canReact: true },
  ),
  'a group where tools are at work, and who asked goes on': withTools([mentions]),
  'a group where others talk while tools are at work': withTools(['person']),
  'a group where another bot posts while tools are at work': withTools([
    'a bot that begins to post',
    'a bot that cannot post',
  ]),
  'a group where work is called off': withTools([
    'a person who calls the work off',
    'an operator who calls the work off',
  ]),
  'a group whose operator ends what is at work': withTools([
    'an operator who mutes',
    'an operator who pauses',
    'an operator who drops the reply',
  ]),
  'a group where what tools came to has to wait': withTools(['an operator who drops the reply'], {
    limits: { shortWindow, maxPersonShare: 1 },
  }),
  'a one-to-one chat where tools are at work': withTools(['person'], {}, { oneToOne: true }, 'person'),
  'a group where requests are withdrawn': world([mentions, 'a person who calls the work off'], {
    policy: 'mention',
    dispatch: { cooldownMs: 19, maxPending: 1, maxWaitMs: 19 },
  }),
  'a group that one message makes lively': readingAlong({ coolingMessages: 0 }),
  'a group that one message heats': readingAlong({ coolingMessages: 0, activeMessages: 0 }),
  'a group without an active middle': readingAlong({ coolingMessages: 2, coolingSpeakers: 2 }),
}

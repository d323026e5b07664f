// The defaults of requirements.md, as one object.
import type { GroupSettings, Limit, LimitsPreset, WindowName } from '../../machines/group/settings.ts'

const minute = 60_000
const hour = 60 * minute

type Windows = Record<`${WindowName}Window`, Limit>

const windows = (short: Spend, medium: Spend, long: Spend): Windows => ({
  shortWindow: { durationMs: 5 * minute, maxMessages: short[0], maxTokens: short[1] },
  mediumWindow: { durationMs: 3 * hour, maxMessages: medium[0], maxTokens: medium[1] },
  longWindow: { durationMs: 24 * hour, maxMessages: long[0], maxTokens: long[1] },
})
type Spend = [messages: number, tokens: number]

/** Budgets to choose from (U1): tokens counted by a tokenizer want more than the documents' chars/4 did. */
export const limitPresets: Record<LimitsPreset, Windows> = {
  balanced: windows([5, 12_000], [30, 60_000], [100, 200_000]),
  documents: windows([5, 2_000], [30, 30_000], [100, 100_000]),
  generous: windows([10, 30_000], [60, 150_000], [200, 400_000]),
}

/** Defaults of every threshold; the configuration lays its own values over them. */
export const defaultSettings: GroupSettings = {
  enabled: true,
  policy: 'auto',
  talkativeness: 'normal',
  batching: { intervalMs: 3_000 },
  direct: { joinMs: 30_000 },
  dispatch: { cooldownMs: 30_000, maxPending: 500, backoffMs: 15_000, maxWaitMs: 4 * minute },
  mentionMinIntervalMs: 3_000,
  decision: {
    enabled: true,
    sharedInRoom: true,
    modelTimeoutMs: 12_000,
    maxTalkTokens: 400,
    maxOutputTokens: 60,
    minRelevance: { DORMANT: 0.7, COOLING: 0.6, ACTIVE: 0.5, HEATED: 0.6 },
    skipElsewhere: true,
    relevanceFloor: { DORMANT: 0, COOLING: 0, ACTIVE: 0, HEATED: 0 },
    strongRelevance: 0.7,
    pileUp: 8,
    lullMs: 6_000,
    questionWaitMs: 20_000,
    followUpMs: 3 * minute,
  },
  reply: { modelTimeoutMs: 60_000, maxTalkTokens: 1_000, maxOutputTokens: 200, maxPictures: 4, maxFileTokens: 2_000 },
  limits: { ...limitPresets.balanced, maxPersonShare: 0.34, spreadFrom: 0.33 },
  reserveBudgetRatio: 0.2,
  delay: {
    pace: 'hint',
    fastMs: [2_000, 6_000],
    normalMs: [8_000, 20_000],
    slowMs: [20_000, 60_000],
    colleagueMs: [1_000, 3_000],
    maxAgeMs: 90_000,
    maxMoved: 8,
  },
  delivery: { expiryMs: 5 * minute, backoffMs: 5_000, timeoutMs: 30_000 },
  loop: { maxBotTurns: 4, maxPairTurns: 4, maxRoomTurns: 12, maxMentions: 10 },
  prompt: { style: 'compact', maxBytes: 6_000_000 },
  style: { maxCharsPerMessage: 500, maxSimilarity: 0.8 },
  memory: {
    enabled: true,
    recallLines: 5,
    recallTokens: 200,
    noteTokens: 150,
    renewAfter: 40,
    modelTimeoutMs: 30_000,
    backoffMs: 5 * minute,
  },
  vitality: {
    windowMs: 5 * minute,
    coolingMessages: 5,
    coolingSpeakers: 2,
    activeMessages: 15,
    maxEvents: 200,
    maxAheadMs: minute,
  },
}

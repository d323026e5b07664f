// The shape of chime.yaml: every key optional but a bot's name, each with what it expects in words.
import { z } from 'zod'
import { channelAdmission, groupAdmission } from './admission.ts'
import {
  botId,
  flag,
  id,
  isBaseUrl,
  list,
  mapping,
  name,
  number,
  oneOf,
  path,
  policy,
  text,
  timeZone,
  visible,
  whole,
} from './shapes.ts'
import { mcpServer } from './mcp-shape.ts'
import { schedule, startup } from './schedule-schema.ts'
import type { ChannelSection } from './section.ts'

export const providerNames = ['openai', 'deepseek', 'qwen', 'ollama', 'openrouter', 'vllm', 'rehearsal'] as const

// Longer timers fire at once in Node; windows are no timers and may be longer.
const longestTimer = 2 ** 31 - 1
const year = 366 * 24 * 3_600_000

const ms = whole(0, longestTimer, 'a whole number of ms, 0 or more, below 25 days')
const someMs = whole(1, longestTimer, 'a whole number of ms, 1 or more, below 25 days')
const span = whole(1, year, 'a whole number of ms, 1 or more, at most a year')
const count = whole(0, Number.MAX_SAFE_INTEGER, 'a whole number, 0 or more')
const some = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number, 1 or more')
const share = number(0, 1, 'a number from 0 to 1')
const phrase = z.string('a text').trim().max(400, 'a text of at most 400 characters')
const retainDays = whole(1, 36_500, 'a whole number of days, 1 or more')
const maxBytes = whole(64_000, 100_000_000, 'a whole number of bytes, 64000 to 100000000')
const maxMegabytes = whole(64, 10_000_000, 'a whole number of megabytes, 64 or more')
const url = text({ test: isBaseUrl }, 'an http or https URL without user, query or fragment')
const limitsPresets = ['balanced', 'documents', 'generous'] as const

const rangeWords = '[min, max] in ms with 0 <= min <= max'
const range = z.tuple([ms, ms], rangeWords).refine(([min, max]) => min <= max, rangeWords)
const byVitality = mapping({ DORMANT: share, COOLING: share, ACTIVE: share, HEATED: share })
const limit = mapping({ durationMs: span, maxMessages: count, maxTokens: count })
const ceiling = mapping({
  dailyMessages: count,
  dailyTokens: count,
  perPerson: mapping({ messagesPerDay: count, tokensPerDay: count }),
})

const oneModel = {
  provider: oneOf(providerNames),
  baseUrl: url,
  apiKey: visible,
  name: text(/^\S{1,200}$/, 'the name of a model'),
  decisionName: text(/^\S{1,200}$/, 'the name of a model'),
  vision: flag,
}
const search = mapping({
  url: text({ test: isSearchUrl }, 'an http or https URL with {query} in it'),
  results: text(/^[\w-]+(?:\.[\w-]+)*$/, 'keys with dots between them, as web.results'),
  header: text(/^[\w-]{1,100}$/, 'the name of a header'),
  apiKey: visible,
})
const transcription = mapping({ baseUrl: url, apiKey: visible, model: text(/^\S{1,200}$/, 'the name of a model') })
const fallback = mapping({ ...oneModel, only: oneOf(['decision', 'reply']) })
const model = mapping({
  ...oneModel,
  mode: oneOf(['json', 'yesno']),
  fallbacks: list(fallback).max(4, 'at most four models'),
})

// The keys of GroupSettings, and `limits.preset`; and two of the drafts: `batching.enabled`, `decision.defaultSkipOnParseError`.
const groupSocial = mapping({
  enabled: flag,
  policy,
  talkativeness: oneOf(['quiet', 'normal', 'lively']),
  topics: oneOf(['together', 'apart']),
  batching: mapping({ enabled: flag, intervalMs: ms }),
  direct: mapping({ debounceMs: ms, joinMs: ms }),
  dispatch: mapping({ cooldownMs: ms, maxPending: some, backoffMs: ms, maxWaitMs: ms }),
  mentionMinIntervalMs: ms,
  decision: mapping({
    enabled: flag,
    sharedInRoom: flag,
    defaultSkipOnParseError: z.literal(true, 'true (an unparsable decision is always a skip)'),
    modelTimeoutMs: someMs,
    maxTalkTokens: some,
    maxOutputTokens: some,
    minRelevance: byVitality,
    skipElsewhere: flag,
    relevanceFloor: byVitality,
    strongRelevance: share,
    pileUp: some,
    lullMs: ms,
    questionWaitMs: ms,
    followUpMs: ms,
  }),
  reply: mapping({
    modelTimeoutMs: someMs,
    maxTalkTokens: some,
    maxOutputTokens: some,
    maxPictures: whole(0, 4, 'a whole number, 0 to 4'),
    maxFileTokens: whole(0, 10_000, 'a whole number, 0 to 10000'),
  }),
  limits: mapping({
    preset: oneOf(limitsPresets),
    shortWindow: limit,
    mediumWindow: limit,
    longWindow: limit,
    maxPersonShare: share,
    spreadFrom: share,
  }),
  reserveBudgetRatio: share,
  delay: mapping({
    pace: oneOf(['hint', 'colleague']),
    fastMs: range,
    normalMs: range,
    slowMs: range,
    colleagueMs: range,
    maxAgeMs: ms,
    maxMoved: count,
  }),
  delivery: mapping({ expiryMs: someMs, backoffMs: someMs, timeoutMs: someMs }),
  loop: mapping({ maxBotTurns: count, maxPairTurns: count, maxRoomTurns: count, maxMentions: count }),
  prompt: mapping({ style: oneOf(['compact', 'documents']), timeZone, maxBytes }),
  style: mapping({ maxCharsPerMessage: some, markdown: flag, maxSimilarity: share }),
  memory: mapping({
    enabled: flag,
    recallLines: count,
    recallTokens: count,
    noteTokens: count,
    renewAfter: some,
    modelTimeoutMs: someMs,
    backoffMs: someMs,
  }),
  vitality: mapping({
    windowMs: someMs,
    coolingMessages: count,
    coolingSpeakers: count,
    activeMessages: count,
    maxEvents: some,
    maxAheadMs: ms,
  }),
})

const agent = mapping({
  workspace: path,
  allow: list(
    mapping({
      tools: list(text(/^\S{1,64}$/, 'the name of a tool, or a group of them as fs.*')).min(1, 'at least one tool'),
      groups: list(text(/^\S.{0,199}$/, 'a group, every group of a channel as web:*, or direct')).min(
        1,
        'at least one group',
      ),
      by: oneOf(['operators', 'members']),
      shell: flag,
    }),
  ),
  textShell: flag,
  proactiveResponse: oneOf(['on', 'off']),
  inlineMs: ms,
  progressMs: someMs,
  maxSteps: whole(2, 20, 'a whole number, 2 to 20'),
  maxMs: someMs,
  maxRepeats: some,
  maxTokens: some,
  maxOutputTokens: some,
  contextTokens: some,
  modelTimeoutMs: someMs,
  toolTimeoutMs: someMs,
  limits: list(mapping({ durationMs: span, maxTokens: count })).min(1, 'at least one window'),
  maxAskerShare: share,
  nextTask: flag,
})

const bot = mapping({
  id,
  aliases: list(name),
  role: phrase,
  expertise: phrase,
  persona: text(/./, 'a text, or the path of one'),
  operators: list(text(/^\S{1,200}$/, 'the id of a person')),
  problemWords: flag,
  agent,
  schedule,
  startup,
  model,
  limits: ceiling,
}).extend({ name })

/** With what each channel adds. */
export const fileSchema = (sections: readonly ChannelSection[]) => {
  const ofChannels = (isOnTop: boolean): Record<string, z.ZodType> =>
    Object.fromEntries(
      sections
        .filter((each) => (each.isOnTop === true) === isOnTop)
        .map((each) => [each.name, withAdmission(each.schema)]),
    )
  return mapping({
    bots: list(bot).min(1, 'at least one bot'),
    model,
    transcription,
    search,
    hooks: list(path),
    tools: list(path),
    mcp: z.record(z.string(), mcpServer, 'a mapping of names to MCP servers'),
    limits: ceiling,
    groupSocial,
    groups: z.record(
      z.string(),
      mapping({ policy, bots: list(botId), groupSocial, ...groupAdmission }),
      'a mapping of group names',
    ),
    channels: mapping(ofChannels(false)),
    ...ofChannels(true),
    store: mapping({ path, retainDays, maxMegabytes }),
    log: mapping({
      level: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
      format: oneOf(['auto', 'pretty', 'json']),
    }),
    rosterFolder: path,
  })
}

/** Who is served is asked for on every channel alike; a list is of channels of its own each. */
function withAdmission(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return list(extended(schema.element))
  return schema instanceof z.ZodObject ? extended(schema) : schema
}

const extended = (schema: z.ZodObject): z.ZodObject => schema.extend(mapping(channelAdmission).shape)

export type FileConfig = z.infer<ReturnType<typeof fileSchema>>
export type GroupSocial = z.infer<typeof groupSocial>
export type FileTranscription = z.infer<typeof transcription>
export type FileSearch = z.infer<typeof search>
export type FileModel = z.infer<typeof model>
export type FileFallback = z.infer<typeof fallback>
export type FileAgent = z.infer<typeof agent>
export type FileBot = z.infer<typeof bot>

function isSearchUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && value.includes('{query}') && URL.canParse(value)
}

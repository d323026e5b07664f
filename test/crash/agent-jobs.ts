// What the bots of the agent's crash test are asked to do: jobs with every kind of effect, and the model that does them by script.
import { fileURLToPath } from 'node:url'
import { type Conversation, speaks } from '../fakes/scripted-tools.ts'
import { wireName } from '../../src/language/wire-name.ts'
import { ampleLimits } from './crash-rounds.ts'

export const workRoom = 'den'
export const sendRoom = 'hall'
export const list = 'log.txt'
export const shellList = 'shell.txt'
export const fileOf = (job: number): string => `job-${job}.txt`
export const lineOf = (job: number): string => `job ${job}`
export const reminderOf = (job: number): string => `This is the reminder of job ${job}.`
export const postsOf = (job: number): readonly string[] => [`Job ${job} is begun.`, `Job ${job} is sent.`]
const end = 'END'
/** What stands in the list before the first job. */
export const emptyList = `${end}\n`

type Call = readonly [tool: string, args: object]

/** Ada's jobs: read, and change something in every way. What is read from outside comes last: after it, changes wait for an operator. */
const stepsOfWork = (job: number, hasBash: boolean): readonly (readonly Call[])[] => [
  [['fs.read', { path: list }]],
  [['fs.edit', { path: list, old: end, new: `${lineOf(job)}\n${end}` }]],
  [
    ['fs.write', { path: fileOf(job), text: `${lineOf(job)}\n`.repeat(300) }],
    ['fs.read', { path: list, limit: 5 }],
    ['fs.list', {}],
    ['schedule.add', { when: 'in 1s', kind: 'reminder', text: reminderOf(job) }],
  ],
  ...(hasBash ? [[['bash', { command: `sleep 0.05; echo ${lineOf(job)} >> ${shellList}; sleep 0.05` }] as const]] : []),
  [['mcp.log.append', { line: lineOf(job) }]],
]

/** Bea's jobs: she posts by her own tool alone. */
const stepsOfSending = (job: number): readonly (readonly Call[])[] => [
  [['fs.list', {}]],
  ...postsOf(job).map((text): readonly Call[] => [['send', { text }]]),
]

/** Told that a call was cut off, the model asks for it again in these. */
export const asksAgain = (job: number): boolean => job % 3 === 0

/** A job is named in the line that it is for. */
export const scriptedJobs = (hasBash: boolean) =>
  speaks((conversation) => {
    const line = conversation.messages.find(({ role }) => role === 'user')?.content ?? ''
    const [, doing = '', number = '0'] = [...line.matchAll(/(do|send) job (\d+)/g)].at(-1) ?? []
    const job = Number(number)
    if (conversation.tools.length === 0 && conversation.step === 0) return 'I know.'
    const again = asksAgain(job) ? cutOff(conversation) : undefined
    if (again) return { calls: [again] }
    const steps = doing === 'send' ? stepsOfSending(job) : stepsOfWork(job, hasBash)
    const made = new Set(callsIn(conversation).map(({ name, arguments: args }) => `${name} ${args}`))
    const next = steps.find((calls) => calls.some(([tool, args]) => !made.has(asMade([tool, args]))))
    if (!next) return `Job ${job} is done.`
    return { ...(conversation.step === 0 && { text: 'I look.' }), calls: next }
  })

const asMade = ([tool, args]: Call): string => `${wireName(tool)} ${JSON.stringify(args)}`

const callsIn = ({ messages }: Conversation) => messages.flatMap(({ calls = [] }) => calls)

/** The call whose result says that it may have been done, if the model has not asked for it twice. */
function cutOff(conversation: Conversation): Call | undefined {
  const made = callsIn(conversation)
  const last = made.slice(made.length - conversation.results.length)
  const cut = last[conversation.results.findIndex((result) => result.includes('it was cut off'))]
  if (!cut || made.filter(({ name, arguments: args }) => name === cut.name && args === cut.arguments).length > 1)
    return undefined
  return [cut.name, JSON.parse(cut.arguments) as object]
}

const appendServer = fileURLToPath(new URL('../fakes/mcp/append-server.ts', import.meta.url))

interface Places {
  model: object
  workspace: string
  /** Where there are more rooms than one for each. */
  workRooms?: readonly string[]
  sendRooms?: readonly string[]
  /** That the MCP server appends to. */
  appended: string
  /** A post may take so long, ms; 2 s when absent. */
  deliveryMs?: number
}

const usualDeliveryMs = 2_000

export const configFor = ({
  model,
  workspace,
  appended,
  workRooms = [workRoom],
  sendRooms = [sendRoom],
  deliveryMs = usualDeliveryMs,
}: Places) => ({
  bots: [
    bot('ada', model, workspace, [
      { tools: ['fs.*', 'schedule.add', 'mcp.log.append'], groups: workRooms.map((id) => `web:${id}`), by: 'members' },
      { tools: ['bash'], groups: workRooms.map((id) => `web:${id}`), by: 'operators', shell: true },
    ]),
    bot('bea', model, workspace, [{ tools: ['fs.*'], groups: sendRooms.map((id) => `web:${id}`), by: 'members' }], {
      proactiveResponse: 'off',
    }),
  ],
  mcp: { log: { command: process.execPath, args: [appendServer, appended] } },
  groupSocial: {
    batching: { intervalMs: 80 },
    direct: { debounceMs: 50 },
    dispatch: { cooldownMs: 200, backoffMs: 100, maxWaitMs: 1_000 },
    mentionMinIntervalMs: 100,
    limits: ampleLimits,
    delay: { fastMs: [50, 100], normalMs: [50, 100], slowMs: [50, 100] },
    delivery: { backoffMs: 100, timeoutMs: deliveryMs, expiryMs: 60_000 },
    style: { maxSimilarity: 1 },
  },
  channels: {
    web: {
      port: 0,
      rooms: [...workRooms.map((id) => ({ id, bots: ['ada'] })), ...sendRooms.map((id) => ({ id, bots: ['bea'] }))],
    },
  },
})

const bot = (id: string, model: object, workspace: string, allow: readonly object[], more: object = {}) => ({
  id,
  name: id === 'ada' ? 'Ada' : 'Bea',
  role: 'tester',
  operators: ['person:mia'],
  problemWords: false,
  limits: { dailyTokens: 100_000_000, dailyMessages: 100_000 },
  model,
  agent: {
    workspace,
    allow,
    limits: [{ durationMs: 86_400_000, maxTokens: 100_000_000 }],
    maxAskerShare: 1,
    ...more,
  },
})

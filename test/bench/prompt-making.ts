// What it takes to make a prompt from the stored talk, and to read a reply: the CPU of the two bots of many rooms.
import type { ComposeInput, DecideInput } from '../../machines/group/children.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { settingsFor } from '../../src/config/config.ts'
import { composeRequest, readReply } from '../../src/jobs/compose.ts'
import { decideRequest } from '../../src/jobs/decide.ts'
import type { JobDeps } from '../../src/jobs/prompt-talk.ts'
import type { ChatModel } from '../../src/llm/model.ts'
import { openGroupMemory } from '../../src/memory/group-memory.ts'
import { makeMember } from '../../src/room/members.ts'
import { promptTalk } from '../../src/jobs/stored-talk.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'
import { report } from './figures.ts'
import { type Line, livelyTalk } from './lively-talk.ts'
import { livelySituation } from './situation.ts'

const quick = process.argv.includes('--quick')
const [rooms, past, rounds] = quick ? [30, 200, 3] : [300, 200, 9]

const config = loadConfig({ env: {}, cwd: '/' })
const bots = config.bots.slice(0, 2)
const roster = bots.map(({ id, name, role, expertise }) => ({ id, name, role, expertise, bot: true }))
const members = new Map(bots.map((bot) => [bot.id, makeMember(bot, bot.id)]))
const db = openDatabase(':memory:')
const talk = openTalk(db)
let now = 0
const memberIn = (_group: string, bot: string) => members.get(bot)
const memory = openGroupMemory({ db, config, talk, memberIn, now: () => now })
const said = promptTalk(talk, memberIn, () => now)
const model: ChatModel = { name: 'none', rehearsal: false, ask: () => Promise.reject(new Error('nobody is asked')) }

const lines = new Map<string, Line[]>()
for (const line of livelyTalk({ groups: rooms, messages: rooms * (past + rounds), seed: 5 })) {
  lines.set(line.group, [...(lines.get(line.group) ?? []), line])
}
const hear = (line: Line): void => talk.put(line.group, { ...line, name: line.sender })
db.exec('BEGIN')
for (const all of lines.values()) for (const line of all.slice(0, past)) hear(line)
db.exec('COMMIT')
while (memory.index.catchUp());

const spent = { decide: [] as number[], compose: [] as number[], reply: [] as number[], bare: [] as number[] }
const newest = db.prepare('SELECT * FROM message WHERE grp = ? ORDER BY ts DESC LIMIT 60')
for (let round = 0; round < rounds; round += 1) {
  // The first round finds nothing in memory.
  for (const all of lines.values()) turn(all.slice(past + round - 1, past + round + 1), round > 0)
  memory.index.catchUp()
}

report([
  { name: 'decidePromptUs', value: mean(spent.decide), ...readAlone() },
  { name: 'composePromptUs', value: mean(spent.compose), ...readAlone() },
  { name: 'readReplyUs', value: mean(spent.reply), ...readAlone() },
])

function turn(batch: readonly Line[], isMeasured: boolean): void {
  const line = batch.at(-1)
  if (!line) return
  const { group } = line
  hear(line)
  now = line.ts + 3_000
  const measured = <T>(what: keyof typeof spent, work: () => T): T => {
    const before = process.threadCpuUsage()
    const made = work()
    const { user, system } = process.threadCpuUsage(before)
    if (isMeasured) spent[what].push(user + system)
    return made
  }
  measured('bare', () => newest.all(group))
  for (const bot of bots) {
    const deps = depsOf(bot)
    const context = { signal: new AbortController().signal, bot: bot.id, group }
    const decide = inputFor(batch)
    const compose: ComposeInput = {
      ...decide,
      targets: [line.id],
      type: 'short',
      maxChars: 500,
      markdown: false,
      maxOutputTokens: 300,
    }
    measured('decide', () => decideRequest(deps, decide, context))
    measured('compose', () => composeRequest(deps, compose, context))
    const text = 'That is so: the numbers of Monday are worthless, and those of last week are not.'
    const answer = { text, finish: 'stop', model: 'none', tokens: 300 } as const
    measured('reply', () => readReply(deps, answer, compose, context))
  }
}

function depsOf(bot: (typeof bots)[number]): JobDeps {
  return {
    model,
    profile: () => bot,
    roster: () => roster,
    prompt: (group) => settingsFor(config, group).prompt,
    talk: memory.withoutForgotten(bot.id, said.talk(bot.id)),
    recentReplies: said.recentReplies(bot.id),
    memory: memory.of(bot.id),
    mode: 'json',
  }
}

/** Nobody asks, so that nothing is recalled: what that takes goes by how often the words of a question were said. */
function inputFor(batch: readonly Line[]): DecideInput {
  return {
    turn: 1,
    at: now,
    batch: batch.map(({ id }) => id),
    mentioned: [],
    addressed: [],
    asked: [],
    situation: livelySituation,
    maxTokens: 1_200,
    maxOutputTokens: 60,
    maxTalkTokens: 400,
    timeoutMs: 12_000,
  }
}

function readAlone() {
  return { baseline: mean(spent.bare), against: 'reading the newest 60 lines of the room with one statement' }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

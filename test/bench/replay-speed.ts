// How fast recorded talk is played through the machines in virtual time.
import { loadConfig } from '../../src/channels/plugins.ts'
import { preparePlay } from '../../src/lab/replay/play.ts'
import { median, report } from './figures.ts'
import { livelyTalk } from './lively-talk.ts'

const quick = process.argv.includes('--quick')
const config = loadConfig({ env: {}, cwd: '/' })
const [bot] = config.bots
if (!bot) throw new Error('the demo has no bot')
const records = livelyTalk({ groups: 3, messages: quick ? 1_000 : 10_000, seed: 21 }).map((line) => ({
  ...line,
  mentions: [],
}))
const spokenSeconds = ((records.at(-1)?.ts ?? 0) - (records[0]?.ts ?? 0)) / 1_000

const speeds: number[] = []
for (let round = 0; round < (quick ? 1 : 3); round += 1) {
  let replies = 0
  const play = preparePlay(records, {
    config,
    playedBots: [{ bot, isOwn: (name) => name === bot.name }],
    decide: 'rehearsal',
    seed: 1,
    traced: (line) => void (replies += line.kind === 'send' ? 1 : 0),
    played: () => undefined,
  })
  const started = performance.now()
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  await play()
  if (replies === 0) throw new Error('the bot never spoke: this talk exercises too little')
  speeds.push(records.length / ((performance.now() - started) / 1_000))
}

report([
  {
    name: 'replayMessagesPerSecond',
    value: median(speeds),
    baseline: records.length / spokenSeconds,
    against: 'the speed at which the talk was spoken',
  },
])

// How long a mention waits for its reply beyond the human pause, with a model that answers at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServiceProcess } from '../crash/service-process.ts'
import { mustSay } from '../world/posting.ts'
import { median, quantile, report } from './figures.ts'
import { mentionConfig, openReplies, promptModel } from './mention-world.ts'

const quick = process.argv.includes('--quick')
/** `--debounce 1000`: a mention waits for the rest of the sentence (A10). */
const debounceMs = Number(process.argv[process.argv.indexOf('--debounce') + 1] ?? 0) || 0
const asked = quick ? 20 : 100
const warmUp = 10
/** Talk in other rooms, so that the host is busy: each is spoken in every 800 ms, 50 lines a second in all. */
const otherRooms = Array.from({ length: 40 }, (_, n) => `other-${n}`)
const otherLinesMs = 20

const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
const config = join(folder, 'chime.yaml')
const model = await promptModel()
writeFileSync(config, JSON.stringify(mentionConfig(model.baseUrl, { debounceMs, others: otherRooms })))
const service = await startServiceProcess({ config, folder })
try {
  const replies = await openReplies(`${service.url}/api/rooms/desk/stream`)
  let answers = 0
  const alone = await ask('alone')
  const amongOthers = await whileOthersTalk(() => ask('among others'))
  const against = 'a post to a room without bots'
  report([
    {
      name: 'mentionToReplyMedianMs',
      value: median(alone.replied),
      baseline: median(alone.bare),
      against,
      aim: { of: 'value', atMost: 20 + debounceMs },
    },
    {
      name: 'mentionToReplyP95Ms',
      value: quantile(alone.replied, 0.95),
      baseline: quantile(alone.bare, 0.95),
      against,
    },
    {
      name: 'mentionToReplyWithFortyRoomsMedianMs',
      value: median(amongOthers.replied),
      baseline: median(alone.replied),
      against: 'the same while no other room is spoken in',
    },
  ])
  replies.close()

  async function ask(name: string): Promise<{ replied: number[]; bare: number[] }> {
    const replied: number[] = []
    const bare: number[] = []
    for (let n = 0; n < asked + warmUp; n += 1) {
      // oxlint-disable no-await-in-loop -- one question after the other
      const started = performance.now()
      await post('desk', `Ada, question ${n} ${name}?`)
      await replies.until((answers += 1))
      const answered = performance.now()
      await post('empty', `Remark ${n} ${name}.`)
      // oxlint-enable no-await-in-loop
      if (n < warmUp) continue
      replied.push(answered - started)
      bare.push(performance.now() - answered)
    }
    return { replied, bare }
  }
} finally {
  await service.stop()
  await model.stop()
  rmSync(folder, { recursive: true })
}

function post(room: string, text: string): Promise<void> {
  return mustSay(service.url, room, { name: 'Mia', text })
}

async function whileOthersTalk<T>(work: () => Promise<T>): Promise<T> {
  const posts: Promise<void>[] = []
  const timer = setInterval(
    () => posts.push(post(otherRooms[posts.length % otherRooms.length] ?? '', `Line ${posts.length}.`)),
    otherLinesMs,
  )
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await Promise.all(posts)
  }
}

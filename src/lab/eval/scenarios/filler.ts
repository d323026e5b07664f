// Chatter that concerns no bot: what stands between a word and the question about it hours later.
import { draw } from '../../../../machines/rules/random.ts'
import type { Filler } from './schema.ts'
import { spanMs } from './times.ts'

type Topic = NonNullable<Filler['topic']>

/**
 * Bursts of talk with quiet between them, as groups talk; the last line is said before `over` is gone. `afterMs`: after
 * the line before.
 */
export function fill(filler: Filler, people: readonly string[]) {
  const { lines, over, seed = 1, topic = 'lunch', language = 'en', people: speakers = people } = filler
  const { openings, endings } = talk[language][topic]
  const bursts = Math.max(1, Math.round(lines / linesInBurst))
  const quietMs = spanMs(over) / bursts
  const gapMs = Math.min(longestGapMs, (quietMs / linesInBurst) * 0.8)
  let state = seed
  const chance = (): number => {
    const drawn = draw(state)
    state = drawn.seed
    return drawn.value
  }
  const pick = (below: number): number => Math.floor(chance() * below)
  let last = 0
  return Array.from({ length: lines }, (_, i) => {
    const burst = Math.floor((i * bursts) / lines)
    const isFirst = i === 0 || burst > Math.floor(((i - 1) * bursts) / lines)
    const since = i === 0 ? 0 : last
    const at = isFirst ? Math.max(since, burst * quietMs) + gapMs : since + gapMs * (0.2 + chance() * 0.8)
    last = at
    // Neighbours differ, so that nobody talks to themselves.
    const who = speakers[(i + (speakers.length > 2 ? pick(2) : 0)) % speakers.length] ?? ''
    const text = `${openings[pick(openings.length)]}${endings[pick(endings.length)]}`
    return { who, text, afterMs: Math.round(at - since) }
  })
}

const linesInBurst = 20
const longestGapMs = 12_000

const talk: Record<'en' | 'zh', Record<Topic, { openings: string[]; endings: string[] }>> = {
  en: {
    lunch: {
      openings: ['the dumplings', 'that soup', 'the noodle place', 'the salad bar', 'the new canteen', 'my sandwich'],
      endings: [
        ' was great today',
        ' is packed again',
        ', never again lol',
        ' was a bit salty',
        ' had a huge line',
        ' 10/10',
      ],
    },
    weekend: {
      openings: ['hiking on saturday', 'the lake', 'that concert', 'the flea market', 'my sister’s party', 'the zoo'],
      endings: [
        ' was so good',
        ' got rained out',
        ' with the kids, exhausting',
        ' again next week',
        ', pics later',
        ' lol',
      ],
    },
    football: {
      openings: ['that second goal', 'the keeper', 'our defence', 'the ref', 'extra time', 'the new striker'],
      endings: [' was unreal', ', I can’t even', ' ruined my evening', ' hahaha', ' deserved better', ', what a night'],
    },
    office: {
      openings: [
        'the elevator',
        'the coffee machine',
        'the window on 3',
        'the printer',
        'the parking lot',
        'the heating',
      ],
      endings: [
        ' is broken again',
        ' works today, miracle',
        ' sounds like a plane',
        ' is full',
        ' again...',
        ' smells funny',
      ],
    },
  },
  zh: {
    lunch: {
      openings: ['楼下的面', '今天的饺子', '食堂的鱼', '那家奶茶', '新开的川菜', '我的外卖'],
      endings: ['还不错', '排队好长', '太咸了', '我给满分', '下次不去了', '哈哈哈哈'],
    },
    weekend: {
      openings: ['周六爬山', '那个演唱会', '公园的花', '带娃去动物园', '昨晚的电影', '江边骑车'],
      endings: ['太开心了', '下雨泡汤了', '累死我了', '下周再去', '照片等会发', '哈哈'],
    },
    football: {
      openings: ['第二个球', '那个门将', '裁判', '加时赛', '新前锋', '我们的后防'],
      endings: ['绝了', '看得我血压高', '哈哈哈', '真的离谱', '没话说', '可以的'],
    },
    office: {
      openings: ['电梯', '咖啡机', '三楼的空调', '打印机', '停车场', '前台的猫'],
      endings: ['又坏了', '今天居然好了', '声音好大', '满了', '好冷', '笑死'],
    },
  },
}

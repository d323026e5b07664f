// The demo's script: an afternoon of a small team, in English and in Chinese.
import type { Lang } from '../../outcomes/span-text.ts'
import type { Line, Room, Scene } from './perform.ts'

type Text = readonly [en: string, zh: string]
type Said = Omit<Line, 'who' | 'text'> & { who: Text; text: Text }

export function scriptIn(lang: Lang): Scene[] {
  const place = lang === 'en' ? 0 : 1
  return scenes.map(({ title, lines, ...scene }) => ({
    ...scene,
    title: title[place],
    lines: lines.map(({ who, text, ...line }) => ({ ...line, who: who[place], text: text[place] })),
  }))
}

const [ann, ben, cleo, kit]: readonly [Text, Text, Text, Text] = [
  ['Ann', '小安'],
  ['Ben', '小本'],
  ['Cleo', '小可'],
  ['Kit', '小构'],
]

const say = (at: number, who: Text, en: string, zh: string, cue?: Line['cue']): Said => ({
  at,
  who,
  text: [en, zh],
  ...(who === kit && { bot: true }),
  ...(cue && { cue }),
})

const scene = (room: Room, title: Text, ...lines: readonly Said[]) => ({ title, room: `web:${room}` as const, lines })

const rexSays = { bot: 'rex', does: 'says' } as const

const scenes = [
  scene(
    'lobby',
    ['Small talk: nobody needs a bot', '闲聊：用不着机器人'],
    say(0, ann, 'Back from lunch, and the coffee machine is alive again!', '吃完饭回来，咖啡机居然修好了！'),
    say(2, ben, 'Best news of the week.', '本周最好的消息。'),
    say(4, cleo, 'Two for me, please.', '给我来两杯。'),
  ),
  scene(
    'lobby',
    ['An open question in the field of one', '没有点名的问题：谁的专长谁来答'],
    say(24, ann, 'Which statistics fit an experiment with so little data?', '统计方法选哪种好？这次实验的数据太少了。'),
  ),
  scene(
    'lobby',
    ['A mention is answered at once', '点名：马上回答'],
    say(56, ben, '@Rex is this refactoring worth a review before four?', '@小审 这次重构四点前值得审查一遍吗？'),
  ),
  scene(
    'lobby',
    ['A follow-up names nobody and waits for no cooldown', '接着问，不再点名也听得懂，不等冷却'],
    say(72, ben, 'And do the tests cover the slow path?', '那测试覆盖到慢的那条路径没有？'),
  ),
  scene(
    'lobby',
    ['Addressed to a person: no bot joins in, and no model is asked', '问的是别人：机器人不插嘴，也不问模型'],
    say(104, ann, 'Cleo, have you saved the data of the second experiment?', '小可，第二次实验的数据存好了吗？'),
    say(106, cleo, 'On the shared drive since noon.', '中午就放共享盘了。'),
  ),
  scene(
    'lobby',
    ['A person is faster than the draft', '有人比草稿更快'],
    say(127, ben, 'Does anybody know a paper about checkout pages on phones?', '谁有讲手机结账页面的论文？'),
    say(
      4,
      cleo,
      'I have two papers about checkout pages on phones, sending them now.',
      '手机结账页面的论文我有两篇，马上发。',
      { bot: 'iris', does: 'waits' },
    ),
  ),
  scene(
    'lobby',
    ['Everybody at once: a sign and a short line, no more', '七嘴八舌：一个表情、一句短话，不多说'],
    say(158, ann, 'They moved the demo. It is in ten minutes!', '演示提前了，十分钟后就开始！'),
    say(159, ben, 'WHAT', '啊？！'),
    say(160, cleo, 'My slides are not done.', '我的幻灯片没做完。'),
    say(162, ann, 'Take the old ones, with the cat?', '用旧的？有猫的那份？'),
    say(163, ben, 'Everybody likes the cat.', '谁不喜欢猫呢。'),
    say(165, cleo, 'Iris, wish us luck!', '小研，等下给我们加油！'),
    say(177, ben, 'Rex, quick: do the tests pass?', '小审，快说，测试过了吗？'),
  ),
  scene(
    'lobby',
    ['The budget is spent: a sign now, the answer later', '预算用完：先回个表情，过后再答'],
    say(192, ben, 'Rex, and are there any bugs left?', '小审，还有别的缺陷吗？'),
  ),
  scene(
    'release',
    ['Another room. Two could answer, the better suited does', '换个群。两位都能答，更合适的那位来答'],
    say(
      202,
      ann,
      'Would a review of the tests or the data tell us if we ship a bug?',
      '上线前再审查一遍测试，能分清是代码有缺陷还是数据有问题吗？',
    ),
  ),
  scene(
    'release',
    ['Bots among themselves fall silent', '只剩机器人互相说话：会停下来'],
    say(214, kit, '@Rex build 41: two tests failed on main.', '@小审 第 41 次构建：主干上两个测试没过。'),
    say(3, kit, '@Rex build 42: the same two tests failed again.', '@小审 第 42 次构建：还是那两个测试。', rexSays),
    say(3, kit, '@Rex build 43: still two tests.', '@小审 第 43 次构建：照旧。', rexSays),
  ),
  scene(
    'release',
    ['A person’s word wakes them', '人一开口，它们又醒了'],
    say(240, ann, 'Enough, Kit. Rex, how do we mend these two tests?', '小构先停。小审，那两个测试该怎么修？'),
  ),
  {
    ...scene('lobby', ['In the first room the budget is free again', '回到第一个群：预算又有了']),
    opensWith: 'rex',
  },
]

import { describe, expect, it } from 'vitest'
import { makeMentionMatcher } from '../../src/language/mention.ts'
import { chineseWordCost, makeWordCost } from '../../src/language/chinese-words.ts'

const matcher = (name: string) => makeMentionMatcher({ id: 'x77.example.org', name, aliases: [] }, chineseWordCost)

/** `N` stands for a name. */
const frames =
  `那就带N去 那和N有什么关系 关谷和N 问问N吧 N你说 跟N说一声 叫N过来 让N看看 给N发一份 把N叫来 N说的对 N的方案不错 N也来吗 N吗 是N写的
  找N帮忙 请N看一下 被N骗了 听N的 比N好 这个问N就行 昨天N说服务器挂了 我觉得N会知道 N在吗 N不在 N能不能看一下 如果N同意 对N来说 N今天请假了
  谢谢N N和小李 小李和N 用N就好 让N去吧 N昨天没来 N明天来吗 我和N都去 这是N的电脑 N最近很忙 N什么时候到 只有N会 等N回来 N已经改了
  N好像不在 N人呢 N真棒 N一起吗 不如N试试 N是谁 要不要叫上N 带N一起 N跟我讲过 向N学习 我喜欢N 大家都叫他N N老师`.split(
    /\s+/,
  )
const names =
  `子乔 美嘉 关谷 展博 一菲 苏苏 子涵 子轩 文静 晓明 欣怡 浩然 雨桐 安琪 建国 思远 灵灵 豆豆 乐乐 佳佳 小贤 阿杰 曾小贤 胡一菲
  王子轩 林黛玉 小红 小冰 元宝 豆包 小智`.split(/\s+/)

describe('a Chinese name between other characters (M3)', () => {
  it.each(names)('%s is found where it is a word of its own', (name) => {
    const isNamedIn = matcher(name)
    const missed = frames.map((frame) => frame.replace('N', name)).filter((text) => isNamedIn(text) === undefined)
    expect(missed).toEqual(missedOf[name] ?? [])
  })

  /** What a name loses to words that are likelier there. */
  const missedOf: Record<string, string[]> = { 关谷: ['只有关谷会'], 苏苏: ['苏苏人呢'] }

  it.each(
    `苏苏:紫苏苏叶 苏苏:买点紫苏苏打水 小美:小美人鱼 小美:看小美人鱼 小爱:小爱好 小爱:有什么小爱好 小白:小白菜 小白:买小白菜 阿里:找阿里巴巴
     文心:论文心得 小明:小明星 小红:带小红花 小红:一朵小红花 子乔:把儿子乔装成 美嘉:美嘉奖 展博:发展博物馆 展博:开展博览会 张伟:张伟大的 大龙:大龙虾
     大龙:一只大龙虾 明日:明日香 子涵:孩子涵养 文静:论文静静 晓明:知晓明天 一菲:一菲薄 小花:小花园 小花:去小花园 天天:今天天气
     天天:明天天气好 安安:保安安排 明明:说明明天 小方:小方桌 大白:大白菜 大白:两颗大白菜 子豪:儿子豪气 天宇:今天宇宙 白白:明白白天
     海洋:上海洋房 老王:老王八 小张:小张开 李明:行李明天 果果:如果果然 多多:很多多余 可可:不可可能 元宝:还原元宝贵
     建国:在建国家公园 志强:斗志强大 思远:心思远大 浩然:浩然正气 佳佳:最佳佳作 圆圆:团圆圆满 乐乐:音乐乐队 毛毛:羽毛毛线
     小智:买小智能手表 小冰:小冰箱 小冰:买个小冰箱 包:面包 包:买面包了 包:书包 爱:可爱 花:开花`
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, string]),
  )('%s is not found inside longer words: %s', (name, text) => {
    expect(matcher(name)(text)).toBe(undefined)
  })

  it('is found beside its own trap', () => {
    expect(matcher('苏苏')('紫苏苏叶不错，问问苏苏吧')).toBe('named')
    expect(matcher('小美')('小美人鱼是小美喜欢的')).toBe('named')
  })
})

describe('the dictionary of Chinese words', () => {
  const tiny = () => ({
    cut: (text: string) => Array.from(text),
    dictionary: Buffer.from('一 60 m\n乔 1 nr\n子 30 n\n带子 9 n\n'),
  })

  it('costs words by their share of all words', () => {
    const costOf = makeWordCost(tiny, () => {})
    expect([costOf('一'), costOf('子乔'), costOf('')]).toEqual([
      Math.log(100 / 60),
      Math.log(100 / 30) + Math.log(100),
      0,
    ])
  })

  it('is loaded once, when it is first asked', () => {
    let loads = 0
    const costOf = makeWordCost(
      () => {
        loads += 1
        return tiny()
      },
      () => {},
    )
    const isNamedIn = makeMentionMatcher({ id: 'x77', name: '子乔', aliases: ['Joe'] }, costOf)
    expect(['hello Joe', '你好', '子乔，你好', 'ask 子乔 please'].map(isNamedIn)).toEqual([
      'called',
      undefined,
      'called',
      'named',
    ])
    expect(loads).toBe(0)
    isNamedIn('带子乔去')
    isNamedIn('问子乔吧')
    expect(loads).toBe(1)
  })

  it('leaves names to the segmenter of the runtime, and warns once, where it cannot be loaded', () => {
    const warnings: string[] = []
    const costOf = makeWordCost(() => {
      throw new Error('no native library')
    }, warnings.push.bind(warnings))
    const isNamedIn = makeMentionMatcher({ id: 'x77', name: '苏苏', aliases: [] }, costOf)
    expect(['问问苏苏吧', '紫苏苏叶', '和苏苏去'].map(isNamedIn)).toEqual(['named', undefined, 'named'])
    expect(warnings).toEqual(['no native library'])
  })
})

// How many plain complaints the words of a field find, with and without the everyday words that a model would write.
// Lines and words were written by hand, the lines first and the words from the prompt of src/jobs/profile-words.ts.
import { makeRelevance, type Relevance } from '../../src/language/relevance.ts'
import { demoBots } from '../../src/config/demo.ts'

const complaints: Record<string, string[]> = {
  iris: [
    'has anyone read something solid on whether standing desks help with back pain?',
    'we only had 14 people answer the survey, can we still say anything?',
    'the two groups look different but I am not sure it is not just luck',
    'where do I find who first claimed that sleep helps you remember things',
    'my supervisor says the sources in chapter two are too old',
    'half of the answers in our questionnaire are blank, what do we do with them',
    'is 0.06 good enough to report or not?',
    'I need some background on battery recycling before the meeting on Friday',
    'the numbers in the spreadsheet do not add up to what we wrote in the abstract',
    'how many participants would we need to see a difference of five percent',
    '有没有靠谱的研究说喝咖啡影响睡眠的',
    '问卷只收回来十几份，能说明问题吗',
    '两组看起来差不多，怎么判断是不是真的有区别',
    '导师说我的参考资料太旧了',
    'p值0.06怎么写比较好',
    '这个结论最早是谁提出来的',
    '表格里有好多空着的格子，直接删掉行吗',
    '开题报告的综述部分写不下去了',
    '样本太少了，审稿人肯定要问',
    '对照组是不是选得有点问题',
  ],
  rex: [
    'it crashes every time I click save',
    'the page takes eight seconds to load since yesterday',
    'this function is 400 lines long and nobody dares to touch it',
    'CI is red again and I did not change anything',
    'could somebody have a look at my pull request before I merge',
    'the login fails only on Mondays, I have no idea why',
    'undefined is not a function, what does that even mean',
    'the server eats all the memory after two days',
    'we copy the same twenty lines into every file',
    'it works on my machine but not in production',
    '一点保存就闪退',
    '页面打开要七八秒，越来越卡',
    '这个函数四百多行，谁都不敢动',
    '流水线又红了，我什么都没改',
    '谁有空帮我看下这个合并请求',
    '登录有时候会失败，复现不出来',
    '报了个空指针，看不懂',
    '服务跑两天内存就满了',
    '同一段逻辑复制了好几份',
    '我本地好好的，一上线就挂',
  ],
}

/** None of their business. */
const others = [
  'who is bringing the cake tomorrow?',
  'I will be ten minutes late, the bus is stuck',
  'has anyone seen my blue umbrella',
  'lunch at the Italian place or the noodle shop?',
  'the printer on the third floor is out of paper again',
  'happy birthday Tom!',
  'my daughter starts school on Monday',
  'can somebody water the plants while I am away',
  'did you watch the match last night',
  'the meeting room is booked until three',
  'please send me your holiday dates by Friday',
  'the coffee machine makes a strange noise',
  'I lost my badge, whom do I ask for a new one',
  'what a storm, half of our street had no power',
  'new chairs arrive next week',
  'are we still on for the climbing trip',
  'the landlord raised the rent again',
  'who wants to share a taxi to the airport',
  'my train was cancelled so I work from home',
  'the contract is signed, the customer pays in March',
  '明天谁带蛋糕',
  '我堵在路上了，晚到十分钟',
  '有人看到我的蓝色雨伞吗',
  '中午吃面还是吃米饭',
  '三楼打印机又没纸了',
  '祝小王生日快乐',
  '我女儿周一开学',
  '出差期间谁帮我浇下花',
  '昨晚的球赛看了吗',
  '会议室三点前都被占了',
  '请周五前把休假时间发给我',
  '咖啡机声音有点怪',
  '工牌丢了找谁补办',
  '昨天暴雨，我们小区停电了',
  '新椅子下周到',
  '周末爬山还去吗',
  '房东又涨房租了',
  '谁一起拼车去机场',
  '高铁取消了，今天在家办公',
  '合同签了，客户三月付款',
]

/** As a model would write them for the bots of the demo; written by hand. */
const problemWords: Record<string, string[]> = {
  iris: `article, study, studies, source, sources, reference, cite, citation, bibliography, journal, abstract, thesis, dissertation, chapter, supervisor, reviewer, survey, questionnaire, respondents, participants, sample, sample size, p value, significant, significance, chance, correlation, average, outlier, missing values, spreadsheet, table, chart, measure, hypothesis, evidence, proof, claim, control group, percent, interview, dataset, 研究, 文章, 期刊, 引用, 参考资料, 参考文献, 综述, 出处, 导师, 开题, 毕业论文, 摘要, 审稿, 投稿, 问卷, 调查, 样本, 样本量, 显著, p值, 差异, 相关性, 平均值, 异常值, 缺失, 表格, 图表, 假设, 证据, 对照组, 被试, 变量, 结论, 访谈, 误差, 数据集`.split(
    ', ',
  ),
  rex: `crash, crashes, error, exception, stack trace, broken, fails, failing, slow, timeout, memory leak, freeze, hangs, flaky, CI, build, pipeline, merge, pull request, commit, branch, rebase, deploy, production, rollback, function, class, variable, null, undefined, type error, duplicate, copy paste, spaghetti, legacy, lint, loop, compile, debug, log, works locally, refactor, 报错, 崩溃, 闪退, 卡顿, 卡死, 太慢, 变慢, 超时, 内存, 泄漏, 空指针, 异常, 堆栈, 日志, 调试, 复现, 修复, 函数, 变量, 接口, 编译, 构建, 流水线, 合并, 分支, 提交, 上线, 回滚, 部署, 重复, 复制, 单元测试, 断言, 死循环, 类型错误, 依赖, 版本, 线上`.split(
    ', ',
  ),
}

/** One word of the field. */
const ofField = 0.48
const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

for (const [title, words] of [
  ['the words of the profile', {}],
  ['and everyday words', problemWords],
] as const) {
  const bots = demoBots.map(({ id = '', role = '', expertise = '' }) => ({
    id,
    relevance: makeRelevance({ role, expertise, problemWords: (words as typeof problemWords)[id] ?? [] }),
  }))
  const heard = bots.flatMap(({ id, relevance }) => (complaints[id] ?? []).filter((text) => isHeard(relevance, text)))
  const astray = bots.flatMap(({ id, relevance }) =>
    Object.entries(complaints).flatMap(([of, texts]) => texts.filter((text) => of !== id && isHeard(relevance, text))),
  )
  const disturbed = others.filter((text) => bots.some(({ relevance }) => isHeard(relevance, text)))
  const chinese = heard.filter(isChinese).length
  process.stdout.write(
    `${title}: ${heard.length - chinese} of 20 English and ${chinese} of 20 Chinese complaints, ` +
      `${astray.length} of 40 by the other bot, ${disturbed.length} of ${others.length} other lines\n`,
  )
}

function isHeard(relevance: Relevance, text: string): boolean {
  return relevance(text) >= ofField
}

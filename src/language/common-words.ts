// Everyday words that may also be somebody's name: as a name they count only where one is called (M3).

const english = `
  a about above after again all also always am an and another any anybody anyone anything are around as ask at away
  back bad be because been before being best better between big bill both box bug but by call can case chance change
  chat check class clear close code cold come cool could data day dear did do does done down each early easy else end
  english enough even ever every everybody everyone everything fact fair false far fast few file find fine first fix for
  free french fresh from full game german get give go god going good got great green group guy guys had half hand happy
  hard has have he hello help her here hey hi high him his home hope host house how i idea if in into is it its job just
  keep key kind know large last late later least left less let life light like line link list little log long look lot
  love low lucky made mail main make man many mark matter may maybe me mean might mine mode more most much must my name
  near need never new next nice night no nobody none normal not note nothing now null number of off often ok okay old on
  once one only open or other our out over own page part past people person place plain please point power print problem
  question quick quiet rather ready real really red rest rich right room root run sad safe said same save say see seem
  self send server set she short should show side simple since small so some somebody someone something soon sorry sort
  spanish start state still stop stuff such sure system take talk tell test text than thank thanks that the their them
  then there these they thing think this those though time to today together tomorrow tonight too top true try turn two
  type under up us use user usual usually very wait want war was way we web week welcome well went were what when where
  which while white who why wild will win wish with word work world would wrong year yes yesterday yet you young your`

/** Those of them that open a question themselves: "So what do you think?", "For what do you need it?", "What can you do?". */
const openers = `
  a about above after again all also always an and another any anybody anyone anything around as ask at away back because
  been before being better both but by come did do does done down each either else enough ever every everybody everyone
  everything few first for from god good great guess had has have here hey hi how i if in into is it its just know last
  later least less let like look man many maybe me more most much must never new next no nobody none not nothing now
  of off often ok okay on once one only or other out over please rather ready say see seem set show since so some somebody
  someone something soon sorry still such sure tell than thank thanks that the their them then there these they think
  this those though to today together tomorrow tonight too try two under until up us very wait want was we well were what
  when where which while who why wish with wrong yes yesterday yet you your`

/** What a group's members may be. */
const roles = `
  admin administrator agent assistant boss bot captain chief client coach consultant customer designer dev developer
  devops director doctor dr engineer expert friend general guest helper intern junior king lady lead leader manager
  master member mentor miss mister mod moderator mom mr mrs ms mum office official operator ops owner pilot pm prince
  princess prof professor programmer queen reviewer sales scientist security senior service services sir staff student
  support sysadmin teacher team teams tech technical tester trainer vip writer`

/** What opens a message to say what it is about: \`Question: …\`, \`Python, …\`. */
const topics = `
  account android answer api app apple backend beta bug css data database demo design docker edit error example finance
  first fix frontend git github golang google help hint html idea info issue java javascript js kernel last legal linux
  macos marketing model news next node note php point problem project ps python qa question react release reminder
  rust server solution spam sql study super system test tip todo typescript ubuntu update updates warning windows`

const russian = `
  а без бот был быть в вам вас весь вот все всё всем всех вы где да давай даже для до друг его если есть ещё еще жизнь за
  завтра здесь и из или им их как когда кто куда лучше люди мир мне много можно мой мы на надо нас наш не него нет ни но
  ну о он она они оно опять от очень по под пока после потом почему при про просто раз с сам свет сегодня сейчас слава
  спасибо так там тебя тема то тоже только тот ты у уже хорошо час что чтобы эта это этот я`

const chinese = `
  爱好 安全 办法 帮忙 宝宝 报告 比较 比如 必须 别人 不错 不过 不好 不是 不要 不行 部分 参加 测试 产品 朝阳 程序 吃饭 出来 春天
  聪明 大概 大家 大哥 大人 大神 代码 当然 到底 得到 地方 弟弟 第一 点心 电脑 东西 对方 多少 而且 发现 方便 方法 非常 服务 父亲
  刚才 高兴 哥哥 公司 工作 关系 管理 管家 国家 过去 哈哈 孩子 还是 好的 好像 后来 欢迎 机器 机器人 记得 加油 家人 今年 今天
  进去 精神 姐姐 结果 觉得 经理 开始 开心 看见 可爱 可能 可是 可以 客服 课程 快乐 来了 老板 老师 老大 了解 历史 离开 美丽 妹妹
  没有 明白 明年 明天 名字 母亲 那个 那么 那些 你好 你们 年轻 努力 女人 朋友 平安 漂亮 其实 起来 前面 清楚 晴天 请问 去年 全部
  然后 热情 人们 人家 认识 认为 如果 如何 上面 上午 少年 时候 时间 什么 生活 使用 世界 事情 手机 说话 虽然 所以 他们 太阳 特别
  提醒 天气 同学 同意 同志 晚安 晚上 为了 为什么 文件 问题 我们 希望 喜欢 下面 下午 先生 现在 相信 小姐 小时 谢谢 心情 星星
  幸福 兄弟 学生 学习 学校 需要 雪花 研究 眼睛 阳光 要求 夜晚 一般 一点 一定 一个 一起 一切 一下 一些 一样 医生 已经 以后 以前
  意思 因为 应该 有点 有人 有些 语言 元气 原来 愿意 月亮 再见 怎么 怎样 这个 这里 这么 这些 这样 真的 正常 支持 知道 只是 只有
  中国 中午 重要 主播 主人 主要 助手 助理 注意 准备 自己 自然 最后 最近 昨天 作业 作者`

// As words or word parts these open sentences all the time: `好，…`, `爱你…`, `草！`.
const singles = `aiukxyдяиуо
  的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经
  十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相
  全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果
  料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则
  任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带
  安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装
  爱您谁吗呢吧啊呀哦哈嗯嘿喂哟哇唉诶欸草靠哎谢请让帮找等笑哭吃喝玩买卖听写读懂怕死坏快慢早晚冷热难喵汪菜强弱怪乖牛猫狗鱼鸡猪鸟
  害羞痛累困饿疼哼呵嘻噢唔咦额恩嗷啦嘛咯噗喔诺咳嘘爽酷帅美丑香臭甜酸苦辣红黄蓝绿黑灰粉爸妈哥姐弟妹爷奶叔姨娘宝贝亲歌曲唱跳抱摸咬
  骂揍祝劝陪跟随送借还欠赢输猜信恨想念夸赞求逼骗怼怪嫌欢喜烦怒惊慌吓急忙闲懒病药酒茶饭面肉蛋糖球棋牌诗画书笔纸灯床桌椅门窗锅碗刀枪`

const words = new Set(`${english} ${russian} ${chinese}`.trim().split(/\s+/))
const openingWords = new Set(openers.trim().split(/\s+/))
const roleWords = new Set(roles.trim().split(/\s+/))
const topicWords = new Set(topics.trim().split(/\s+/))
const letters = new Set(singles.replaceAll(/\s+/g, ''))

/** Expects a folded name. */
export function isCommonWord(name: string): boolean {
  return words.has(name) || letters.has(name)
}

/** Whether a question may begin with it, so that what follows does not show that anybody is called. */
export const opensQuestions = (name: string): boolean => openingWords.has(name)

export const isRole = (name: string): boolean => roleWords.has(name)

export const isTopic = (name: string): boolean => topicWords.has(name)

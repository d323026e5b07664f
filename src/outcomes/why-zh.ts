// Why a gate decided as it did, in Chinese.
import type { Figures, WhyWords } from './why-table.ts'

const host = (f: Figures): string => f.of('host')
const code = (f: Figures): string => (f.has('code') ? `（${f.of('code')}）` : '')
const status = (f: Figures): string => `（${f.of('status')}）`

/** Verdicts of older versions, and of others, may lack them. */
const figures = (f: Figures, name: string, text: string): string => (f.has(name) ? text : '')

const windows: Record<string, string> = { short: '短窗口', medium: '中窗口', long: '长窗口' }
const units: Record<string, string> = { messages: '条消息', tokens: ' token' }
const calls: Record<string, string> = {
  decide: '判断之前',
  compose: '撰写之前',
  rejudge: '再判断之前',
  send: '发出之前',
}

const refusals: Record<string, string> = {
  unknown: '没有这个工具',
  malformed: '参数无法解析',
  notAllowed: '不允许',
  repeated: '重复太多',
  outsideRead: '读过外来内容',
  denied: '没有操作员同意',
  notByText: '模型文字里的命令行不能这样做',
  byHook: '钩子拒绝了',
  hookFailed: '钩子出错了',
  unapproved: '钩子要操作员同意',
}

const hook = (f: Figures): string => (f.has('hook') ? `钩子 ${f.of('hook')} ` : '钩子')

const windowOf = (f: Figures): string => {
  const window = f.of('window')
  return windows[window] ?? window
}
const beforeCall = (f: Figures): string => (f.has('path') ? `，${calls[f.of('path')] ?? ''}` : '')
const frees = (f: Figures): string => (f.has('freesInMs') ? `，${f.span('freesInMs')}后释放` : '')
const used = (f: Figures): string =>
  `已用 ${f.count('used')} / ${f.count('limit')}${units[f.of('what')] ?? ''}`.replace(/(\d[\w.]*)条/, '$1 条')

function budgetSpent(f: Figures): string {
  if (!f.has('window')) return `预算已用完${beforeCall(f)}`
  const whose = f.has('share') ? '，一个人的份额' : ''
  const kept = f.has('kept') ? `，其中 ${f.count('kept')} 留给人的请求` : ''
  const needed = f.of('what') === 'tokens' ? `，还需 ${f.count('need')}` : ''
  return `预算：${windowOf(f)}${used(f)}${whose}${kept}${needed}${frees(f)}${beforeCall(f)}`
}

export const whyZh: WhyWords = {
  quoted: (words) => `“${words}”`,
  semicolon: '；',
  colon: '：',
  why: {
    ownMessage: '机器人自己的消息',
    knownAlready: '已经收到过',
    senderDenied: '发言者在拒绝名单上',
    senderUnlisted: '发言者不在服务名单上',
    oneToOneClosed: '私聊不对发言者开放',
    mentioned: '有人提到它',
    intervalOver: '合批间隔内没有人再说话',
    timerLate: '定时器迟到',
    queueFull: (f) =>
      `队列满了${figures(f, 'maxPending', `：${f.of('waiting')} 条在等，最多 ${f.of('maxPending')} 条`)}`,

    requested: '有人问它',
    oneToOne: '单聊',
    batchReady: '一批消息',
    moreAsked: '回复发出前又有人问它',
    budgetFreed: '预算恢复，继续处理等待的请求',
    othersGoOn: '其他人说的继续处理',
    scheduled: '到了预定的时间',
    scheduledAgain: '上一次还在等待时又到了时间：两次并作一次',
    scheduleRefused: '定下它的人现在无权让它执行',
    replied: '已回复',
    silent: '未回复',
    groupReset: '本群已重置',
    noTurn: '没有进入任何回合',

    coolingDown: '上一回合刚结束',
    requestTooSoon: '一回合刚结束又来了请求',
    nobodyAsked: '没人问它：也许还有下文',

    policySet: (f) => `操作员设定了策略：${f.of('policy')}`,
    policyReset: (f) => `操作员恢复了配置的策略：${f.of('policy')}`,
    askedForQuiet: '有人请它安静',
    askedToSpeak: '有人请它随意说话',
    operatorSilenced: '操作员让它沉默',
    operatorDropped: '操作员丢弃了回复',
    operatorMuted: '操作员在本群将机器人静音',
    operatorUnmuted: '操作员在本群取消了静音',
    operatorPaused: '操作员暂停了机器人',
    operatorResumed: '操作员恢复了机器人',
    operatorEnded: '操作员结束了这一回合',
    operatorStopped: '上次投递时操作员已叫停',
    commandTaken: (f) => `操作员的命令${figures(f, 'command', `：,${f.of('command')}`)}`,
    commandAnswered: '命令已答复',
    commandFailed: '命令的答复没有发出',
    commandRefused: (f) => `像命令${figures(f, 'command', `（,${f.of('command')}）`)}，但发送者不是操作员`,
    commandsFull: (f) => `命令太多${figures(f, 'most', `（已有 ${f.of('most')} 条）`)}：不执行`,

    switchedOff: '机器人在这里已关闭',
    messageTooOld: '要回答的消息太旧了',
    onlyBotsSpoke: (f) =>
      `太久只有机器人在说话${figures(f, 'maxBotTurns', `：${f.of('botTurns')} 条，最多 ${f.of('maxBotTurns')} 条`)}`,
    pairLimit: (f) =>
      `对这个机器人已回复够多${figures(f, 'maxPairTurns', `：${f.of('replies')} / ${f.of('maxPairTurns')} 条`)}`,
    roomLimit: (f) =>
      `房间里的机器人说得够多了${figures(f, 'maxRoomTurns', `：${f.of('roomTurns')} 条，最多 ${f.of('maxRoomTurns')} 条`)}`,
    mentionsOnly: '只回应提到它的消息',
    heldBack: '它在这里少说话：没人问它',
    addressedToOther: '是对别人说的',
    offTopic: (f) =>
      `与这个机器人的话题无关${figures(f, 'floor', `：相关度 ${f.of('relevance')}，至少要 ${f.of('floor')}`)}`,

    budgetSpent,
    repliesSpread: (f) =>
      `预算：${windowOf(f)}${used(f)}，两次回复相隔 ${f.span('pauseMs')}${frees(f)}${beforeCall(f)}`,
    waitShown: '已在消息上标记：稍候，或不再回答',
    dailyCeiling: (f) =>
      `${f.of('scope') === 'bot' ? '这个机器人' : '全部机器人'} 24 小时内${used(f)}${f.of('what') === 'tokens' ? `，还需 ${f.count('need')}` : ''}`,
    personLimit: (f) =>
      `${figures(f, 'person', `${f.of('person')}：`)}此人 24 小时的额度用完了${figures(f, 'what', `：${used(f)}`)}${frees(f)}`,
    booksUnreadable: '账本读不出来，不知道还有多少预算',

    modelWants: '模型想回复',
    modelDeclines: '模型不想回复',
    addressedToOtherByModel: '模型认为是对别人说的',
    notRelevantEnough: (f) =>
      `不够相关${figures(f, 'threshold', `：${f.of('relevance')}，至少要 ${f.of('threshold')}`)}`,
    modelSends: '模型照发草稿',
    modelShortens: '模型缩短了草稿',
    modelDrops: '模型放弃了草稿',
    talkMovedOn: '每次判断草稿时，群里又有了新消息',

    written: '回复已写好',
    modelSilent: '模型选择沉默',
    emptyReply: '回复里什么都不剩',
    repeated: '之前说过了',
    repeatedAsReaction: '之前说过了：改为表情回应',
    typingDelay: (f) => `打字延迟${figures(f, 'waitMs', ` ${f.span('waitMs')}`)}`,
    floorTaken: '另一个机器人正在发言',
    mentionedMeanwhile: '其间有人提到它',
    askerContinued: '提问的人又补充了',
    delivered: '渠道已收到',
    expiredWhileWaiting: '渠道恢复之前，回复已过期',

    noteRenewed: '本群笔记已更新',
    nothingToNote: '没有新内容要记',
    noteOutdated: '笔记所依据的内容已被忘掉或更正',

    toolsCalled: (f) => `模型调用工具${figures(f, 'calls', `：${f.of('calls')}`)}`,
    toolAnswered: (f) => `${f.of('tool')} 有了结果`,
    toolFailed: (f) => `${f.of('tool')} 失败了`,
    toolRefused: (f) => `${f.of('tool')} 没运行：${refusals[f.of('refused')] ?? '不允许'}`,
    runAnswered: '工作做完了',
    runSilent: '工作做完了',
    runFailed: '工作失败了',
    runDetached: '工作要更久：回合先结束',
    runReported: '说出工作的结果',
    runPosts: '发出工作自己要发的话',
    sendsItself: '模型写的文字不会发出：要说话须用自己的发送工具',
    runProgress: '说说工作进展',
    approvalNeeded: (f) => `读取过外部内容，或钩子要求：需要操作员同意${figures(f, 'tool', ` ${f.of('tool')}`)}`,
    callApproved: (f) => `操作员同意执行这一次${figures(f, 'tool', ` ${f.of('tool')}`)}`,
    callDenied: (f) => `操作员拒绝执行${figures(f, 'tool', ` ${f.of('tool')}`)}`,
    nobodyApproved: (f) => `没有操作员及时答复，不执行${figures(f, 'tool', ` ${f.of('tool')}`)}`,
    callsDenied: '操作员两次拒绝：工作结束',
    runSteered: '又有补充',
    runStopped: '被叫停了',
    askRecalled: '提出要求的消息已撤回',
    withdrawal: '撤销了自己的请求',
    requestWithdrawn: '发送者已撤销',
    requestRecalled: '发送者撤回了消息',
    workOver: '所说的工作已经结束',
    runHandedOff: '写了摘要接着做',
    runTooLong: '工作超过模型能读的长度',
    outOfSteps: '工作的步数用完了',
    outOfTokens: (f) =>
      `工作的 token 用完了${figures(f, 'left', `：还剩 ${f.count('left')}，需要 ${f.count('need')}`)}`,
    outOfTime: '工作用时太长',
    repeatedCalls: '同样的调用一再重复',
    hookRefused: (f) => `${hook(f)}拒绝了`,
    hookFailed: (f) => `${hook(f)}出错了：它要检查的不执行，也不使用`,
    hookEnded: '钩子结束了工作',
    hookAsks: (f) => `钩子要操作员同意${figures(f, 'tool', ` ${f.of('tool')}`)}`,

    timeout: (f) =>
      `${f.has('model') ? `${f.of('model')} ` : '模型'}${f.has('timeoutMs') ? `在 ${f.span('timeoutMs')}内` : '没有及时'}${f.has('timeoutMs') ? '没有' : ''}回答`,
    hostNotFound: (f) => `DNS 查不到 ${host(f)} 的地址${code(f)}：改 model.baseUrl，或检查网络`,
    connectionRefused: (f) => `${host(f)} 拒绝连接${code(f)}：启动它，或改 model.baseUrl`,
    noRoute: (f) => `网络到不了 ${host(f)}${code(f)}：检查网络`,
    connectTimeout: (f) => `连接 ${host(f)} 超时${code(f)}：检查网络和 model.baseUrl`,
    tlsUntrusted: (f) => `与 ${host(f)} 的 TLS 失败${code(f)}：证书不受信任，把签发机构的文件给 NODE_EXTRA_CA_CERTS`,
    tlsExpired: (f) => `与 ${host(f)} 的 TLS 失败${code(f)}：证书今天无效，换证书或校准时钟`,
    tlsWrongHost: (f) => `与 ${host(f)} 的 TLS 失败${code(f)}：证书不是给它的，改 model.baseUrl`,
    tlsFailed: (f) => `与 ${host(f)} 的 TLS 失败${code(f)}：它用 https 吗？改 model.baseUrl`,
    connectionBroken: (f) => `${host(f)} 中途断开了调用${code(f)}`,
    unreachable: '连不上模型',

    unauthorized: (f) => `${host(f)} 不认 API 密钥${status(f)}：检查这个模型的密钥`,
    paymentRequired: (f) => `${host(f)} 要先付费${status(f)}：给账户充值`,
    modelNotFound: (f) => `${host(f)} 没有模型 ${f.of('model')}${status(f)}：检查 model.name 和 model.baseUrl`,
    rateLimited: (f) => (f.has('host') ? `${host(f)} 的额度用完或限流${status(f)}` : '额度用完或限流'),
    redirected: (f) =>
      `${host(f)} ${f.has('to') ? `转到 ${f.of('to')}` : '要转到别处'}${status(f)}，不跟随：把 model.baseUrl 改成真正回答的地址`,
    serverError: (f) => `${host(f)} 出错${status(f)}`,
    requestRejected: (f) => `${host(f)} 拒绝了请求${status(f)}`,
    contentFiltered: (f) => `${host(f)} 的内容过滤拦下了调用${status(f)}`,
    promptTooLong: (f) => `提示超过 ${f.of('model')} 能读的长度${status(f)}：调小 maxTalkTokens，或换上下文更长的模型`,
    toolsRejected: (f) =>
      `${host(f)} 不接受给 ${f.of('model')} 的工具${status(f)}：换会调用工具的模型，或不给机器人工具`,
    allModelsRest: (f) => `列表里的模型都因失败暂停使用：${f.of('models')}`,
    unavailable: '暂不可用',
    needsAttention: '需要人处理',

    tooManyBytes: (f) => `${host(f)} 发来超过 ${f.of('maxBytes')} 字节：这不是回答`,
    compressedTwice: (f) => `${host(f)} 的回答压缩了 ${f.of('times')} 层：不读`,
    wrongCharset: (f) => `${host(f)} 的回答不是 ${f.of('charset')}：要发 UTF-8，或写明字符集`,
    brokenJson: (f) => `${host(f)} 的回答不是完整的 JSON`,
    noCompletion: '模型服务器发来的不是聊天回答：检查它的地址',
    answerBrokenOff: (f) => `模型服务器中途断开了回答（${f.of('finish')}）`,
    answerTooLong: (f) => `只要 ${f.of('maxTokens')} token，模型却写了 ${f.of('chars')} 个字符`,
    thoughtsOnly: (f) => `模型用完了 ${f.of('maxTokens')} token 也没有回答：换不思考的模型，或调大 maxOutputTokens`,
    emptyAnswer: '模型的回答是空的',
    answerHoldsKey: '回答里有服务器的密钥',
    toolCalled: '没有提供工具，模型却调用了工具',
    modelRefused: '模型拒绝回答',
    neitherYesNorNo: '模型的回答无法解析：既不是“是”也不是“否”',
    wrongField: (f) => `模型的回答无法解析：${f.of('field')} 不对`,
    noJson: '模型的回答无法解析：里面没有 JSON 对象',
    unparsable: '模型的回答无法解析',
    systemText: '模型写的是系统文字，不是消息',
    promptLeaked: '回复重复了系统提示',
    replyCut: '回复在第一句结束前就被截断',
    thoughtAloud: '模型写出了思考，没有写回复',
    othersLine: '模型替别人说话，没有写回复',
    noWordList: '模型没有写出词表',

    noRoomForTalk: (f) => `${f.of('maxTokens')} token 放不下任何消息：调大短窗口的上限`,
    noBytesForTalk: (f) => `${f.of('bytes')} 字节的请求放不下任何消息：调大请求的字节上限`,
    calledOff: (f) => `对 ${f.of('model')} 的调用被取消`,
    interrupted: '调用期间服务停止了',
    interruptedBefore: '调用发出前服务停止了',
    failed: '调用失败',

    channelTimeout: '渠道没有及时回应',
    channelUnavailable: '渠道暂不可用',
    channelRateLimited: '渠道要求稍后再发',
    channelRefused: '渠道不接收这条回复',
    replyExpired: '回复发出前已过期',
    noVisibleText: '回复没有可见的文字',
    outcomeUnknown: '渠道没有答复，不知道消息是否已在聊天里，所以不再重发',
  },
}

// Why a gate decided as it did, in English.
import type { Figures, WhyWords } from './why-table.ts'

/** `openai at api.openai.com`. */
const server = (f: Figures): string => `${f.of('server')} at ${f.of('host')}`
const code = (f: Figures): string => (f.has('code') ? ` (${f.of('code')})` : '')
const unreached = (f: Figures, cause: string): string => `${server(f)} cannot be reached: ${cause}`

/** Verdicts of older versions, and of others, may lack them. */
const figures = (f: Figures, name: string, text: string): string => (f.has(name) ? text : '')

const windows: Record<string, string> = { short: 'short', medium: 'medium', long: 'long' }
const calls: Record<string, string> = {
  decide: 'before the decision',
  compose: 'before the reply',
  rejudge: 'before the draft is judged again',
  send: 'before sending',
}

const refusals: Record<string, string> = {
  unknown: 'there is no such tool',
  malformed: 'its arguments cannot be read',
  notAllowed: 'whoever asked may not use it',
  repeated: 'the same call was made too often',
  outsideRead: 'something from outside was read before',
  denied: 'no operator allowed it',
  notByText: 'no line of its text may do that',
  byHook: 'a hook refused it',
  hookFailed: 'a hook failed',
  unapproved: 'a hook wants an operator’s word on it',
}

const hook = (f: Figures): string => (f.has('hook') ? `the hook ${f.of('hook')}` : 'a hook')

const windowOf = (f: Figures): string => {
  const window = f.of('window')
  return `${windows[window] ?? window} window`
}
const beforeCall = (f: Figures): string => (f.has('path') ? `, ${calls[f.of('path')] ?? ''}` : '')
const frees = (f: Figures): string => (f.has('freesInMs') ? `, free in ${f.span('freesInMs')}` : '')
const used = (f: Figures): string => `${f.count('used')} of ${f.count('limit')} ${f.of('what')}`

function budgetSpent(f: Figures): string {
  if (!f.has('window')) return `the budget is spent${beforeCall(f)}`
  const whose = f.has('share') ? ' of one person’s share' : ''
  const kept = f.has('kept') ? `, ${f.count('kept')} are kept for people’s requests` : ''
  const needed = f.of('what') === 'tokens' ? ` and ${f.count('need')} are needed` : ''
  return `${windowOf(f)}: ${used(f)}${whose} are used${kept}${needed}${frees(f)}${beforeCall(f)}`
}

export const whyEn: WhyWords = {
  quoted: (words) => `“${words}”`,
  semicolon: '; ',
  colon: ': ',
  why: {
    ownMessage: 'the bot’s own message',
    knownAlready: 'it was received before',
    senderDenied: 'who wrote it is on the list of those who are not served',
    senderUnlisted: 'who wrote it is not on the list of those who are served',
    oneToOneClosed: 'one-to-one chats are not open to who wrote it',
    mentioned: 'the bot was mentioned',
    intervalOver: 'nobody wrote for the batching interval',
    timerLate: 'the timer came late',
    queueFull: (f) =>
      `the queue is full${figures(f, 'maxPending', `: ${f.of('waiting')} wait, ${f.of('maxPending')} at most`)}`,

    requested: 'somebody asks the bot',
    oneToOne: 'a one-to-one chat',
    batchReady: 'a batch of messages',
    moreAsked: 'more was asked before the reply went out',
    budgetFreed: 'the budget is free again for what waited',
    othersGoOn: 'what others said goes on',
    scheduled: 'something was to be done at this time',
    scheduledAgain: 'it waited still when it was due again: it is done once for both',
    scheduleRefused: 'who made it may not have it done any more',
    replied: 'replied',
    silent: 'silent',
    groupReset: 'the group was reset',
    noTurn: 'it got into no turn',

    coolingDown: 'the last turn has just ended',
    requestTooSoon: 'a request came right after a turn',
    nobodyAsked: 'nobody asked the bot: more may come',

    policySet: (f) => `an operator set the policy: ${f.of('policy')}`,
    policyReset: (f) => `an operator went back to the configured policy: ${f.of('policy')}`,
    askedForQuiet: 'a person asked the bot for quiet',
    askedToSpeak: 'a person asked the bot to speak freely',
    operatorSilenced: 'an operator keeps the bot silent',
    operatorDropped: 'an operator dropped the reply',
    operatorMuted: 'an operator muted the bot in this group',
    operatorUnmuted: 'an operator unmuted the bot in this group',
    operatorPaused: 'an operator paused the bot everywhere',
    operatorResumed: 'an operator resumed the bot',
    operatorEnded: 'an operator ended the turn',
    operatorStopped: 'an operator stopped it during the last try',
    commandTaken: (f) =>
      `an operator’s command${figures(f, 'command', `, ,${f.of('command')}`)}: it is answered at once`,
    commandAnswered: 'the command is answered',
    commandFailed: 'the answer to the command was not posted',
    commandRefused: (f) =>
      `a command${figures(f, 'command', `, ,${f.of('command')},`)} of somebody who is no operator: talk`,
    commandsFull: (f) => `too many commands wait${figures(f, 'most', ` (${f.of('most')})`)}: this one is not done`,

    switchedOff: 'the bot is switched off here',
    messageTooOld: 'what it would answer is too old',
    onlyBotsSpoke: (f) =>
      `only bots spoke for too long${figures(f, 'maxBotTurns', `: ${f.of('botTurns')} messages, ${f.of('maxBotTurns')} at most`)}`,
    pairLimit: (f) =>
      `it has answered this bot often enough${figures(f, 'maxPairTurns', `: ${f.of('replies')} of ${f.of('maxPairTurns')} replies`)}`,
    roomLimit: (f) =>
      `the bots of the room have said enough${figures(f, 'maxRoomTurns', `: ${f.of('roomTurns')} messages, ${f.of('maxRoomTurns')} at most`)}`,
    mentionsOnly: 'it answers mentions only',
    heldBack: 'it holds back here: nobody asked it',
    addressedToOther: 'addressed to somebody else',
    offTopic: (f) =>
      `off-topic for this bot${figures(f, 'floor', `: relevance ${f.of('relevance')}, at least ${f.of('floor')} needed`)}`,

    budgetSpent,
    repliesSpread: (f) =>
      `${windowOf(f)}: ${used(f)} are used, replies are ${f.span('pauseMs')} apart${frees(f)}${beforeCall(f)}`,
    waitShown: 'the messages get a sign: they wait, or get no answer',
    dailyCeiling: (f) =>
      `${f.of('scope') === 'bot' ? 'this bot' : 'all bots'}: ${used(f)} of 24 hours are used${f.of('what') === 'tokens' ? ` and ${f.count('need')} are needed` : ''}`,
    personLimit: (f) =>
      `${figures(f, 'person', `${f.of('person')}: `)}the person’s share of 24 hours is used${figures(f, 'what', `: ${used(f)}`)}${frees(f)}`,
    booksUnreadable: 'the books cannot be read, so no budget is known',

    modelWants: 'the model wants to reply',
    modelDeclines: 'the model declines to reply',
    addressedToOtherByModel: 'addressed to somebody else, says the model',
    notRelevantEnough: (f) =>
      `not relevant enough${figures(f, 'threshold', `: ${f.of('relevance')}, at least ${f.of('threshold')} needed`)}`,
    modelSends: 'the model approves the draft',
    modelShortens: 'the model shortens the draft',
    modelDrops: 'the model drops the draft',
    talkMovedOn: 'the chat moved on each time the draft was judged',

    written: 'the reply is written',
    modelSilent: 'the model chose to stay silent',
    emptyReply: 'nothing is left of the reply',
    repeated: 'it was said before',
    repeatedAsReaction: 'it was said before: a reaction instead',
    typingDelay: (f) => `typing delay${figures(f, 'waitMs', ` of ${f.span('waitMs')}`)}`,
    floorTaken: 'another bot is speaking',
    mentionedMeanwhile: 'the bot was mentioned meanwhile',
    askerContinued: 'whoever asked has said more',
    delivered: 'the channel confirmed it',
    expiredWhileWaiting: 'the reply expired before the channel was back',

    noteRenewed: 'the note of the group is renewed',
    nothingToNote: 'nothing new to keep',
    noteOutdated: 'what the note is written from was forgotten or corrected',

    toolsCalled: (f) => `the model calls tools${figures(f, 'calls', `: ${f.of('calls')}`)}`,
    toolAnswered: (f) => `${f.of('tool')} answered`,
    toolFailed: (f) => `${f.of('tool')} failed: the model reads why`,
    toolRefused: (f) => `${f.of('tool')} was not run: ${refusals[f.of('refused')] ?? 'it may not be'}`,
    runAnswered: 'the work is done',
    runSilent: 'the work is done, and there is nothing to say',
    runFailed: 'the work failed',
    runDetached: 'the work takes longer: the turn goes on without it',
    runReported: 'what the work came to is said',
    runPosts: 'what the work sends itself is posted',
    sendsItself: 'nothing the model writes is posted: it has to send by its own tool',
    runProgress: 'the room is told how the work goes',
    approvalNeeded: (f) =>
      `an operator’s word${figures(f, 'tool', ` on ${f.of('tool')}`)} is needed: outside text was read, or a hook wants it`,
    callApproved: (f) => `an operator allowed the call${figures(f, 'tool', ` of ${f.of('tool')}`)}, this once`,
    callDenied: (f) => `an operator said no to the call${figures(f, 'tool', ` of ${f.of('tool')}`)}`,
    nobodyApproved: (f) => `no operator answered in time${figures(f, 'tool', ` about ${f.of('tool')}`)}`,
    callsDenied: 'the operators said no twice: the work ends',
    runSteered: 'whoever asked for the work has said more',
    runStopped: 'whoever asked for the work called it off',
    askRecalled: 'what asked for the work was taken back',
    withdrawal: 'it withdraws what its sender asked',
    requestWithdrawn: 'withdrawn by its sender',
    requestRecalled: 'its sender took the message back',
    workOver: 'the work that it tells of is over',
    runHandedOff: 'the work has become long: it goes on from a summary',
    runTooLong:
      'the work is longer than the model reads, and a summary did not help: raise agent.contextTokens no further than what it reads, or lower maxTalkTokens',
    outOfSteps: 'the work has used its steps',
    outOfTokens: (f) =>
      `the work has used its tokens${figures(f, 'left', `: ${f.count('left')} are left, ${f.count('need')} needed`)}`,
    outOfTime: 'the work took too long',
    repeatedCalls: 'the same call was made again and again',
    hookRefused: (f) => `${hook(f)} refused it`,
    hookFailed: (f) => `${hook(f)} failed: what it was to check is not done, or not used`,
    hookEnded: 'a hook ended the work',
    hookAsks: (f) => `a hook wants an operator’s word${figures(f, 'tool', ` on ${f.of('tool')}`)}`,

    timeout: (f) =>
      `${f.has('model') ? f.of('model') : 'the model'} did not answer ${f.has('timeoutMs') ? `within ${f.span('timeoutMs')}` : 'in time'}`,
    hostNotFound: (f) =>
      unreached(f, `DNS found no address for its name${code(f)}: correct model.baseUrl, or check the network`),
    connectionRefused: (f) => unreached(f, `it refused the connection${code(f)}: start it or correct model.baseUrl`),
    noRoute: (f) => unreached(f, `there is no network route to it${code(f)}: check the network`),
    connectTimeout: (f) => unreached(f, `the connection timed out${code(f)}: check the network and model.baseUrl`),
    tlsUntrusted: (f) =>
      unreached(
        f,
        `TLS failed${code(f)}: its certificate is not trusted: give NODE_EXTRA_CA_CERTS the file of its authority`,
      ),
    tlsExpired: (f) =>
      unreached(f, `TLS failed${code(f)}: its certificate is not valid today: renew it, or set the clock`),
    tlsWrongHost: (f) =>
      unreached(f, `TLS failed${code(f)}: its certificate is not for ${f.of('host')}: correct model.baseUrl`),
    tlsFailed: (f) => unreached(f, `TLS failed${code(f)}: does it speak https? correct model.baseUrl`),
    connectionBroken: (f) => `${server(f)} broke off the call${code(f)}`,
    unreachable: 'the model cannot be reached',

    unauthorized: (f) => `${server(f)} rejected the API key (${f.of('status')}): check the key of this model`,
    paymentRequired: (f) => `${server(f)} wants to be paid first (${f.of('status')}): top up its account`,
    modelNotFound: (f) =>
      `${server(f)} knows no model ${f.of('model')} (${f.of('status')}): check model.name and model.baseUrl`,
    rateLimited: (f) =>
      f.has('host')
        ? `${server(f)} is out of quota or rate limited (${f.of('status')})`
        : 'out of quota or rate limited',
    redirected: (f) => {
      const to = f.has('to') ? ` to ${f.of('to')}` : ''
      return `${server(f)} redirects${to} (${f.of('status')}), which is not followed: give model.baseUrl the address where it answers itself`
    },
    serverError: (f) => `${server(f)} failed (${f.of('status')})`,
    requestRejected: (f) => `${server(f)} rejected the request (${f.of('status')})`,
    contentFiltered: (f) => `the content filter of ${server(f)} stopped the call (${f.of('status')})`,
    promptTooLong: (f) =>
      `the prompt is longer than ${f.of('model')} reads (${f.of('status')}): lower maxTalkTokens, or choose a longer context`,
    toolsRejected: (f) =>
      `${server(f)} takes none of the tools on offer for ${f.of('model')} (${f.of('status')}): choose a model that calls tools, or allow the bot none`,
    allModelsRest: (f) => `every model of the list rests after failures: ${f.of('models')}`,
    unavailable: 'not available at the moment',
    needsAttention: 'a setting has to be changed',

    tooManyBytes: (f) => `${server(f)} sent more than ${f.of('maxBytes')} bytes: that is no answer`,
    compressedTwice: (f) => `${server(f)} compressed its answer ${f.of('times')} times: it is not read`,
    wrongCharset: (f) =>
      `${server(f)} answered in bytes that are no ${f.of('charset')}: it must send UTF-8, or name its charset`,
    brokenJson: (f) => `${server(f)} answered with broken JSON`,
    noCompletion: 'the model server sent no chat completion: check its base URL',
    answerBrokenOff: (f) => `the model server broke off its answer (${f.of('finish')})`,
    answerTooLong: (f) =>
      `the model answered with ${f.of('chars')} characters, where ${f.of('maxTokens')} tokens were asked for`,
    thoughtsOnly: (f) =>
      `the model used up ${f.of('maxTokens')} tokens without an answer: choose one that does not think, or raise maxOutputTokens`,
    emptyAnswer: 'the model answered with nothing',
    answerHoldsKey: 'the answer holds the key of its server',
    toolCalled: 'the model called a tool where none was offered',
    modelRefused: 'the model refused to answer',
    neitherYesNorNo: 'the model’s answer cannot be parsed: neither yes nor no',
    wrongField: (f) => `the model’s answer cannot be parsed: wrong ${f.of('field')}`,
    noJson: 'the model’s answer cannot be parsed: no JSON object in it',
    unparsable: 'the model’s answer cannot be parsed',
    systemText: 'the model wrote system text instead of a message',
    promptLeaked: 'the reply repeats the system prompt',
    replyCut: 'the reply was cut before its first sentence ended',
    thoughtAloud: 'the model thought aloud instead of replying',
    othersLine: 'the model wrote somebody else’s line instead of a reply',
    noWordList: 'the model wrote no list of words',

    noRoomForTalk: (f) =>
      `${f.of('maxTokens')} tokens leave no room for any talk: raise the limits of the short window`,
    noBytesForTalk: (f) => `${f.of('bytes')} bytes leave no room for any talk: raise prompt.maxBytes`,
    calledOff: (f) => `the call to ${f.of('model')} was called off`,
    interrupted: 'the service stopped during the call',
    interruptedBefore: 'the service stopped before the call was made',
    failed: 'the call failed',
    channelTimeout: 'the channel did not answer in time',
    channelUnavailable: 'the channel is not available',
    channelRateLimited: 'the channel asks to wait',
    channelRefused: 'the channel does not take the reply',
    replyExpired: 'the reply expired before it was posted',
    noVisibleText: 'the reply has no visible text',
    outcomeUnknown: 'nobody knows whether it stands in the chat: it is not posted again',
  },
}

// Why a gate decided as it did, as keys: what they say in words is in src/outcomes/.

/** Every key that a verdict may bear. */
export const whyKeys = [
  // Messages as they come in.
  'ownMessage',
  'knownAlready',
  'senderDenied',
  'senderUnlisted',
  'oneToOneClosed',
  'mentioned',
  'intervalOver',
  'timerLate',
  'queueFull',
  // Turns begin, begin anew and end.
  'requested',
  'oneToOne',
  'batchReady',
  'moreAsked',
  'budgetFreed',
  'othersGoOn',
  'scheduled',
  'scheduledAgain',
  'scheduleRefused',
  'replied',
  'silent',
  'groupReset',
  'noTurn',
  // Waits.
  'coolingDown',
  'requestTooSoon',
  'nobodyAsked',
  // Operators, and people who ask for quiet.
  'policySet',
  'policyReset',
  'askedForQuiet',
  'withdrawal',
  'requestWithdrawn',
  'requestRecalled',
  'askedToSpeak',
  'operatorSilenced',
  'operatorDropped',
  'operatorMuted',
  'operatorUnmuted',
  'operatorPaused',
  'operatorResumed',
  'operatorEnded',
  'operatorStopped',
  'commandTaken',
  'commandAnswered',
  'commandFailed',
  'commandRefused',
  'commandsFull',
  // The gates that cost nothing.
  'switchedOff',
  'messageTooOld',
  'onlyBotsSpoke',
  'pairLimit',
  'roomLimit',
  'mentionsOnly',
  'heldBack',
  'addressedToOther',
  'offTopic',
  // The budget, and the ceilings of a day.
  'budgetSpent',
  'repliesSpread',
  'waitShown',
  'dailyCeiling',
  'personLimit',
  'booksUnreadable',
  // The decision and the judgement of a draft, by a model.
  'modelWants',
  'modelDeclines',
  'addressedToOtherByModel',
  'notRelevantEnough',
  'modelSends',
  'modelShortens',
  'modelDrops',
  'talkMovedOn',
  // The reply.
  'written',
  'modelSilent',
  'emptyReply',
  'repeated',
  'repeatedAsReaction',
  'typingDelay',
  'floorTaken',
  'mentionedMeanwhile',
  'askerContinued',
  'delivered',
  'expiredWhileWaiting',
  // The note of a group.
  'noteRenewed',
  'nothingToNote',
  'noteOutdated',
  // Tools at work.
  'toolsCalled',
  'toolAnswered',
  'toolFailed',
  'toolRefused',
  'runAnswered',
  'runSilent',
  'runFailed',
  'runDetached',
  'runReported',
  'runProgress',
  'runPosts',
  'sendsItself',
  'approvalNeeded',
  'callApproved',
  'callDenied',
  'nobodyApproved',
  'callsDenied',
  'runSteered',
  'runStopped',
  'askRecalled',
  'workOver',
  'runHandedOff',
  'runTooLong',
  'outOfSteps',
  'outOfTokens',
  'outOfTime',
  'repeatedCalls',
  'hookRefused',
  'hookFailed',
  'hookEnded',
  'hookAsks',
  // A call failed: nobody answered.
  'timeout',
  'hostNotFound',
  'connectionRefused',
  'noRoute',
  'connectTimeout',
  'tlsUntrusted',
  'tlsExpired',
  'tlsWrongHost',
  'tlsFailed',
  'connectionBroken',
  'unreachable',
  // A call failed: the server turned it away.
  'unauthorized',
  'paymentRequired',
  'modelNotFound',
  'rateLimited',
  'redirected',
  'serverError',
  'requestRejected',
  'contentFiltered',
  'promptTooLong',
  'toolsRejected',
  'allModelsRest',
  'unavailable',
  'needsAttention',
  // A call failed: the answer is none.
  'tooManyBytes',
  'compressedTwice',
  'wrongCharset',
  'brokenJson',
  'noCompletion',
  'answerBrokenOff',
  'answerTooLong',
  'thoughtsOnly',
  'emptyAnswer',
  'answerHoldsKey',
  'toolCalled',
  'modelRefused',
  'neitherYesNorNo',
  'wrongField',
  'noJson',
  'unparsable',
  'systemText',
  'promptLeaked',
  'replyCut',
  'thoughtAloud',
  'othersLine',
  'noWordList',
  // A call failed here.
  'noRoomForTalk',
  'noBytesForTalk',
  'calledOff',
  'interrupted',
  'interruptedBefore',
  'failed',
  // The channel did not post.
  'channelTimeout',
  'channelUnavailable',
  'channelRateLimited',
  'channelRefused',
  'replyExpired',
  'noVisibleText',
  'outcomeUnknown',
] as const

export type WhyKey = (typeof whyKeys)[number]

/** A key with its figures, and with the words that are not the service's own. */
export interface Cause {
  why: WhyKey
  numbers?: Record<string, number | string>
  /** What a model gave as its reason, or what a server or a channel said of a failure: data, shown as a quotation. */
  reason?: string
  /** Of several models: those that were asked before, and what each failed of. */
  tried?: TriedModel[]
}

export interface TriedModel extends Pick<Cause, 'why' | 'numbers' | 'reason'> {
  model: string
}

/** Of an error that bears one. What foreign code throws has none, or one that is not known. */
export function causeIn(thrown: unknown): Cause | undefined {
  const cause = (thrown ?? {}) as Partial<Cause>
  return cause.why !== undefined && whyKeys.includes(cause.why) ? causeAlone(cause as Cause) : undefined
}

/** Of whatever bears one. */
export const causeAlone = ({ why, numbers, reason, tried }: Cause): Cause => ({
  why,
  ...(numbers && { numbers }),
  ...(reason !== undefined && { reason }),
  ...(tried && { tried }),
})

// Mutants of the group chart: guards, targets, order of gates, delays, what is remembered.
import type { MutantArea } from './mutant.ts'

const of = (part: string) => (name: string, text: string, replacement: string) => ({
  name,
  file: `machines/group/${part}.ts`,
  text,
  replacement,
})
const conditions = of('conditions')
const checking = of('turn/checking')
const deciding = of('turn/deciding')
const delaying = of('turn/delaying')
const modelCall = of('turn/model-call')
const rejudging = of('turn/rejudging')
const sending = of('turn/sending')
const cooling = of('turn/cooling')
const guards = of('guards')
const changes = of('changes')
const delays = of('delays')
const draft = of('draft')
const callInputs = of('call-inputs')
const budgetWait = of('budget-wait')

export const charts: MutantArea = {
  tests: ['test/paths/lives.test.ts', 'test/machines', 'test/paths'],
  mutants: [
    conditions('a batch waits five intervals', 'first + 4 * intervalMs', 'first + 5 * intervalMs'),
    conditions(
      'a turn starts over without the mention floor',
      'Math.max(0, input.settings.mentionMinIntervalMs - since(at, turn?.resumedAt ?? turn?.startedAt))',
      '0',
    ),
    conditions(
      'a mention supersedes the draft again and again',
      '!message.mentioned || turn.restart !== undefined',
      '!message.mentioned',
    ),
    conditions(
      'a draft that may be answered already is sent',
      'return report === true || answered || continued !== undefined ||',
      'return report === true || continued !== undefined ||',
    ),
    conditions('an old draft is sent', ' || since(at, draft?.at) > maxAgeMs', ''),
    conditions(
      'bots talk over each other',
      'floor !== undefined && floor.until > at &&',
      'floor !== undefined && floor.until < at &&',
    ),
    conditions('an open group is judged', "policyOf(context) === 'open' ||", ''),
    guards(
      'a mute does not silence',
      "isSilenced: or([stateIn('#group.control.muted'), 'isPaused']),",
      "isSilenced: or(['isPaused']),",
    ),
    checking(
      'a switched-off bot is asked',
      "{ guard: 'isSwitchedOff',",
      "{ guard: and(['isSwitchedOff', 'isPaused']),",
    ),
    checking(
      'the policy "mention" lets everything through',
      "    { guard: and(['isMentionPolicy', not('isNamed')]), ...skip('policy', 'mentionsOnly') },\n",
      '',
    ),
    checking('the budget is not asked before a decision', "    ...unlessPaid('decide', 'ahead'),\n", ''),
    deciding(
      'a judgement that cannot be read lets unasked talk through',
      "guard: and(['isUnreadable', 'isRequestedByPerson']),",
      "guard: 'isUnreadable',",
    ),
    deciding(
      'what is for others, as the model says, is answered',
      "guard: 'isForOthers',\n        target: ends,",
      "guard: 'isForOthers',\n        target: 'rechecking',",
    ),
    modelCall(
      'a call that failed does not end the turn',
      '{ target: ends, ...gated(id, failsAt(id), ...failed) },',
      '{ target: again, ...gated(id, failsAt(id), ...failed) },',
    ),
    modelCall(
      'a call that is late does not end the turn',
      'const late = { target: ends, ...gated(',
      'const late = { target: again, ...gated(',
    ),
    modelCall('tokens stay held when a call is over', "exit: 'settleTokens',", 'exit: [],'),
    of('ledger')(
      'a cost that failed is not charged',
      '(error as { tokens?: number } | undefined)?.tokens',
      '(error as { tokens?: number } | undefined)?.tokens ?? (error && 0)',
    ),
    delaying(
      'an outdated draft is not judged again',
      "guard: and(['isOutdated', not(rejudgementUnpaid)]),",
      "guard: and(['isOutdated', 'isOneToOne']),",
    ),
    rejudging(
      'a dropped draft is sent',
      "guard: 'isDropped',\n        target: 'cooling',",
      "guard: 'isDropped',\n        target: 'sending',",
    ),
    sending(
      'a reply is tried again and again after it expired',
      "guard: 'isTriedInVain', target: ends,",
      "guard: 'isOneToOne', target: ends,",
    ),
    sending(
      'a reply that may have been posted is given up when it has expired',
      "guard: 'isTriedInVain', target: ends,",
      "guard: 'isExpired', target: ends,",
    ),
    sending(
      'a send is not booked',
      "actions: ['bookSend', 'keepPosted', record(sent)]",
      "actions: ['keepPosted', record(sent)]",
    ),
    cooling('a request waits for the cooldown', "{ guard: 'isRequestDue', ...toNextTurn },", ''),
    cooling(
      'a batch does not wait for the cooldown',
      "{ guard: 'hasPending', target: 'queueing', meta: { gate: 'cooldown' } },",
      "{ guard: 'hasPending', target: '#group.turn.idle', meta: { gate: 'cooldown' } },",
    ),
    guards(
      'the mention floor ends one too early',
      'after(timeOf(event), context.self.lastEndAt) >= context.input.settings.mentionMinIntervalMs',
      'after(timeOf(event), context.self.lastEndAt) >= context.input.settings.mentionMinIntervalMs - 1',
    ),
    guards(
      'own words are answered',
      "isOwn: ({ event }: Moment) => messageOf(event).kind === 'self'",
      "isOwn: ({ event }: Moment) => messageOf(event).sender === ''",
    ),
    guards(
      'no means yes',
      'isUnwanted: ({ event }: Moment) => !decisionIn(event).want,',
      'isUnwanted: ({ event }: Moment) => decisionIn(event).want,',
    ),
    guards(
      'a verdict that is missing sends',
      "(decisionIn(event).verdict ?? 'drop') === 'drop'",
      "decisionIn(event).verdict === 'drop'",
    ),
    changes('a turn has no end time', 'const ended = isFree(context) ? {} : { lastEndAt: at }', 'const ended = {}'),
    changes(
      'the buffer keeps what was flushed',
      'pending: mergeByTime(queue.pending, queue.buffer),\n    buffer: [],',
      'pending: mergeByTime(queue.pending, queue.buffer),',
    ),
    changes(
      'a restart forgets what it was about',
      'const more = { batch: mergeByTime(turn.batch, batch),',
      'const more = { batch,',
    ),
    changes(
      'judgements for nothing are never counted',
      'skips: self.skipBackoff.skips + 1, since: at }',
      'skips: self.skipBackoff.skips, since: at }',
    ),
    delays(
      'the cooldown is half as long',
      'context.input.settings.dispatch.cooldownMs - since(',
      'context.input.settings.dispatch.cooldownMs / 2 - since(',
    ),
    delays(
      'a pause ends at once',
      'Math.max(0, (context.turn?.dueAt ?? 0) - timeOf(event)),\n  floorTimeout',
      'Math.max(0, -timeOf(event)),\n  floorTimeout',
    ),
    draft(
      'a peer is not heard during the pause',
      'const mayAnswer = isPeers || replies || !asked',
      'const mayAnswer = replies || !asked',
    ),
    callInputs('each try bears a new key', '#${n}@${startedAt}`', '#${n}@${turnOf(context).tries}`'),
    callInputs(
      'a reply expires much later',
      '...batch.map(({ ts }) => ts)) + context.input.settings.delivery.expiryMs',
      '...batch.map(({ ts }) => ts)) + 2 * context.input.settings.delivery.expiryMs',
    ),
    budgetWait('a request is not held', 'return freesAt !== undefined && freesAt <= holdEnd(next)', 'return false'),
    budgetWait('a sign is given twice', 'shown.filter(({ id }) => !signed.includes(id))', 'shown'),
    of('note')(
      'the note is renewed in the middle of a turn',
      '!turn && isNoteDue(room.note, input) &&',
      'isNoteDue(room.note, input) &&',
    ),
    of('turn/stops')('a drop does not end the turn', "return { 'operator.drop': stop,", 'return {'),
    of('intake')(
      'a mention waits in the buffer',
      "            target: 'idle',\n            actions: ['bufferMessage', record(flushBy('mentioned')), 'flushBuffer'],",
      "            target: 'buffering',\n            actions: ['bufferMessage'],",
    ),
  ],
}

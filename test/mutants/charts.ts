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
const rejudging = of('turn/rejudging')
const sending = of('turn/sending')
const cooling = of('turn/cooling')
const setup = of('setup')
const context = of('context')
const delays = of('delays')
const draft = of('draft')
const callInputs = of('call-inputs')
const budgetWait = of('budget-wait')

export const charts: MutantArea = {
  tests: ['test/paths/lives.test.ts', 'test/machines', 'test/paths'],
  mutants: [
    conditions('a batch waits five intervals', 'bufferSince + 4 * intervalMs', 'bufferSince + 5 * intervalMs'),
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
      'return answered || continued !== undefined ||',
      'return continued !== undefined ||',
    ),
    conditions('an old draft is sent', ' || since(at, draft?.at) > maxAgeMs', ''),
    conditions(
      'bots talk over each other',
      'floor !== undefined && floor.until > at &&',
      'floor !== undefined && floor.until < at &&',
    ),
    conditions('an open group is judged', "policyOf(context) === 'open' ||", ''),
    conditions(
      'a mute does not silence',
      'control.muted === true || input.paused === true\n\n',
      'input.paused === true\n\n',
    ),
    checking('a switched-off bot is asked', "{ guard: 'isSwitchedOff',", "{ guard: 'isNothingAsked',"),
    checking(
      'the policy "mention" lets everything through',
      "    { guard: 'isUnmentionedByPolicy', ...skip('policy', 'mentionsOnly') },\n",
      '',
    ),
    checking('the budget is not asked before a decision', "    ...unlessPaid('decide', 'ahead'),\n", ''),
    deciding(
      'a judgement that cannot be read lets unasked talk through',
      "guard: { type: 'isUnreadableOfRequest', params: failure },",
      "guard: 'isCooldownOver',",
    ),
    deciding(
      'what is for others, as the model says, is answered',
      "guard: { type: 'isForOthers', params: ({ event }) => event.output },\n        target: '#group.turn.cooling',",
      "guard: { type: 'isForOthers', params: ({ event }) => event.output },\n        target: 'rechecking',",
    ),
    deciding(
      'a failed judgement is answered',
      "      {\n        target: '#group.turn.cooling',\n        actions: [\n          { type: 'recordVerdict', params: failsAt('decide') },",
      "      {\n        target: 'rechecking',\n        actions: [\n          { type: 'recordVerdict', params: failsAt('decide') },",
    ),
    deciding(
      'a judgement that is late is answered',
      "const lateDecision = {\n  target: '#group.turn.cooling',",
      "const lateDecision = {\n  target: '#group.turn.dispatching.rechecking',",
    ),
    of('turn/model-call')(
      'a cost that failed is not charged',
      'export const costOfFailure = ({ event }: { event: { error: unknown } }) => ({ tokens: failure({ event }).tokens })',
      'export const costOfFailure = ({ event }: { event: { error: unknown } }) => ({ tokens: failure({ event }).tokens ?? 0 })',
    ),
    delaying(
      'an outdated draft is not judged again',
      "        { guard: 'isOutdated', target: '#group.turn.rejudging', meta: { gate: 'rejudge' } },\n",
      '',
    ),
    rejudging(
      'a dropped draft is sent',
      "guard: { type: 'isDropped', params: ({ event }) => event.output },\n        target: 'cooling',",
      "guard: { type: 'isDropped', params: ({ event }) => event.output },\n        target: 'sending',",
    ),
    rejudging(
      'a failed judgement before sending sends',
      "      {\n        target: 'cooling',\n        actions: [\n          { type: 'recordVerdict', params: failsAt('rejudge') },",
      "      {\n        target: 'sending',\n        actions: [\n          { type: 'recordVerdict', params: failsAt('rejudge') },",
    ),
    sending(
      'a reply is tried again and again after it expired',
      "guard: 'isAskedInVain',\n          target: '#group.turn.cooling',",
      "guard: 'isOneToOne',\n          target: '#group.turn.cooling',",
    ),
    sending(
      'a reply that may have been posted is given up when it has expired',
      "guard: 'isAskedInVain',\n          target: '#group.turn.cooling',",
      "guard: 'isExpired',\n          target: '#group.turn.cooling',",
    ),
    sending('a send is not booked', "actions: ['bookSend', {", 'actions: [{'),
    cooling('a request waits for the cooldown', "{ guard: 'isRequestDue', ...toNextTurn },", ''),
    cooling(
      'a batch does not wait for the cooldown',
      "{ guard: 'hasPending', target: 'queueing', meta: { gate: 'cooldown' } },",
      "{ guard: 'hasPending', target: '#group.turn.idle', meta: { gate: 'cooldown' } },",
    ),
    conditions(
      'the mention floor ends one too early',
      'since(at, context.lastEndAt) >= context.input.settings.mentionMinIntervalMs\n\nexport const isRequestEarly',
      'since(at, context.lastEndAt) >= context.input.settings.mentionMinIntervalMs - 1\n\nexport const isRequestEarly',
    ),
    setup(
      'own words are answered',
      "isOwn: ({ event }) => messageOf(event).kind === 'self'",
      "isOwn: ({ event }) => messageOf(event).sender === ''",
    ),
    setup(
      'no means yes',
      'isUnwanted: (_, decision: Decision) => !decision.want,',
      'isUnwanted: (_, decision: Decision) => decision.reason === decision.type,',
    ),
    setup('a verdict that is missing sends', "verdict === 'drop' || verdict === undefined", "verdict === 'drop'"),
    context('a turn has no end time', 'const ended = isFree(context) ? {} : { lastEndAt: at }', 'const ended = {}'),
    context(
      'the buffer keeps what was flushed',
      '  buffer: [],\n  flushes: context.flushes + 1,',
      '  flushes: context.flushes + 1,',
    ),
    context(
      'a restart forgets what it was about',
      'const more = { batch: mergeByTime(turn.batch, batch),',
      'const more = { batch,',
    ),
    context(
      'judgements for nothing are never counted',
      'skips: backOff.skips + 1, since: at }',
      'skips: backOff.skips, since: at }',
    ),
    delays(
      'the cooldown is half as long',
      'context.input.settings.dispatch.cooldownMs - since(',
      'context.input.settings.dispatch.cooldownMs / 2 - since(',
    ),
    delays(
      'a pause ends at once',
      'Math.max(0, (context.turn?.dueAt ?? 0) - timeOf(event)),\n  floorPatience',
      'Math.max(0, -timeOf(event)),\n  floorPatience',
    ),
    draft(
      'a peer is not heard during the pause',
      'const mayAnswer = isPeers || replies || !asked',
      'const mayAnswer = replies || !asked',
    ),
    callInputs('each try bears a new key', '#${n}@${startedAt}`', '#${n}@${turnOf(context).tries}`'),
    callInputs(
      'a reply expires much later',
      'return newest + context.input.settings.delivery.expiryMs',
      'return newest + 2 * context.input.settings.delivery.expiryMs',
    ),
    budgetWait('a request is not held', 'return freesAt !== undefined && freesAt <= holdEnd(next)', 'return false'),
    budgetWait('a sign is given twice', 'shown.filter(({ id }) => !signed.includes(id))', 'shown'),
    of('note')(
      'the note is renewed in the middle of a turn',
      'if (turn || !isNoteDue(memory, input)) return false',
      'if (!isNoteDue(memory, input)) return false',
    ),
    of('turn/stops')(
      'a drop does not end the turn',
      "export const onStop = { 'operator.drop': stop,",
      'export const onStop = {',
    ),
    of('intake')(
      'a mention waits in the buffer',
      "            target: 'idle',\n            actions: ['bufferMessage', { type: 'recordVerdict', params: flushBy('mentioned') }, ...flush],",
      "            target: 'buffering',\n            actions: ['bufferMessage'],",
    ),
  ],
}

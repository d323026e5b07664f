// Mutants of the pure rules: windows, shares, waits, brakes, types.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('machines/rules/')
const window = of('window')
const budget = of('budget')
const share = of('person-share')
const reservation = of('reservation')
const backOff = of('skip-backoff')
const deferral = of('deferral')
const loop = of('loop-brake')
const requests = of('requests')
const pace = of('pace')
const type = of('reply-type')
const time = of('time')

export const rules: MutantArea = {
  tests: ['test/paths/lives.test.ts', 'test/rules', 'test/machines', 'test/language'],
  mutants: [
    window(
      'a lively talk ends one message early',
      'window.messages <= limits.activeMessages',
      'window.messages < limits.activeMessages',
    ),
    window(
      'a message leaves the window at its end',
      '(window.ts[gone] ?? 0) < oldest',
      '(window.ts[gone] ?? 0) <= oldest',
    ),
    budget(
      'one message too many fits in a window',
      'if (used < allowed) return undefined',
      'if (used <= allowed) return undefined',
    ),
    budget(
      'nothing is kept for requests',
      'const reserve = ask.mayUseReserve ? 0 : settings.reserveBudgetRatio',
      'const reserve = 0',
    ),
    budget(
      'the long window is not looked at',
      'for (const [window, key] of windows) {\n    const limit = settings.limits[key]\n    const block',
      'for (const [window, key] of windows.slice(0, 2)) {\n    const limit = settings.limits[key]\n    const block',
    ),
    budget('tokens are never counted', 'if (ask.tokens === 0) continue', 'if (ask.tokens >= 0) continue'),
    budget(
      'what a note may cost does not count',
      'let sum = (reserved?.tokens ?? 0) + (reservedForNote?.tokens ?? 0)',
      'let sum = reserved?.tokens ?? 0',
    ),
    budget(
      'a send one window old still counts',
      '(sends[first - 1] ?? 0) > at - durationMs',
      '(sends[first - 1] ?? 0) >= at - durationMs',
    ),
    share(
      'one person may have everything',
      'if (settings.limits.maxPersonShare >= 1) return undefined',
      'if (settings.limits.maxPersonShare > 0) return undefined',
    ),
    reservation('a call takes more than there is', 'Math.min(wanted, room - later)', 'wanted'),
    backOff(
      'the wait after judgements for nothing does not grow',
      'exponentialBackOff(doubling, skips - forgiven)',
      'backoffMs',
    ),
    backOff('judgements for nothing cost no wait', 'return skips > forgiven ?', 'return skips < 0 ?'),
    deferral(
      'a pile is one line higher',
      '? Math.ceil(decision.pileUp / 2) : decision.pileUp)',
      '? Math.ceil(decision.pileUp / 2) : decision.pileUp + 1)',
    ),
    deferral('a lull is not waited for', 'heardAt + decision.lullMs)', 'heardAt)'),
    loop('bots go on for one line more', 'botMessages > maxBotTurns', 'botMessages > maxBotTurns + 1'),
    loop(
      'one peer is answered once more',
      'pairRepliesOf(batch, counts) >= maxPairTurns',
      'pairRepliesOf(batch, counts) > maxPairTurns',
    ),
    loop(
      'own replies do not count among bots',
      '({ botMessages, ownReplies }: Counts): number => botMessages + ownReplies',
      '({ botMessages }: Counts): number => botMessages',
    ),
    loop(
      'a person does not end talk among bots',
      "if (kind === 'person') return { botMessages: 0,",
      "if (kind === 'self') return { botMessages: 0,",
    ),
    requests(
      'a follow-up is no request',
      "kind === 'person' && (mentioned || asked !== undefined)",
      "kind === 'person' && mentioned",
    ),
    requests(
      'a follow-up is not judged',
      "boolean => mentioned || asked === 'alone'",
      'boolean => mentioned || asked !== undefined',
    ),
    pace(
      'a draft waits no pause',
      'ms: Math.round(soon + (late - soon) * share * random.value)',
      'ms: Math.round((late - soon) * share * random.value)',
    ),
    type('a spent budget bears long replies', 'if (!(budgetUsage < 0.7))', 'if (!(budgetUsage < 0.9))'),
    type('a short reply has three sentences', 'short: 2, normal: 5', 'short: 3, normal: 5'),
    time('the far future is trusted', '|| ts > at + limits.maxAheadMs', ''),
    of('queue')(
      'a full queue gives up a request first',
      'waiting.find((ref) => !ref.mentioned && !isRequest(ref)) ??',
      'waiting.find((ref) => isRequest(ref)) ??',
    ),
    of('askers')(
      'a storm of requests draws on the reserve',
      'sender === who && mentions > maxMentions',
      'sender === who && mentions > 100 * maxMentions',
    ),
    of('for-others')('what is for others is judged', 'ref.addressedToOther === true ||', ''),
    {
      name: 'a name in code is a mention',
      file: 'src/language/spoken.ts',
      text: '.replaceAll(fencedCode, blank)',
      replacement: '',
    },
  ],
}

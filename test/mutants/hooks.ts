// Mutants of hooks: what would let one allow more, or let through what it should have checked.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('src/')
const tighten = of('tools/hooks/tighten')
const hooks = of('tools/hooks/hooks')
const load = of('tools/hooks/load-hooks')
const thread = of('tools/hooks/hook-thread')
const call = of('jobs/run/hooked-call')
const model = of('jobs/run/hooked')
const reply = of('jobs/run/hooked-reply')
const step = of('jobs/run/think')
const service = of('app')
const settings = of('config/hooks')
const refs = of('jobs/run/calls')
const chart = mutantsIn('machines/agent/')
const changes = chart('changes')
const approval = chart('approval')

export const hookMutants: MutantArea = {
  tests: [
    'test/tools/hooks/tighten.test.ts',
    'test/machines/hooks.test.ts',
    'test/jobs/run/hooked.test.ts',
    'test/jobs/run/hooked-call.test.ts',
    'test/tools/hooks/load-hooks.test.ts',
    'test/cli/doctor-hooks.test.ts',
    'test/e2e/hooks.test.ts',
  ],
  mutants: [
    tighten(
      'a hook names the tools that are offered',
      'tools: offer.tools.filter((name) => !',
      'tools: dropTools.filter((name) => ',
    ),
    tighten('a hook raises the limit of an answer', 'Math.min(offer.maxOutputTokens', 'Math.max(offer.maxOutputTokens'),
    tighten('keys that no hook has are left out', 'beforeModel: z.strictObject(', 'beforeModel: z.object('),
    tighten('a later hook gives a text back', 'heard.dropsText || dropText', 'dropText'),
    tighten('a later hook gives calls back', 'new Map([...heard.dropped, ...added])', 'new Map(added)'),
    tighten('a hook drops calls that there are not', 'n < calls && !heard', '!heard'),
    tighten('a result grows as a hook likes', 'whole.length <= Math.max(text.length, shortest)', 'whole.length >= 0'),
    tighten(
      'a hook takes back that something is from outside',
      '...result,\n    ...(replace',
      'text: result.text,\n    ...(replace',
    ),
    hooks(
      'a hook that fails lets through',
      'return { state, refused: { by, reason: `its ${hook} failed`, failed: true } }',
      'continue',
    ),
    hooks(
      'a hook takes back that another one asks',
      'askOperators === undefined || state.asks ? state',
      'askOperators === undefined ? {}',
    ),
    hooks('a result is shown though its hook failed', "text: '', withheld", 'text: result.text, withheld'),
    hooks('a changed result is not marked', '`${changedMark}${state.text}`', 'state.text'),
    load('a hook sees the service’s environment', '    env: {},\n', ''),
    load('one that loops is asked again', 'if (error instanceof LateError) own.retire()', ''),
    thread('what a hook is given can be written', 'Object.freeze(value)', ''),
    thread(
      'a hook of a name that nobody knows is loaded',
      'if (unknown !== undefined) throw',
      "if (unknown === '') throw",
    ),
    call(
      'a hook’s no is no no after an operator’s yes',
      "if ('refused' in said) {",
      "if ('refused' in said && !call.approved) {",
    ),
    call(
      'a hook that wants a word is not heard',
      'if (!asks || call.approved) return undefined',
      'if (asks || call.approved) return undefined',
    ),
    call('what failed to be checked is no error', 'isError: isError || withheld !== undefined', 'isError'),
    model(
      'a model is asked though a hook refused',
      "if ('refused' in answer) throw refusalError(answer.refused, 0)",
      "if ('refused' in answer) return { tools, maxOutputTokens }",
    ),
    model('a text that a hook dropped is said', "dropsText ? { ...answer, text: '' } : answer", 'answer'),
    reply(
      'a reply is offered what a hook dropped',
      'if (offer.tools.length === tools.length)',
      'if (offer.tools.length <= tools.length)',
    ),
    step(
      'a step is offered what a hook dropped',
      'const input = { ...given, tools: [...offer.tools] }',
      'const input = given',
    ),
    step('a step ignores the lower limit', 'maxTokens: offer.maxOutputTokens', 'maxTokens: input.maxOutputTokens'),
    refs('a call that a hook dropped is made', "const refused = dropped ? 'byHook' : call", 'const refused = call'),
    changes(
      'a read that a hook holds is made',
      "return call.held ? { ...call, refused: 'unapproved' } : call",
      'return call',
    ),
    service('what a hook may refuse is shown as it comes', 'hears: hooks?.checksAnswers ? undefined : hears', 'hears'),
    settings('a run can write the hooks that check it', 'if (root !== undefined)', "if (root === '')"),
    approval('nobody is asked for a hook', " || refused === 'unapproved'", ''),
  ],
}

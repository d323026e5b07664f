// Mutants of the work behind a call: how an answer is read, what is charged, what never reaches a group.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('src/')
const decide = of('jobs/decide')
const compose = of('jobs/compose')
const note = of('jobs/renew-note')
const parse = of('llm/parse-decision')
const calls = of('llm/tool-calls')

export const jobs: MutantArea = {
  tests: [
    'test/store/kept-lines.test.ts',
    'test/jobs',
    'test/llm',
    'test/bad-inputs',
    'test/e2e/honest-ledger.test.ts',
    'test/e2e/absurd-ledger.test.ts',
  ],
  mutants: [
    decide(
      'a judgement before sending is read as a first one',
      'const again = input.draft !== undefined',
      'const again = input.draft === undefined',
    ),
    decide('a no before sending sends', "verdict: yes ? 'send' : 'drop'", "verdict: yes ? 'send' : 'send'"),
    compose('system text reaches the group', 'if (isSystemText(said)) throw', 'if (isSystemText(said) && !said) throw'),
    compose(
      'a leaked prompt reaches the group',
      "if (leaksPrompt(said, prompt, heard.join('\\n')))",
      "if (leaksPrompt(said, prompt, heard.join('\\n')) && said === '')",
    ),
    compose(
      'silence in words is said',
      'const isSilent = isSilence(said) || isSilence(text)',
      "const isSilent = said === ''",
    ),
    compose(
      'a call that failed to be read costs nothing',
      'tokens: chargedTokens(answer, input),\n      askedAt',
      'tokens: 0,\n      askedAt',
    ),
    of('store/profile-words')('a language of strangers costs a call', ' AND refused IS NOT 1', ''),
    of('jobs/within-bytes')('a request may have any bytes', 'if (over <= 0) return', 'if (over <= 9e9) return'),
    of('jobs/attachments/attachments')(
      'a picture is sent that finds no room',
      'if (pictureBytes({ url }) > bytes)',
      'if (bytes < -9e9)',
    ),
    note('a note that says nothing replaces the old one', 'items.length === 0 ? note :', "items.length === 0 ? '' :"),
    parse(
      'an answer in doubt is a yes',
      "throw new ModelError('unparsable', { why: 'neitherYesNorNo' })",
      'return true',
    ),
    of('llm/answer-fields')('a relevance of 90 counts as it is', 'Math.min(1, Math.max(0, share))', 'share'),
    of('jobs/room/answer')(
      'two bots are given one line',
      'if (isGiven || (line !== undefined && taken.has(line))) continue',
      'if (line !== undefined && taken.has(line)) continue',
    ),
    of('jobs/room/answer')(
      'an answer outlives what people say',
      'call.texts.has(id) || ts < call.from || (ts >= call.to && ours.has(sender))',
      'true || ts < call.from || (ts >= call.to && ours.has(sender))',
    ),
    of('jobs/room/shared-cost')('who leaves a shared call pays nothing', 'paid += entry.told', 'paid += 0'),
    of('jobs/output-guards')(
      'a silence token is said',
      'return [quietLine, quietWhole, quietToken, quietShout]',
      'return [quietLine, quietWhole, quietToken]',
    ),
    of('jobs/reply-text')("another's line is said", 'if (!listed && head.test(line.trimStart())) break', ''),
    of('store/kept-lines')(
      'a line that is rolled back stays in prompts',
      'if (!db.isTransaction) lines.set(n, line)',
      'lines.set(n, line)',
    ),
    of('store/talk')('a corrected line stands in prompts as it was', 'kept.written(line.n)', 'void line'),
    of('store/talk')(
      'a line stands in prompts as a removed one',
      'if (changes > 0) kept.written(Number(lastInsertRowid))',
      'void changes',
    ),
    calls('the id of an earlier call is given again', '!safeId.test(id) || taken.has(id)', '!safeId.test(id)'),
    calls('a call that was cut is made', '(isOver || (isCut && at === sent.length - 1))', 'isOver'),
    calls('there is no end of calls', 'sent.slice(0, mostCalls)', 'sent'),
    calls('a call that hides a key is made', '[id, name, text, unescaped(text)]', '[id, name, text]'),
    of('llm/completion')(
      'a call of a tool that nobody offered is taken',
      'sentCalls.length > 0 && !asked.tools?.length',
      'sentCalls.length < 0',
    ),
    of('llm/usage')(
      'tools are not held for',
      'promptTokens(messages, tools) + maxTokens',
      'promptTokens(messages) + maxTokens',
    ),
    of('llm/tries')(
      'a try with tools costs less',
      'promptTokens(request.messages, request.tools)',
      'promptTokens(request.messages)',
    ),
    of('llm/tool-wire')(
      'what is no JSON stands in the next request as it is',
      'return isJsonObject(text) ? text : JSON.stringify({ malformed: text.slice(0, longestMalformed).toWellFormed() })',
      'return text',
    ),
  ],
}

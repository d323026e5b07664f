// Mutants of what work with tools leaves in prompts: the last summary, facts, and who takes them away (A3, A9).
import { type MutantArea, mutantsIn } from './mutant.ts'

const memory = mutantsIn('src/memory/')('work')
const parts = mutantsIn('src/prompt/')('prompt-parts')
const act = mutantsIn('src/jobs/run/')('act')
const talkSince = mutantsIn('src/jobs/run/')('talk-since')
const noted = mutantsIn('src/jobs/room/')('noted')
const renewal = mutantsIn('src/jobs/')('renew-note')
const run = mutantsIn('machines/agent/')('changes')
const command = mutantsIn('machines/group/')('command')
const commands = mutantsIn('src/commands/')('commands')

export const workMutants: MutantArea = {
  tests: [
    'test/memory/work.test.ts',
    'test/memory/work-apart.test.ts',
    'test/prompt/tool-prompts.test.ts',
    'test/jobs/run/tape-tools.test.ts',
    'test/jobs/renew-note.test.ts',
    'test/jobs/room/noted.test.ts',
    'test/jobs/run/talk-since.test.ts',
    'test/machines/lasting.test.ts',
    'test/machines/commands.test.ts',
    'test/room/commands.test.ts',
  ],
  mutants: [
    memory('a summary stands beside the note for ever', 'anchor.n <= store.noteOf(place).anchor', 'anchor.n < 0'),
    memory('what a page made a model write stands in later prompts', ' || outside === true', ''),
    memory('the oldest facts come first', '.toReversed()', '.toSorted((a, b) => a.n - b.n)'),
    memory(
      'a chat of two has the facts of a group',
      'tape?.facts(actorKey(place))',
      'tape?.facts(actorKey({ ...place, oneToOne: false }))',
    ),
    memory('what is forgotten stays in the summary', 'if (left !== summary) ', 'if (left === summary) '),
    parts('a summary takes the room of the note', 'let left = maxNoteTokens', 'let left = maxNoteTokens - count(work)'),
    parts('a fact is cut in the middle', 'if (left < 0) break', 'if (left < -20) break'),
    talkSince('a run reads again what its summary knows', 'known.size === 0', 'known.size >= 0'),
    talkSince('a summary takes what is to be answered away', ' || targets.includes(id)', ''),
    noted('one word in common with a note is taken for an answer', 'isBack ? 1 : leastWords', 'isBack ? 1 : 1'),
    noted('what no note has is told of all', 'shared.length >= (', '0 >= -('),
    act(
      'a fact outlives the message that it was noted for',
      "if (kind === 'fact' && messages.length > 0)",
      "if (kind === 'fact' && messages.length > 99)",
    ),
    act(
      'nobody knows that a summary rests on a page',
      "return kind === 'anchor' && readOutside",
      "return kind === 'anchor' && !readOutside",
    ),
    renewal(
      'a note that says nothing takes a summary away',
      'work !== undefined && items.length > 0',
      'work !== undefined',
    ),
    run('a fact is noted on the word of a page', ' || call.lasts === true', ''),
    run('a file of the chat is not from outside', '...(input.readOutside && { readOutside: true as const }),', ''),
    command(
      'members are answered as often as they like',
      'byMember === true && ofMembers(context, at)',
      'byMember === false && ofMembers(context, at)',
    ),
    commands(
      'members may forget everything by a command',
      "(name === 'forget' && numberIn(words) !== undefined)",
      "(name === 'forget' && words !== '')",
    ),
  ],
}

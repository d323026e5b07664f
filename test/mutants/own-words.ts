// Mutants of work beside the turns: what calls it off, what is told of it, what it sends by itself, who joins it.
import { type MutantArea, mutantsIn } from './mutant.ts'

const file = mutantsIn('machines/group/')
const [stops, lines, posts, run, changes, conditions] = [
  file('run-stops'),
  file('run-lines'),
  file('posts'),
  file('run'),
  file('changes'),
  file('conditions'),
]
const agent = mutantsIn('machines/agent/')
const note = mutantsIn('src/jobs/run/')('progress-note')

export const ownWordsMutants: MutantArea = {
  tests: [
    'test/machines/work-stops.test.ts',
    'test/machines/work-lines.test.ts',
    'test/machines/work-posts.test.ts',
    'test/machines/direct-talk.test.ts',
    'test/jobs/run',
  ],
  mutants: [
    stops('a request that is taken back is worked on', 'run.targets.includes(id) && !stillAsks', 'false && !stillAsks'),
    stops('what one takes back ends the work of all', 'asks.some((ref) => ref.id !== id)', 'false'),
    stops('an answer is typed on after the stop', 'turn?.calledOff !== undefined ||', 'false ||'),
    stops('a line about work comes after its end', 'turn?.draft?.notice === true ||', 'false ||'),
    lines('the pause between lines does not grow', 'third: 7', 'third: 4'),
    lines('a line says what the last one said', 'wordsOf(run.note) !== wordsOf(run.said ?? run.notice)', 'true'),
    lines('each line is a message of its own', 'input.canEdit && turn', 'false && turn'),
    lines('what could be changed no more is changed again', 'posted: id }', 'posted: run.posted ?? id }'),
    posts('what was said before is sent again', 'post.similarity >= input.settings.style.maxSimilarity', 'false'),
    posts(
      'a run posts however much bots have said',
      'roomMessagesOf(room) >= input.settings.loop.maxRoomTurns',
      'false',
    ),
    posts('the run hears of no post', "outcome: run?.post?.outcome ?? 'unsent'", "outcome: 'unsent'"),
    agent('post')(
      'the last call offers every tool',
      'tools.filter((name) => name === sendToolName) : []',
      'tools : []',
    ),
    run('what its asker adds is no word to the work', '|| isJoined(context, message, at)', ''),
    run('what is said to others joins the work', 'addressedToOther || continuesOtherExchange || toBots', 'toBots'),
    changes('bots are waited for', "kind === 'person' && mentioned && (input", 'mentioned && (input'),
    conditions('a mention waits as long as a batch', 'direct.debounceMs ?? 0', 'batching.intervalMs'),
    note('a line names a tool', 'names].some((name) => namesTool(note, name))', 'names].some(() => false)'),
    note('a line quotes an argument', 'given.some((value) => quotes(note, value))', 'false'),
    note('a line quotes an error', 'errorsOf(tape).some((error) => shares(note, error)) ? undefined : note', 'note'),
  ],
}

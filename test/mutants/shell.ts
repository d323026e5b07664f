// Mutants of the shell in an operator's own folder, and of answers that are heard while they come.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('src/')
const folder = of('tools/own-folder')
const masks = of('tools/bash/masks')
const reach = of('cli/shell/out-of-reach')
const place = of('cli/shell/place')
const history = of('cli/shell/history')
const converse = of('cli/shell/converse')
const channel = of('channels/shell/terminal-channel')
const streamed = of('llm/streamed')
const client = of('llm/client')

export const shellMutants: MutantArea = {
  tests: [
    'test/cli/shell-place.test.ts',
    'test/cli/shell-history.test.ts',
    'test/channels/terminal.test.ts',
    'test/tools/own-folder.test.ts',
    'test/llm/streamed.test.ts',
    'test/cli/shell.test.ts',
  ],
  mutants: [
    folder(
      'Chime’s own files of a folder can be read',
      'own.hidden.includes(first)',
      'own.hidden.includes(String(path))',
    ),
    masks('a command makes what is missing', 'if (hold(path)) held.push(path)', 'if (hold(path)) return []'),
    masks('a command sees the store', "['--tmpfs', inBox, '--remount-ro', inBox]", '[]'),
    reach('a start in the folder reads what a bot wrote', "['chime.yaml', '.env'].map", "['chime.yaml'].map"),
    reach('a link hides what must stay out of reach', '?.isSymbolicLink()', '?.isFIFO()'),
    place('every bot has a further operator', 'each.id === bot.id ? working : each', 'working'),
    place('the rooms of the page are open beside the shell', 'rooms: [], token', 'token'),
    history('a secret of the configuration is kept', 'holdsKey(line, secret) ||', ''),
    history('passwords are kept', 'mayHoldKey(line, secrets)', "line === ''"),
    converse('after Ctrl-C the next line of a pipe is begun', 'if (isInterrupted) break', ''),
    channel('an answer is shown as often as it is sent', 'if (known === undefined) {', 'if (key) {'),
    channel('what is left for another folder is shown here', 'reply.group !== group', "reply.group === ''"),
    streamed('half a sentence is an answer', "finish ?? 'error'", "finish ?? 'stop'"),
    streamed('thoughts are heard', 'withoutReasoning(content.', '(content.'),
    client('who does not listen asks for a stream', 'request.heard !== undefined && used.streams', 'used.streams'),
  ],
}

// The options and the help of `chime eval` for scenarios.
import type { Command } from 'commander'
import { share, some } from './numbers.ts'
import { reflowed } from '../terminal/terminal-text.ts'

export function withScenarioOptions(command: Command): Command {
  return command
    .option('--parallel <n>', 'scenarios: how many run side by side with a model (default: 8)', some)
    .option('--only <text>', 'scenarios: only those with this text in file name or title')
    .option('--patience <s>', 'scenarios: real seconds that a call may take (default: 900)', some)
    .option('--require <share>', 'scenarios: exit code 3 if a smaller share of moments is as wanted', share)
    .addHelpText('after', () => reflowed(scenarioNotes))
}

const scenarioNotes = `
Scenarios are YAML files: a cast, talk with times, and what a member would want of each moment (MUST, MAY, SILENT); the
format is scenarios/scenario.schema.json. They are played with the rehearsal, or with --model; then a call takes 1500 ms of
virtual time unless --latency says otherwise, and as long as --patience allows in real time.
Keys of --json for scenarios: model, decide, seed, figures, baselines {alwaysSilent, onlyAddressed, alwaysAnswers: figures},
  calls, tokens, unfinished [file], elapsedMs, scenarios [{file, title, language, asWanted, moments [{want, line, outcome,
  faults, by, waitMs?, toItsLine?, why?}], needless [id], doubles [id], calls, tokens, room [{id, group, atMs, who, bot,
  text, replyTo?}]}]. Outcomes: met, missed, needless, wrong, free (MAY). Figures: counted, must {moments, met, missed,
  wrong}, silent {moments, met, needless, wrong}, needlessPosts, doubles, toItsLine {answers, right}, medianWaitMs,
  medianOpenWaitMs, asWanted (moments met by moments that count, stray posts and doubles).`

// The options that ask a real model in virtual time, and those of scenarios.
import { type Command, Option } from 'commander'
import type { Latency } from '../lab/virtual/metered-models.ts'
import { reflowed } from '../terminal/terminal-text.ts'
import { scenarioNotes } from './help.ts'
import { milliseconds, price, share, some, whole } from './numbers.ts'

export function withModelOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--model [name]',
        'ask a real model: the configured one, or this one (environment as for serve: OPENAI_API_KEY, …)',
      ).conflicts('decide'),
    )
    .addOption(new Option('--base-url <url>', 'where it is served, up to and with /v1').conflicts('decide'))
    .option('--latency <real|ms>', 'virtual time per call: as long as it really took, or a fixed number of ms', latency)
    .option('--max-calls <n>', 'with a model: maximum number of calls (default: 200)', whole)
    .option('--max-tokens <n>', 'with a model: maximum tokens, prompts and answers together (default: 200000)', whole)
    .option('--price-in <money>', 'with a model: price of a million prompt tokens, for the bill', price)
    .option('--price-out <money>', 'with a model: price of a million answer tokens, for the bill', price)
}

const latency = (text: string): Latency => (text === 'real' ? text : milliseconds(text))

export function withScenarioOptions(command: Command): Command {
  return command
    .option('--parallel <n>', 'scenarios: how many run side by side with a model (default: 8)', some)
    .option('--only <text>', 'scenarios: only those with this text in file name or title')
    .option('--patience <s>', 'scenarios: real seconds that a call may take (default: 900)', some)
    .option('--require <share>', 'scenarios: exit code 3 if a smaller share of moments is as wanted', share)
    .addHelpText('after', () => reflowed(scenarioNotes))
}

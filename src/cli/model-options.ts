// The options of commands that ask a real model in virtual time.
import { type Command, Option } from 'commander'
import { milliseconds, price, whole } from './numbers.ts'
import type { Latency } from '../lab/virtual/metered-models.ts'

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

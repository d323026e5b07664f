// The options of commands that ask a real model in virtual time.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Latency } from './virtual/metered-models.ts'

export function withModelOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--model [name]',
        'ask a real model: the configured one, or this one (environment as for serve: OPENAI_API_KEY, …)',
      ).conflicts('decide'),
    )
    .addOption(new Option('--base-url <url>', 'where it is served, up to and with /v1').conflicts('decide'))
    .option('--latency <real|ms>', 'virtual time that a call takes: as long as it really took, or so many ms', latency)
    .option('--max-calls <n>', 'with a model: most calls (default: 200)', natural)
    .option('--max-tokens <n>', 'with a model: most tokens, prompts and answers together (default: 200000)', natural)
    .option('--price-in <money>', 'with a model: price of a million prompt tokens, for the bill', price)
    .option('--price-out <money>', 'with a model: price of a million tokens answered, for the bill', price)
}

function latency(text: string): Latency {
  if (text === 'real') return text
  const ms = Number(text)
  if (!Number.isSafeInteger(ms) || ms < 1) throw new InvalidArgumentError('It must be real, or a whole number of ms.')
  return ms
}

function natural(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.')
  return value
}

function price(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0 || text.trim() === '') throw new InvalidArgumentError('It must be a number.')
  return value
}

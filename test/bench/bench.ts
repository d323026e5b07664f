// `npm run bench [-- --json] [-- --quick] [-- --only host-cost]`: every figure beside its baseline and its aim.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify, styleText } from 'node:util'
import { findPostgres, missingPostgres } from '../../src/cluster/postgres-server.ts'
import { findChromium, missing } from '../../tools/chromium.mjs'
import { heapFlags } from '../heap-flags.ts'
import { type Figure, isMet, ratioOf } from './figures.ts'

const parts = [
  'step-cost',
  'host-cost',
  'room-cost',
  'start-cost',
  'feed-load',
  'reply-latency',
  'model-call-cost',
  'many-groups',
  'prompt-size',
  'prompt-making',
  'replay-speed',
  'history-cost',
  'run-tape',
  'postgres',
  'page-frames',
]
const run = promisify(execFile)

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    /** Fewer rounds and smaller stores: for trying out, not for quoting. */
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: parts },
  },
})

const figures: Figure[] = []
for (const part of parts.filter((name) => options.only.includes(name))) {
  if (part === 'page-frames' && !findChromium()) {
    process.stderr.write(`page-frames is left out: ${missing}\n`)
    continue
  }
  if (part === 'postgres' && !findPostgres()) {
    process.stderr.write(`postgres is left out: ${missingPostgres}\n`)
    continue
  }
  if (!options.json) process.stderr.write(`${part} …\n`)
  // A process each, one after the other: clean memory, undisturbed clocks.
  try {
    // oxlint-disable-next-line no-await-in-loop
    figures.push(...(await figuresOf(part)))
  } catch (error) {
    // The figures of the others are worth having.
    process.stderr.write(`${part} ended without figures: ${String(error)}\n`)
    process.exitCode = 1
  }
}
process.stdout.write(options.json ? `${JSON.stringify(asObject(figures))}\n` : asTable(figures))

async function figuresOf(part: string): Promise<Figure[]> {
  const file = fileURLToPath(new URL(`${part}.ts`, import.meta.url))
  const { stdout } = await run(process.execPath, [...heapFlags, file, ...(options.quick ? ['--quick'] : [])])
  return JSON.parse(stdout) as Figure[]
}

function asObject(all: Figure[]): object {
  const entries = all.map((figure) => {
    const { name, value, baseline, against, aim } = figure
    const aimed = aim ? { aim: aimText(figure), met: isMet(figure) } : {}
    return [
      name,
      { value: rounded(value), baseline: rounded(baseline), ratio: rounded(ratioOf(figure)), against, ...aimed },
    ]
  })
  return {
    node: process.versions.node,
    cpus: availableParallelism(),
    quick: options.quick,
    ...Object.fromEntries(entries),
  }
}

function asTable(all: Figure[]): string {
  const head = ['figure', 'value', 'baseline', 'ratio', 'aim', 'measured against']
  const rows = all.map((figure) => [
    figure.name,
    String(rounded(figure.value)),
    String(rounded(figure.baseline)),
    String(rounded(ratioOf(figure))),
    `${aimText(figure)}${isMet(figure) === false ? ' missed' : ''}`,
    figure.against,
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, i) => (i > 0 && i < 4 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  const shown = rows.map((row) => (row[4]?.endsWith('missed') ? styleText('yellow', line(row)) : line(row)))
  return `${[styleText('bold', line(head)), ...shown].join('\n')}\n`
}

function aimText({ aim }: Figure): string {
  if (!aim) return ''
  const [sign, bound] = aim.atMost === undefined ? ['≥', aim.atLeast] : ['≤', aim.atMost]
  return `${aim.of} ${sign} ${bound}`
}

function rounded(value: number): number {
  return Number(value.toPrecision(Math.abs(value) >= 1_000 ? 4 : 3))
}

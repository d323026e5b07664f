// Tools of a laboratory: one that reads, one that orders once for each call, and one that prints labels.
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModuleToolContext, ToolModule } from '../../src/tools/modules/contract.ts'

const lab: ToolModule = {
  tools: [
    {
      name: 'lab.samples',
      description: 'How many samples of a kind there are.',
      effect: 'read',
      input: { type: 'object', properties: { kind: { type: 'string', maxLength: 40 } }, required: ['kind'] },
      // What stands in the list is the laboratory's own.
      readsOutside: false,
      workspace: true,
      async run({ kind }: { kind: string }, { workspace = '' }: ModuleToolContext) {
        const list = await readFile(join(workspace, 'samples.csv'), 'utf8').catch(() => '')
        const row = list.split('\n').find((line) => line.startsWith(`${kind},`))
        return row ? `${row.split(',')[1]} samples of ${kind}` : { error: `there are no samples of ${kind}` }
      },
    },
    {
      name: 'lab.order',
      description: 'Orders samples of a kind.',
      effect: 'keyed',
      input: {
        type: 'object',
        properties: { kind: { type: 'string', maxLength: 40 }, count: { type: 'integer', minimum: 1, maximum: 50 } },
        required: ['kind', 'count'],
      },
      readsOutside: false,
      workspace: true,
      async run({ kind, count }: { kind: string; count: number }, { key = '', workspace = '' }: ModuleToolContext) {
        await mkdir(join(workspace, 'orders'), { recursive: true })
        try {
          // One file for a key: made again after a crash, the call finds it.
          await writeFile(join(workspace, 'orders', `${key}.json`), JSON.stringify({ kind, count }), { flag: 'wx' })
        } catch (error) {
          if ((error as { code?: string }).code !== 'EEXIST') throw error
        }
        return `${count} samples of ${kind} are ordered`
      },
    },
    {
      name: 'lab.print',
      description: 'Prints a label.',
      effect: 'once',
      input: { type: 'object', properties: { label: { type: 'string', maxLength: 80 } }, required: ['label'] },
      readsOutside: false,
      workspace: true,
      timeoutMs: 5_000,
      async run({ label }: { label: string }, { workspace = '' }: ModuleToolContext) {
        await appendFile(join(workspace, 'printed.txt'), `${label}\n`)
        return 'printed'
      },
    },
  ],
}

export default lab

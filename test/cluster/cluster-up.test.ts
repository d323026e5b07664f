// `chime cluster up`: what it starts, says and leaves behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { takeFolder } from '../../src/cluster/throw-away-folder.ts'
import { root } from '../docs/pages.ts'
import { folder } from '../world/folders.ts'
import { isAlive } from './started-by.ts'

const isLeftOut = process.env['CHIME_SKIP_RESTATE'] === '1' || process.env['CHIME_SKIP_POSTGRES'] === '1'

function chime(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [join(root, 'bin/chime.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves when it says that all is up: its lines, and the ids of the processes in them. */
async function up(path: string, workers = 0): Promise<{ child: ChildProcess; lines: string[]; pids: number[] }> {
  const child = chime('cluster', 'up', '--nodes', '1', '--workers', String(workers), '--folder', path)
  child.stderr?.resume()
  const lines: string[] = []
  for await (const line of createInterface(child.stdout!)) {
    lines.push(line)
    if (line.startsWith('Ctrl-C')) break
  }
  return { child, lines, pids: lines.flatMap((line) => /process (\d+)/.exec(line)?.[1] ?? []).map(Number) }
}

const gone = (pids: readonly number[]): Promise<void> =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 5_000 })

describe.skipIf(isLeftOut)('a cluster', () => {
  test('Ctrl-C ends all of it and leaves the logs alone; a kill -9 ends all of it, too; the folder is used again', async () => {
    const path = join(folder(), 'cluster')
    const first = await up(path)
    const plain = (line: string): string =>
      line.replaceAll(/(?<=process |127\.0\.0\.1:)\d+/g, 'N').replace(path, 'FOLDER')
    expect(first.lines.map(plain)).toEqual([
      'Restate n1   ingress http://127.0.0.1:N   admin http://127.0.0.1:N   process N',
      `Postgres     postgres://chime@${encodeURIComponent(`${path}/postgres`)}/postgres   process N`,
      'logs         FOLDER/logs',
      'Ctrl-C ends all of it.',
    ])
    expect(first.pids.filter(isAlive)).toHaveLength(2)
    await expect(text(chime('cluster', 'up', '--folder', path).stderr!)).resolves.toBe(
      `chime: a cluster runs in ${path} (process ${first.child.pid}): end it with Ctrl-C, or choose another with --folder\n`,
    )

    first.child.kill('SIGINT')
    expect(await once(first.child, 'exit')).toEqual([0, null])
    expect(first.pids.filter(isAlive)).toEqual([])
    expect(readdirSync(path).toSorted()).toEqual(['chime-cluster', 'logs'])
    expect(readdirSync(join(path, 'logs')).toSorted()).toEqual(['postgres.log', 'restate-n1.log'])

    const second = await up(path, 1)
    const page = /page (\S+)/.exec(second.lines.join('\n'))?.[1]
    expect((await fetch(`${page}/health`)).status).toBe(200)
    expect(second.pids.filter(isAlive)).toHaveLength(3)
    second.child.kill('SIGKILL')
    await gone(second.pids)
  })
})

test('a folder with something in it that no cluster put there is left alone', () => {
  const path = folder({ 'notes.txt': 'mine' })
  expect(() => takeFolder(path)).toThrow(
    `${path} is not empty, and a cluster empties its folder: choose another with --folder`,
  )
  expect(readFileSync(join(path, 'notes.txt'), 'utf8')).toBe('mine')
})

test('what a killed cluster left in its folder is removed by the next one', () => {
  const path = folder({ 'chime-cluster': '999999999', 'restate/n1/data': 'old' })
  takeFolder(path)
  expect(existsSync(join(path, 'restate'))).toBe(false)
  expect(() => takeFolder(path)).toThrow(`a cluster runs in ${path} (process ${process.pid})`)
})

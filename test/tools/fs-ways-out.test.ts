// The ways out of a workspace, all of them closed.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { workspace } from './files.ts'

describe('no way leads out of the workspace', () => {
  test.each([
    ['../secret.txt', 'leads out of the workspace'],
    ['a/../../secret.txt', 'leads out of the workspace'],
    ['/workspace/../secret.txt', 'leads out of the workspace'],
    ['/etc/passwd', 'is not in the workspace: paths are relative to it, as notes/today.md'],
    ['/workspaces/a', 'is not in the workspace: paths are relative to it, as notes/today.md'],
    ['/dev/zero', 'is not in the workspace: paths are relative to it, as notes/today.md'],
  ])('%s', async (path, problem) => {
    const { all } = workspace()
    expect(await all(path)).toEqual(new Set([`ToolError: ${path} ${problem}`]))
  })

  test.each([
    ['a\0b', /has signs that no path of the workspace has/],
    ['a\nb', /has signs that no path of the workspace has/],
    ['a\u{D800}', /has signs that no path of the workspace has/],
    ['a/'.repeat(600), /a path has at most 1000 characters/],
    ['名'.repeat(100), /a name has at most 255 bytes/],
    [Array.from({ length: 21 }, () => 'a').join('/'), /a path has at most 20 names/],
  ])('nor a name that no file should have: %j', async (path, problem) => {
    const { all } = workspace()
    for (const result of await all(path)) expect(result).toMatch(problem)
  })

  test('not by a link, wherever it leads and however it was made', async () => {
    const { at, all, beside, read, write, list } = workspace({ 'inside/a.txt': 'a' })
    symlinkSync('../secret.txt', at('file'))
    symlinkSync(beside, at('folder'))
    symlinkSync('inside', at('near'))
    symlinkSync('nowhere', at('broken'))
    execFileSync('ln', ['-s', '/', at('root')])
    const link = 'is a link: links are not followed'
    const onWay = 'cannot be reached: a name on its way is no folder, or a link, and links are not followed'
    const written = 'is a link, or no file with content: it is not written to'
    expect([
      ...(await all('file')),
      await list('folder'),
      ...(await all('folder/secret.txt')),
      ...(await all('root/etc/hostname')),
      await read('near/a.txt'),
      await write('broken', 'x'),
      await write('folder/made/new.txt', 'x'),
      await list(),
    ]).toEqual([
      `ToolError: file ${link}`,
      `ToolError: file ${written}`,
      `ToolError: folder ${link}`,
      `ToolError: folder/secret.txt ${onWay}`,
      `ToolError: root/etc/hostname ${onWay}`,
      `ToolError: near/a.txt ${onWay}`,
      `ToolError: broken ${written}`,
      `ToolError: folder/made/new.txt ${onWay}`,
      ['broken', 'file', 'folder', 'near', 'root']
        .map((name) => `${name} (a link: not followed)`)
        .toSpliced(3, 0, 'inside/')
        .join('\n'),
    ])
    expect(readFileSync(join(beside, 'secret.txt'), 'utf8')).toBe('not for models')
  })

  test('not by a link that takes the place of a folder or file while the tools are at work', async () => {
    const { at, read, write, edit, list, beside } = workspace({ 'a/secret.txt': 'inside', 'b.txt': 'inside' })
    symlinkSync(beside, at('a.link'))
    symlinkSync('../secret.txt', at('b.txt.link'))
    const swapping = new Worker(swaps, { eval: true, workerData: [at('a'), at('b.txt')] })
    onTestFinished(async () => {
      await swapping.terminate()
    })
    await once(swapping, 'message')
    const rounds = Array.from({ length: 200 }, () => async () => [
      await read('a/secret.txt'),
      await read('b.txt'),
      await list('a'),
      await edit('a/secret.txt', 'not for', 'x'),
      await edit('b.txt', 'not for', 'x'),
      await write('a/made.txt', 'x'),
    ])
    const seen = await inOrder(rounds)
    expect(seen.filter((text) => text.includes('not for models') || text.includes('secrets/'))).toEqual([])
    // Some were made while the one lay there, some while the other did.
    expect([...new Set(seen)].toSorted()).toEqual(
      expect.arrayContaining(['inside', 'ToolError: b.txt is a link: links are not followed']),
    )
    expect(readdirSync(beside).toSorted()).toEqual(['secret.txt', 'secrets', 'workspace'])
    expect(readFileSync(join(beside, 'secret.txt'), 'utf8')).toBe('not for models')
  })

  test('a FIFO keeps nobody waiting, and sockets and devices are not opened', async () => {
    const { at, all } = workspace()
    execFileSync('sh', ['-c', 'mkfifo "$0"', at('fifo')])
    const before = performance.now()
    expect(await all('fifo')).toEqual(
      new Set([
        'ToolError: fifo is no file with content',
        'ToolError: fifo is no folder',
        'ToolError: fifo is a link, or no file with content: it is not written to',
      ]),
    )
    expect(performance.now() - before).toBeLessThan(2_000)
  })

  test('what is said of a file that is missing or closed names no path of this machine', async () => {
    const { read, list, edit, write, beside } = workspace({ 'a.txt': 'a' })
    const results = [
      await read('b'),
      await list('b/c'),
      await edit('b', 'a', 'b'),
      await read('a.txt/b'),
      await list('a.txt'),
      await write('.', 'x'),
      await read('.'),
    ]
    expect(results).toEqual([
      'ToolError: b is not there',
      'ToolError: b/c is not there',
      'ToolError: b is not there',
      'ToolError: a.txt/b cannot be reached: a name on its way is no folder, or a link, and links are not followed',
      'ToolError: a.txt is no folder',
      'ToolError: the workspace itself is a folder: name a file',
      'ToolError: . is a folder',
    ])
    expect(results.join('\n')).not.toContain(beside)
  })
})

/** A folder and a file, and the links beside them, in each other's place by turns. */
const swaps = `
const { renameSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
parentPort.postMessage('begun')
for (let n = 0; ; n += 1) {
  const path = workerData[n % 2]
  try {
    renameSync(path, path + '.kept')
    renameSync(path + '.link', path)
    renameSync(path, path + '.link')
    renameSync(path + '.kept', path)
  } catch {
    // A tool has put a file there meanwhile: the next round goes on from what lies there.
    try { renameSync(path + '.kept', path) } catch {}
  }
}`

async function inOrder(rounds: (() => Promise<string[]>)[]): Promise<string[]> {
  const [first, ...further] = rounds
  return first ? [...(await first()), ...(await inOrder(further))] : []
}

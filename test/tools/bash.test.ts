// Commands in the box: what they can do, what they cannot, and that they end (A6).
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listTool } from '../../src/tools/fs/list.ts'
import { readTool } from '../../src/tools/fs/read.ts'
import { writeTool } from '../../src/tools/fs/write.ts'
import { hasNoBox, shell } from './box.ts'
import { told } from './context.ts'

const isLeftOut = await hasNoBox()

describe.skipIf(isLeftOut)('a command', () => {
  test('tells what it wrote, both streams as they came, and its exit code', async () => {
    const { bash } = shell()
    expect([
      await bash('echo one; echo two >&2; printf three'),
      await bash('true'),
      await bash('echo no; exit 3'),
      await bash('kill -9 $$'),
      await bash('ls missing'),
      await bash("printf '\\e[31mred\\e[0m\\r\\n\\0'"),
    ]).toEqual([
      'one\ntwo\nthree\n(exit code 0)',
      '(exit code 0)',
      'ToolError: no\n(exit code 3)',
      'ToolError: (exit code 137)',
      "ToolError: ls: cannot access 'missing': No such file or directory\n(exit code 2)",
      'red\n\u{FFFD}\n(exit code 0)',
    ])
  })

  test('works on the files that the other tools see, and they on its', async () => {
    const { bash, workspace, ...given } = shell()
    const over = { ...given, workspace }
    expect([
      await told(writeTool, { path: 'notes/a.txt', text: 'one\n' }, over),
      await bash('pwd; echo two >> notes/a.txt; echo three > notes/b.txt; cat notes/a.txt'),
      await told(readTool, { path: 'notes/b.txt' }, over),
      await told(writeTool, { path: 'notes/b.txt', text: 'four' }, over),
      await bash('cat notes/b.txt; rm -r notes'),
      await told(listTool, {}, over),
    ]).toEqual([
      'wrote notes/a.txt: 4 bytes',
      '/workspace\none\ntwo\n(exit code 0)',
      'three\n',
      'replaced notes/b.txt: 4 bytes',
      'four\n(exit code 0)',
      '(. is empty)',
    ])
  })

  test('that leaves links, FIFOs and devices behind leads no tool out of the workspace', async () => {
    const { bash, workspace, ...given } = shell()
    const over = { ...given, workspace }
    await bash('ln -s / root; ln -s /proc/self/environ environ; ln -s ../secret.txt secret; mkfifo fifo')
    const results = ['root/etc/passwd', 'environ', 'secret', 'fifo'].map((path) => told(readTool, { path }, over))
    expect(await Promise.all(results)).toEqual([
      'ToolError: root/etc/passwd cannot be reached: a name on its way is no folder, or a link, and links are not followed',
      'ToolError: environ is a link: links are not followed',
      'ToolError: secret is a link: links are not followed',
      'ToolError: fifo is no file with content',
    ])
  })
})

describe.skipIf(isLeftOut)('in the box', () => {
  test('nothing of the environment of the service can be read', async () => {
    vi.stubEnv('CHIME_TEST_SECRET', 'geheim')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { bash, beside } = shell()
    const all = await bash(
      `env; cat /proc/*/environ /proc/*/cmdline /proc/*/task/*/environ 2>/dev/null | tr '\\0' '\\n'`,
    )
    expect(all).toContain('HOME=/workspace')
    expect(all).not.toMatch(/geheim|SECRET/)
    const names = /^[A-Z_]+(?==)/gm
    const own = await bash('env')
    expect(new Set(own.match(names))).toEqual(new Set(['PATH', 'HOME', 'LANG', 'PWD', 'OLDPWD', 'SHLVL', '_']))
    expect(await bash(`cat ${join(beside, 'secret.txt')}`)).toContain('No such file or directory')
  })

  test('there is no network, not even of this machine', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { bash } = shell()
    expect(await bash(`exec 3<>/dev/tcp/127.0.0.1/${port} && echo reached`)).toContain('Connection refused')
    expect(await bash("grep -c : /proc/net/dev; ls /run /var 2>&1 | grep -c 'No such'")).toBe('1\n2\n(exit code 0)')
  })

  test('nothing can be written but the workspace and /tmp, which is empty next time', async () => {
    const { bash } = shell()
    const places = ['/', '/usr', '/usr/bin', '/etc', '/dev', '/proc', '/tmp', '/dev/shm', '/workspace']
    const tried = places.map((place) => `touch ${place}/new 2>/dev/null && echo ${place}`).join('; ')
    expect([await bash(`${tried}; true`), await bash('ls /tmp /dev/shm; ls')]).toEqual([
      '/tmp\n/dev/shm\n/workspace\n(exit code 0)',
      '/dev/shm:\n\n/tmp:\nnew\n(exit code 0)',
    ])
  })

  test('what the kernel lets root set is not set, also where the service is root’s', async () => {
    const { bash } = shell()
    const before = readFileSync('/proc/sys/kernel/core_pattern', 'utf8')
    const tried = await bash(
      'for each in /proc/sys/kernel/core_pattern /proc/sys/vm/swappiness /proc/sysrq-trigger; do echo 1 > $each; done; id -u',
    )
    expect([
      tried.includes('Permission denied') || tried.includes('Read-only'),
      readFileSync('/proc/sys/kernel/core_pattern', 'utf8'),
    ]).toEqual([true, before])
    expect(
      await bash(
        "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status | tr -s '\\t' ' '; mknod d c 1 5 || mount -t tmpfs x /tmp || echo neither",
      ),
    ).toMatch(/CapEff: 0{16}\nCapBnd: 0{16}\nNoNewPrivs: 1\n[^]*neither\n\(exit code 0\)$/)
  })

  test('other processes of this machine are not seen, nor is its name', async () => {
    const { bash } = shell()
    expect(await bash(`ls /proc | grep -c '^[0-9]*$' | awk '{ print ($1 < 10) }'; cat /proc/sys/kernel/hostname`)).toBe(
      '1\nworkspace\n(exit code 0)',
    )
  })
})

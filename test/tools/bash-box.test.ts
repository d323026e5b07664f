// How the box is made, with a bubblewrap that writes down what it is told; and in words why there is none.
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bashTool } from '../../src/tools/bash/bash.ts'
import { boxArguments } from '../../src/tools/bash/box.ts'
import { noBashWords, whyNoBox } from '../../src/tools/bash/find-box.ts'
import { keepEnds } from '../../src/tools/bash/output.ts'
import { makeRegistry } from '../../src/tools/registry.ts'
import { folder } from '../world/folders.ts'
import { context, told } from './context.ts'

/** A program in the place of bubblewrap. */
function fake(code: string): { program: string; said: () => string } {
  const path = folder({ bwrap: `#!/bin/sh\n${code}` })
  chmodSync(join(path, 'bwrap'), 0o755)
  return { program: join(path, 'bwrap'), said: () => readFileSync(join(path, 'said'), 'utf8') }
}

/** What an option is given, each time that it stands there. */
const given = (args: string[], option: string, count = 1) =>
  args.flatMap((arg, at) => (arg === option ? [args.slice(at + 1, at + 1 + count).join(' ')] : []))

describe('the box', () => {
  const args = boxArguments('/data/a b', 'echo "$HOME"', null)
  test('has no namespace of the service, no capability, and no environment but three names', () => {
    expect([
      args.slice(0, 5),
      ['--die-with-parent', '--new-session', '--clearenv'].every((option) => args.includes(option)),
      given(args, '--setenv', 2),
    ]).toEqual([
      ['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL'],
      true,
      ['PATH /usr/local/bin:/usr/bin:/bin', 'HOME /workspace', 'LANG C.UTF-8'],
    ])
  })
  test('has one folder of this machine to write, and of the rest the system alone', () => {
    const read = [...given(args, '--ro-bind'), ...given(args, '--ro-bind-try')]
    expect([
      given(args, '--bind', 2),
      read.filter((path) => !/^\/(?:usr|s?bin|lib\w*|etc\/(?:alternatives|ld\.so\..*|localtime))$/.test(path)),
    ]).toEqual([['/data/a b /workspace'], []])
    expect(given(args, '--remount-ro')).toEqual(['/dev', '/'])
    expect(args.filter((arg) => /^--(?:dev-bind|share-net|bind-try|cap-add)/.test(arg))).toEqual([])
  })
  test('gives the command to bash as one argument', () => {
    expect(args.slice(-3)).toEqual(['/bin/bash', '-c', 'echo "$HOME"'])
  })
  test('of a service that is root’s makes somebody else of the command before it begins', () => {
    const [, ...behind] = boxArguments('/data', 'true', 65_534).join(' ').split(' -- ')
    expect(behind.join(' ')).toMatch(
      /^setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs \/bin\/bash/,
    )
  })
})

describe('a bubblewrap', () => {
  test('is started with no environment but the PATH', async () => {
    const { program, said } = fake('env > "$(dirname "$0")/said"; echo made')
    expect(await told(bashTool(program), { command: 'true' }, context())).toBe('made\n(exit code 0)')
    const names = said()
      .split('\n')
      .map((line) => line.split('=')[0])
    expect(names.filter((name) => !['PATH', 'PWD', '_', 'SHLVL', 'OLDPWD', ''].includes(name ?? ''))).toEqual([])
  })
  test('that cannot make the box is told to the log, not to the model', async () => {
    const { program } = fake("echo 'bwrap: No permissions to create new namespace, /data/secret' >&2; exit 1")
    const failed: string[] = []
    const tool = bashTool(program, (error) => failed.push(error.message))
    expect([await told(tool, { command: 'true' }, context()), failed]).toEqual([
      'ToolError: the shell could not be started: nothing was run',
      ['bwrap: No permissions to create new namespace, /data/secret'],
    ])
  })
  test('is refused a command that no program can be given', () => {
    const { readCall } = makeRegistry([bashTool()])
    const messages = ['a\0b', '', 'x'.repeat(30_001)].map((command) => {
      const read = readCall('bash', JSON.stringify({ command }), ['bash'])
      return 'message' in read && read.message
    })
    expect(messages).toEqual([
      'bash was not called: command: a command has no NUL. It takes command, timeoutSeconds?',
      expect.stringContaining('command: Too small'),
      expect.stringContaining('command: Too big'),
    ])
  })
})

describe.runIf(process.platform === 'linux')('why there is no shell', () => {
  test('is found by making the box once, and told in both languages', async () => {
    const { program } = fake("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
    const silent = fake('exit 0')
    const found = [await whyNoBox(join(folder(), 'bwrap')), await whyNoBox(program), await whyNoBox(silent.program)]
    expect(found.map((none) => none && [noBashWords.en(none), noBashWords.zh(none)])).toEqual([
      [
        { found: 'no bash for bots: bubblewrap is not installed', next: 'apt-get install bubblewrap' },
        { found: '机器人没有 bash：没有安装 bubblewrap', next: 'apt-get install bubblewrap' },
      ],
      [
        {
          found: 'no bash for bots: bubblewrap cannot make its box here: bwrap: setting up uid map: Permission denied',
          next: 'it needs namespaces, which containers often forbid, and version 0.8 or later',
        },
        {
          found: '机器人没有 bash：bubblewrap 在这里建不了隔离环境：bwrap: setting up uid map: Permission denied',
          next: '它需要命名空间（容器里常被禁用），并且版本不低于 0.8',
        },
      ],
      [
        {
          found: 'no bash for bots: bubblewrap cannot make its box here: exit code 0',
          next: 'it needs namespaces, which containers often forbid, and version 0.8 or later',
        },
        expect.objectContaining({}),
      ],
    ])
  })
})

test('of output the beginning and the end are kept, in memory that does not grow with it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 })), fc.integer({ min: 1, max: 20 }), (pieces, half) => {
      const output = keepEnds(2 * half)
      const whole = pieces.join('').replaceAll(/[^ -~]/g, '.')
      let at = 0
      for (const { length } of pieces) {
        output.add(Buffer.from(whole.slice(at, at + length)))
        at += length
      }
      const left = whole.length - 2 * half
      expect(output.text()).toBe(
        left <= 0 ? whole : `${whole.slice(0, half)}\n… ${left} bytes left out …\n${whole.slice(-half)}`,
      )
    }),
  )
})

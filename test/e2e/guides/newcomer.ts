// Somebody who knows nothing but a guide: does what stands in its steps, in a fresh folder, with the command line that is shipped.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { loadConfig } from '../../../src/channels/plugins.ts'
import { chime } from '../../cli/chime.ts'
import { folder } from '../../world/folders.ts'
import { started } from '../spawned.ts'
import { type Sign, type Step, stepsOf } from './steps.ts'

export interface Platform {
  /** As the doctor calls it. */
  name: string
  /** Where it is; and files that are there already, by their names. */
  env?: Record<string, string>
  files?: Record<string, string>
  /** Puts what the platform gave in the place of the examples of a block. Throws where it gave nothing yet. */
  filled: (block: string) => string
  /** Does what is written; false: nothing there is called so. */
  does: (sign: Sign, hands: Hands, step: Step) => boolean | Promise<boolean>
  /** What the doctor may warn of where all was done. */
  warns?: RegExp
}

export interface Hands {
  home: string
  /** Lines of the doctor, as it was asked last. */
  doctor: () => readonly string[]
  /** Waits for what must come now. */
  waitFor: <T>(what: string, look: () => T | undefined | false) => Promise<T>
}

interface Manifest {
  bin: Record<string, string>
  scripts: Record<string, string>
}
const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as unknown as Manifest

/** Names of files that blocks are written into. */
const fileName = /^(?:\.env|chime\.yaml)$/

/** ms: a reply takes the time that somebody needs to write it. */
const usualTimeout = 45_000

/** Rejects where a step cannot be done, or does not do what it says. */
export async function follow(guide: string, platform: Platform, timeout = usualTimeout): Promise<void> {
  const home = folder(platform.files ?? {})
  const env = { HOME: home, CHIME_PORT: '0', ...platform.env }
  let lines: string[] = []
  let file: string | undefined
  let service: Service | undefined
  const waitFor: Hands['waitFor'] = (what, look) => waited(timeout, what, look)
  const hands: Hands = { home, doctor: () => lines, waitFor }

  async function run(program: string, args: readonly string[]): Promise<void> {
    if (manifest.bin[program] === undefined) throw new Error(`there is no program ${program}`)
    const { code, out, err } = await chime(args, { cwd: home, env })
    lines = out.split('\n').filter(Boolean)
    const own = lines.filter((line) => line.slice(2).startsWith(`${platform.name} `))
    if (code !== 0 || own.length === 0) throw new Error(`${program} ${args.join(' ')} says: ${out}${err}`)
    const open = own.filter((line) => !line.startsWith('✓') && !platform.warns?.test(line))
    if (open.length > 0) throw new Error(`the doctor is not content: ${open.join('\n')}`)
  }

  /** As npm runs the script, in the folder where the newcomer is. */
  async function start(script: string): Promise<void> {
    const [, flags] = /^exec node (.*) bin\/chime\.mjs serve$/.exec(manifest.scripts[script] ?? '') ?? []
    if (flags === undefined) throw new Error(`npm knows no script ${script} that starts the service`)
    const child = started(home, { env, flags: flags.split(' ') })
    onTestFinished(() => child.kill())
    service = child
    // A busy machine may take long to start it, whatever is waited for afterwards.
    await waited(usualTimeout, 'the service to listen', () => lineOf(child, 'listening'))
  }

  const said = (child: Service, words: string) => waitFor(`“${words}” in the log`, () => lineOf(child, words))

  /** The address of the page, which the guide cannot know here. */
  async function openPage(url: string): Promise<boolean> {
    const { web } = loadConfig({ env: {}, cwd: folder() }).channels
    if (url !== `http://${web.host}:${web.port}` || !service) return false
    const { url: page } = await said(service, 'listening')
    return (await fetch(String(page))).ok
  }

  async function common(sign: Sign, isStarted: boolean): Promise<boolean> {
    const { is, text } = sign
    if (is === 'title') return true
    if (is === 'link') return openPage(text)
    if (is === 'block' && (sign.kind === 'sh' || sign.kind === 'yaml') && file !== undefined) {
      const write = file === '.env' ? appendFileSync : writeFileSync
      write(join(home, file), platform.filled(text))
      return true
    }
    if (is !== 'code') return false
    if (fileName.test(text)) {
      file = text
      return true
    }
    const [, program = '', args = ''] = /^npx (\S+) (.+)$/.exec(text) ?? []
    if (program) return run(program, args.split(' ')).then(() => true)
    const [, script = ''] = /^npm (?:run )?(\S+)$/.exec(text) ?? []
    if (script) return start(script).then(() => true)
    return isStarted && service ? Boolean(await said(service, text)) : false
  }

  for (const step of stepsOf(guide)) {
    const hadService = service !== undefined
    for (const sign of step.signs) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- step by step
        const isDone = (await platform.does(sign, hands, step)) || (await common(sign, !hadService))
        if (!isDone) throw new Error(`nothing is called ${JSON.stringify(sign.text)}`)
      } catch (cause) {
        throw new Error(`step ${step.number}: ${(cause as Error).message}`, { cause })
      }
    }
  }
}

type Service = ReturnType<typeof started>

const lineOf = (service: Service, words: string) => service.lines().find(({ msg }) => String(msg).includes(words))

const waited = <T>(timeout: number, what: string, look: () => T | undefined | false): Promise<T> =>
  vi.waitFor(
    () => {
      const found = look()
      if (found === undefined || found === false) throw new Error(`waited in vain for ${what}`)
      return found
    },
    { timeout, interval: 20 },
  )

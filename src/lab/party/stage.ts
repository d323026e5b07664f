// Sets a live party up and takes it down again: the scene first, then the processes of the bots.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BotProcess, type LogLine, startBots } from './bot-process.ts'
import { type Company, inFile, rosterOf } from './company.ts'
import type { Said, Scene, SceneOf } from './scene.ts'
import { atSpeed, type LivePartyOf, porch, porchSettings, roomsOf } from './settings.ts'
import { signalChild } from './signal-child.ts'
import { webScene } from './web-scene.ts'
import { type XmppServer, xmppScene } from './xmpp-scene.ts'

export interface StageOf {
  of: LivePartyOf
  company: Company
  server: XmppServer | undefined
  seen(said: Said): void
  /** A gate's verdict. */
  judged(line: LogLine): void
  signal: AbortSignal
}

/** Plays `act` once everybody is there; leaves nothing behind, whatever happens. */
export async function onStage(options: StageOf, act: (say: Scene['say']) => Promise<void>): Promise<void> {
  const { of, company, server, seen, judged, signal } = options
  const home = mkdtempSync(join(tmpdir(), 'chime-party-'))
  const watchman = makeWatchman()
  const processes: BotProcess[] = []
  let scene: Scene | undefined
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
  try {
    const { people, bots } = company
    const sceneOf: SceneOf = { rooms: [...roomsOf(of.rooms), porch], people, bots, seen, watch: watchman.watch }
    const opened = of.channel === 'xmpp' ? await xmppScene(sceneOf, server) : webScene(sceneOf)
    scene = opened
    if (signal.aborted) return
    for (const [i, some] of shared(bots, of.processes).entries()) {
      const here = some.map(({ id }) => id)
      const file = fileOf(options, scene, here)
      const roster = rosterOf(bots)
      const heard = (line: LogLine) => {
        if (line.gate !== undefined) judged(line)
      }
      const own = join(home, `bots-${i + 1}`)
      mkdirSync(own)
      const name = `the process of ${some.map((bot) => bot.name).join(', ')}`
      const { watch } = watchman
      processes.push(startBots({ name, home: own, file, roster, online: scene.online(here), heard, watch }))
    }
    const ready = Promise.all(processes.map((each) => each.ready))
    ready.catch(() => {})
    const broken = Promise.race([scene.broken, ...processes.map(({ died }) => died)])
    broken.catch(() => {})
    const urls = await Promise.race([ready, broken, aborted])
    if (urls === 'aborted') return
    scene.begin(urls[0] ?? '')
    await Promise.race([act(opened.say), broken]).catch(async (error: unknown) => {
      // Whoever could not speak may have met a process that has just died: that is what happened.
      await Promise.race([broken, pause(deathMs)])
      throw error
    })
  } finally {
    await Promise.all(processes.map((each) => each.stop()))
    await scene?.stop()
    watchman.dismiss()
    rmSync(home, { recursive: true, force: true })
  }
}

/** A dead process is noticed within. */
const deathMs = 1_000

/** In turn, so that every process has as many. */
const shared = <T>(all: readonly T[], into: number): T[][] =>
  Array.from({ length: Math.min(into, all.length) }, (_, i) => all.filter((_each, at) => at % into === i))

/** `here`: ids. */
const fileOf = ({ of, company }: StageOf, scene: Scene, here: readonly string[]): object => ({
  bots: company.bots.filter(({ id }) => here.includes(id)).map(inFile),
  limits: company.limits,
  groupSocial: atSpeed(company.settings, of.speed),
  groups: { [scene.groupOf(porch)]: { groupSocial: atSpeed(porchSettings(company.settings), of.speed) } },
  channels: scene.channels(here),
  store: { path: 'data/chime.sqlite' },
  log: { level: 'info', format: 'json' },
  rosterFolder: 'group',
})

const script = 'while read -r pid; do pids="$pids $pid"; done; kill -9 $pids'

/** Ends the processes of a party when the party itself is killed: a shell that waits for the end of its input. */
function makeWatchman() {
  // A group of its own: the terminal's Ctrl-C is not for it.
  const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  return {
    watch(pid: number | undefined): void {
      if (pid !== undefined) shell.stdin.write(`${pid}\n`)
    },
    /** Everybody has been stopped. */
    dismiss: () => void signalChild(shell, 'SIGKILL'),
  }
}

// Whether commands can be boxed here: the box is made once, for nothing; and in words why it cannot be.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveAway } from '../workspace.ts'
import { BoxError, runBoxed } from './run-boxed.ts'

export interface NoBox {
  why: 'system' | 'missing' | 'refused'
  /** What bubblewrap said, or the command that ran in it. */
  detail: string
}

const probeTimeoutMs = 10_000

/** Undefined: there is one. `program`: where bubblewrap is, if not on the PATH. */
export async function whyNoBox(program?: string): Promise<NoBox | undefined> {
  if (process.platform !== 'linux') return { why: 'system', detail: process.platform }
  const workspace = await mkdtemp(join(tmpdir(), 'chime-box-'))
  try {
    await giveAway(workspace)
    // It forks and writes, as commands do.
    const command = '(echo made > made) && cat made'
    const boxed = { command, workspace, timeoutMs: probeTimeoutMs, program }
    const { output, code, ended } = await runBoxed(boxed, new AbortController().signal)
    if (code === 0 && output === 'made\n') return undefined
    return { why: 'refused', detail: `${ended ?? `exit code ${code}`} ${output}`.trim().slice(0, longestDetail) }
  } catch (error) {
    if (!(error instanceof BoxError)) throw error
    const isMissing = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
    return { why: isMissing ? 'missing' : 'refused', detail: error.message.slice(0, longestDetail) }
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

const longestDetail = 300

interface Explanation {
  found: string
  next: string
}

/** For the doctor. */
export const noBashWords: Record<'en' | 'zh', (none: NoBox) => Explanation> = {
  en({ why, detail }) {
    if (why === 'system')
      return { found: `no bash for bots: it needs Linux, this is ${detail}`, next: 'run Chime on Linux' }
    if (why === 'missing')
      return { found: 'no bash for bots: bubblewrap is not installed', next: 'apt-get install bubblewrap' }
    return {
      found: `no bash for bots: bubblewrap cannot make its box here: ${detail}`,
      next: 'it needs namespaces, which containers often forbid, and version 0.8 or later',
    }
  },
  zh({ why, detail }) {
    if (why === 'system')
      return { found: `机器人没有 bash：它需要 Linux，这里是 ${detail}`, next: '在 Linux 上运行 Chime' }
    if (why === 'missing') return { found: '机器人没有 bash：没有安装 bubblewrap', next: 'apt-get install bubblewrap' }
    return {
      found: `机器人没有 bash：bubblewrap 在这里建不了隔离环境：${detail}`,
      next: '它需要命名空间（容器里常被禁用），并且版本不低于 0.8',
    }
  },
}

// A Restate server of one node on loopback, in a folder that goes with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRestateNodes } from '../../../src/cluster/restate-nodes.ts'

export async function startRestate() {
  const folder = mkdtempSync(join(tmpdir(), 'chime-restate-'))
  const { ingress, admin, stop } = await startRestateNodes({ folder })
  return {
    ingress,
    admin,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

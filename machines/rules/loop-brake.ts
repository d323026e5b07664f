// The brake that ends talk among bots alone (X3).
import type { MessageRef } from '../group.types.ts'

/** Whether a batch wakes nobody: only peers wrote it, beyond `maxBotTurns` of them since a person last spoke. */
export function isLoop(batch: readonly MessageRef[], botTurns: number, maxBotTurns: number): boolean {
  return botTurns > maxBotTurns && batch.every(({ kind }) => kind === 'peer')
}

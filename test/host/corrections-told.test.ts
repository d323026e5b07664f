// What a line says now is told to the other workers of a cluster, and no words that no talk has.
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { correctedIn } from '../../src/app/corrections.ts'
import type { RoomNote } from '../../src/room/notes.ts'
import { demoConfig } from '../config/demo-config.ts'

const group = 'web:lobby'

function opened(
  hasLine: (() => Promise<boolean>) | undefined,
  { own = [], lookAfterMs = [0, 1, 1] }: { own?: readonly string[]; lookAfterMs?: readonly number[] } = {},
) {
  const told: RoomNote[] = []
  const lines: string[] = []
  const corrected = correctedIn(
    () => ({
      config: demoConfig,
      host: {
        commit: () => undefined,
        has: () => false,
        note: async (_, note) => void told.push(note),
        ...(hasLine && { hasLine }),
      },
      memory: { correct: () => [] },
      observer: { said: () => undefined },
      talk: { authorOf: (_, id) => (own.includes(id) ? 'ann' : undefined) },
      log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    }),
    lookAfterMs,
  )
  return { corrected, told, lines }
}

test('a line that this worker has is told at once, whether the memory is there or not', async () => {
  const { corrected, told } = opened(() => Promise.reject(new Error('away')), { own: ['m1'] })
  corrected({ group, id: 'm1', text: 'new' })
  await vi.waitFor(() => expect(told).toEqual([{ kind: 'corrected', group, id: 'm1', text: 'new' }]))
})

test('a line that another worker has just taken is told once the memory has it', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => false, async () => true]
  const { corrected, told } = opened(() => answers.shift()!())
  corrected({ group, id: 'm1', text: 'new' })
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(answers).toEqual([])
})

test('new words of a line that is in no talk are told to nobody, nor written down; that it was taken back is', async () => {
  const { corrected, told, lines } = opened(async () => false)
  corrected({ group, id: 'm1', text: 'her words' })
  corrected({ group, id: 'm2', text: undefined })
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(told).toEqual([{ kind: 'corrected', group, id: 'm2', text: undefined }])
  expect(lines.join()).not.toContain('her words')
})

test('a worker that is alone tells nobody', () => {
  const { corrected, told } = opened(undefined, { own: ['m1'] })
  corrected({ group, id: 'm1', text: 'new' })
  expect(told).toEqual([])
})

// A room as a cluster has it, put together from its object, its turns and what the cluster's memory keeps of it.
import type { KeptVerdict } from '../../store/postgres/read-verdicts.ts'
import type { TalkRow } from '../../store/kept-lines.ts'
import type { StoreLedger } from '../../store/ledger.ts'
import { tapeRow } from '../../store/tape-rows.ts'
import { wordsInFull } from '../../store/words.ts'
import { isOfBot } from '../../room/key.ts'
import { type Step, verdictsOf } from '../../room/steps.ts'
import { recordInLedger } from '../spending.ts'
import type { Standing } from '../restate/mover.ts'
import type { TurnRow, TurnStep } from '../restate/room-state.ts'
import type { Cluster } from './cluster.ts'
import type { MovedEntry, MovedRoom, Rest } from './moved-room.ts'
import type { KeyedVerdict } from './tally.ts'

interface Kept {
  lines: readonly TalkRow[]
  verdicts: readonly KeptVerdict[]
}

/** `ask`: a room tells what it had not handed over yet, and only then its past is whole. */
export async function clusterRooms(
  cluster: Cluster,
  keys: readonly string[],
  ask: (key: string) => ReturnType<Cluster['stand']>,
) {
  const standing = await Promise.all(keys.map(ask))
  const [lines, verdicts] = await Promise.all([cluster.moved.lines(keys), cluster.moved.verdicts(keys)])
  return Promise.all(
    keys.map((key, n) =>
      clusterRoom(key, standing[n] ?? null, cluster.turns(key), {
        lines: lines.get(key) ?? [],
        verdicts: verdicts.get(key) ?? [],
      }),
    ),
  )
}

async function clusterRoom(
  key: string,
  standing: Standing | null,
  turns: AsyncIterable<TurnRow>,
  { lines, verdicts }: Kept,
): Promise<{ room: MovedRoom; verdicts: KeyedVerdict[] }> {
  const entries: MovedEntry[] = []
  const rest: Record<string, Rest[string]> = {}
  for await (const { moved, steps } of turns) {
    if (moved) {
      entries.push(...moved.entries)
      Object.assign(rest, moved.rest)
    }
    for (const step of steps) {
      if (step.seq > 0) entries.push(entryOf(step))
      const replies = withReplies(rest['outbox'] ?? [], step)
      if (replies.length > 0) rest['outbox'] = replies
    }
  }
  const { living = { charts: [], jobs: [], held: [], seen: [] } } = standing ?? {}
  return {
    room: { key, ...living, lines, entries, rest },
    verdicts: verdicts.map(({ key: chart, verdict }) => [chart, verdict] as const),
  }
}

/** As the store of one machine has it; how the chart stood after the step is not told. */
function entryOf({ key, seq, at, event, took, records }: TurnStep): MovedEntry {
  const kind = event.type === 'message.received' ? 'message' : 'event'
  if (!isOfBot(key)) return { key, seq, at, kind, body: JSON.stringify(event), led: null }
  const { body, led } = tapeRow(wordsInFull, event, seq, { took, verdicts: verdictsOf({ records, at }) }, undefined)
  return { key, seq, at, kind, body, led }
}

/** Replies on their way out, as the ledger of one machine has them. */
function withReplies(before: Rest[string], step: TurnStep): Rest[string] {
  let replies = before
  const ledger: Pick<StoreLedger, 'queueReply' | 'settleReply' | 'spend' | 'spendFor' | 'refuse'> = {
    queueReply(_, at, { key, turn, text, type }) {
      if (replies.some((row) => row['key'] === key)) return
      replies = [...replies, { key, chart: step.key, turn, at, text, type, state: 'queued', message: null }]
    },
    settleReply(_, turn, state, message) {
      replies = replies.map((row) =>
        row['chart'] === step.key && row['turn'] === turn && row['state'] === 'queued'
          ? { ...row, state, message }
          : row,
      )
    },
    spend() {},
    spendFor() {},
    refuse() {},
  }
  recordInLedger(ledger as StoreLedger, { ...step, actor: 0, snapshot: undefined } satisfies Step)
  return replies
}

// What bots remember of their groups, as the service keeps it: fed by what is handed in, told to the charts.
import type { DatabaseSync } from 'node:sqlite'
import type { NoteOutput } from '../../machines/group/children.ts'
import type { MessageEvent } from '../../machines/group/types.ts'
import type { Correction, InboundMessage } from '../room/message.ts'
import { type Config, settingsFor } from '../config/config.ts'
import { botKey, partsOf } from '../room/key.ts'
import type { Host } from '../host/host.ts'
import type { Inbound, Step } from '../room/steps.ts'
import type { NoteShown } from '../feed/contract.ts'
import type { ForgetOrder } from './forget-order.ts'
import { itemsOf } from './note.ts'
import { type MemoryOptions, openMemory } from './memory.ts'
import { saidText } from '../language/parts.ts'
import { estimateTokens } from '../language/tokens.ts'
import { workItem } from '../prompt/prompt-parts.ts'
import type { PromptMessage, TalkOf } from '../prompt/talk.ts'
import type { TalkStore } from '../store/talk.ts'
import { aFew } from '../store/talk-index.ts'
import { correctedText, takenBack } from '../room/stored-message.ts'
import type { MemberIn } from '../room/members.ts'

interface Options {
  db: DatabaseSync
  config: Config
  talk: TalkStore
  memberIn: MemberIn
  now: () => number
  ahead?: () => number
  tape?: MemoryOptions['tape']
}

const indexEveryMs = 1_000
/** Between two steps while there is more to read. */
const indexRestMs = 20

/** Told to a chart whose note must be renewed. */
const outdated = { type: 'note.outdated' } as const

interface Ordered {
  key: string
  bot: string
  group: string
  id: string
  order: ForgetOrder
}

export function openGroupMemory({ db, config, talk, memberIn, now, ahead, tape }: Options) {
  const bots = new Map(config.bots.map((bot) => [bot.id, [bot.name, bot.id, ...bot.aliases]]))
  const memory = openMemory({
    db,
    settingsOf: (group) => settingsFor(config, group),
    ownIdIn: (group, bot) => memberIn(group, bot)?.ownId ?? bot,
    namesOf: (bot) => bots.get(bot) ?? [],
    now,
    ...(ahead && { ahead }),
    tape,
  })
  return {
    ...memory,
    /** An order to forget, in a message that a bot has just taken. */
    orderIn({ key, event }: Pick<Step, 'key' | 'event'>, message: InboundMessage) {
      // `,forget 41` is about that fact alone.
      if (event.type === 'command.received') return undefined
      const { bot, group, oneToOne } = partsOf(key)
      const ref = (event as unknown as MessageEvent).message
      const order = memory.orderIn(bot, ref, saidText(message.text, message.parts), oneToOne)
      return order && { key, bot, group, id: ref.id, order }
    },
    /** Obeys it, in the transaction that takes the message in; returns what the chart is told. */
    obeyed: ({ key, bot, group, id, order }: Ordered): Inbound[] =>
      memory.obey({ bot, group }, key, id, order) ? [{ key, event: outdated }] : [],
    noteSource:
      (bot: string) =>
      (group: string, oneToOne = false) =>
        memory.sourceOf({ bot, group, oneToOne }),
    /** In the transaction of the step: a note that was renewed. */
    record({ key, at, records }: Pick<Step, 'key' | 'at' | 'records'>): void {
      for (const { name, params } of records) {
        if (name === 'recordNote') memory.keepNote(partsOf(key), botKey(key), params as NoteOutput, at)
      }
    },
    /** What the page shows and orders. */
    ordersOf: (order: Host['order']) => ({
      noteOf(key: string): NoteShown {
        const { text, at } = memory.noteOf(partsOf(key))
        const { summary = '' } = memory.workIn(partsOf(key)) ?? {}
        const work = workItem(summary, estimateTokens)
        return { items: [...(work === '' ? [] : [work]), ...itemsOf(text)], ...(at > 0 && { at }) }
      },
      async forget(key: string): Promise<void> {
        await order([{ key: botKey(key), event: outdated }], () => memory.forgetAll(partsOf(key), botKey(key), now()))
      },
    }),
    /** The talk as a bot's prompts may show it. */
    withoutForgotten:
      (bot: string, all: TalkOf): TalkOf =>
      (group, batch) => {
        const shown = all(group, batch)
        const isForgotten = memory.forgottenIn({ bot, group })
        const known = (line: PromptMessage): boolean => !isForgotten(line)
        const kept = shown.batch.filter(known)
        // A batch that was forgotten whole while it waited is answered all the same.
        return {
          ...shown,
          before: shown.before.filter(known),
          batch: kept.length > 0 ? kept : shown.batch,
          after: shown.after.filter(known),
          linked: (shown.linked ?? []).filter(known),
        }
      },
    /** Reads into the index what was said meanwhile; returns how it is ended. */
    keepIndexed(failed: (error: unknown) => void): () => void {
      let timer: NodeJS.Timeout | undefined
      const step = (): void => {
        let isMore = false
        try {
          isMore = memory.index.catchUp(aFew)
        } catch (error) {
          failed(error)
        }
        timer = setTimeout(step, isMore ? indexRestMs : indexEveryMs).unref()
      }
      timer = setTimeout(step, indexEveryMs).unref()
      return () => clearTimeout(timer)
    },
    /** A message says something else now, or was taken back; what the charts are told. */
    correct({ group, id, text }: Correction): Inbound[] {
      const isLeft = text !== undefined
      const keys = memory.index.together(() =>
        memory.corrected(group, id, () => talk.correct(group, id, correctedText(text ?? takenBack), isLeft)),
      )
      return keys.map((key) => ({ key, event: outdated }))
    },
  }
}

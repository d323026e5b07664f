// What bots remember of their groups beyond the talk that prompts show: looked up, noted, and forgotten on request.
import type { DatabaseSync } from 'node:sqlite'
import type { ComposeInput, DecideInput } from '../../machines/group/children.ts'
import type { GroupSettings } from '../../machines/group/settings.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { isQuestion } from '../language/questions.ts'
import { roomKey } from '../room/key.ts'
import { type Forgotten, type Note, openMemoryStore, type Place, type StoredLine } from '../store/memory.ts'
import type { RunTape } from '../store/run-tape.ts'
import { openTalkIndex } from '../store/talk-index.ts'
import type { RecalledLine } from '../prompt/talk.ts'
import { forgottenLines } from './forget.ts'
import { type ForgetOrder, forgetOrder } from './forget-order.ts'
import { withoutTexts } from './note.ts'
import { pastQuestion } from './question.ts'
import { recallFor } from './recall.ts'
import { openWorkMemory, type WorkTape } from './work.ts'

/** What one bot remembers; every answer is about one group alone. */
export interface BotMemory {
  /** undefined: nothing was noted. */
  note(group: string): string | undefined
  /** The summary of its last work there, as long as no note has taken it in. */
  work(group: string, oneToOne: boolean): string | undefined
  /** What it noted as facts there, the newest first. */
  facts(group: string, oneToOne: boolean): string[]
  /** The best first; none where nobody asked. */
  recall(group: string, input: ComposeInput | DecideInput): RecalledLine[]
  /** What was forgotten by the orders in these messages. */
  forgot(group: string, ids: readonly string[]): Forgotten | undefined
  /** It must not stand in a prompt any more. */
  isForgotten(group: string, line: { id: string; ts: number }): boolean
}

export interface MemoryOptions {
  db: DatabaseSync
  settingsOf: (group: string) => Pick<GroupSettings, 'memory' | 'prompt'>
  /** The bot's own id in a group. */
  ownIdIn: (group: string, bot: string) => string
  /** How it is called. */
  namesOf: (bot: string) => readonly string[]
  now: () => number
  /** How far `now` and the times of the lines are ahead of the wall clock, ms: yesterday is people's. */
  ahead?: () => number
  /** What is forgotten or taken back leaves what runs wrote down, too. */
  tape?: (Pick<RunTape, 'strike' | 'strikeRoom' | 'forgetUntil'> & WorkTape) | undefined
}

/** So many lines before the batch stand in the prompt anyway. */
const inWindow = 16
/** Lines that a renewal looks back at most. */
const mostNoted = 200

export function openMemory({ db, settingsOf, ownIdIn, namesOf, now, ahead = () => 0, tape }: MemoryOptions) {
  const store = openMemoryStore(db)
  const index = openTalkIndex(db)
  const work = openWorkMemory(store, tape)

  const isForgotten = (place: Place, line: { id: string; ts: number }): boolean => forgottenIn(place)(line)

  /** The same for many lines of one moment: in most groups nothing was forgotten. */
  function forgottenIn(place: Place): (line: { id: string; ts: number }) => boolean {
    const [floor, anyOf] = [store.floorOf(place), store.anyForgotten(place)]
    return ({ id, ts }) => (ts <= floor ? !store.orderOf(place, id) : anyOf && store.isForgotten(place, id))
  }

  /** An order to forget tells what was forgotten: it is neither recalled nor noted. */
  function goneIn(place: Place): (line: StoredLine) => boolean {
    const isForgottenThere = forgottenIn(place)
    return (line) => isForgottenThere(line) || store.orderOf(place, line.id) !== undefined
  }

  function recall(bot: string, group: string, input: ComposeInput | DecideInput): RecalledLine[] {
    const { memory: settings, prompt } = settingsOf(group)
    const place = { bot, group }
    const asked = input.asked.flatMap((id) => store.lineWith(group, id) ?? [])
    const last = asked.at(-1)
    if (!settings.enabled || settings.recallLines === 0 || !last) return []
    if (asked.some(({ id }) => store.orderOf(place, id))) return []
    const first = asked[0] ?? last
    const shown = new Set([...input.batch, ...store.before(group, first, inWindow).map(({ id }) => id)])
    const ownId = ownIdIn(group, bot)
    const isGone = goneIn(place)
    const skips = (line: StoredLine): boolean => shown.has(line.id) || line.ts > last.ts || isGone(line)
    const about = { names: namesOf(bot), ...(prompt.timeZone !== undefined && { timeZone: prompt.timeZone }) }
    const searches = asked.map(({ text, sender }) => {
      const question = pastQuestion(text, now(), { ...about, ahead: ahead() })
      return { ...place, question, text, asker: sender, ownId, now: now(), skips }
    })
    // What is merely remarked asks nothing of the past where something else does.
    const asking = searches.filter(({ text, question }) => isQuestion(text) || question.said !== undefined)
    const found = recallFor(store, index, asking.length > 0 ? asking : searches, settings)
    return found.map(({ id, ts, name, sender, text, refused }) => ({
      id,
      ts,
      name,
      own: sender === ownId,
      text,
      ...(refused && { refused }),
    }))
  }

  /** In the transaction that stores the message: what was accepted is obeyed, whatever happens next. False: it was already. */
  function obey(place: Place, key: string, id: string, order: ForgetOrder): boolean {
    const message = store.lineWith(place.group, id)
    if (!message || store.orderOf(place, id)) return false
    if (order.what === 'everything') {
      forgetAll(place, key, message.ts)
      store.putOrder(place, id, message.ts, { lines: 0, everything: true })
      return true
    }
    const ownId = ownIdIn(place.group, place.bot)
    const lines = forgottenLines(store, index, {
      ...place,
      order,
      message,
      ownId,
      limits: settingsOf(place.group).memory,
      names: namesOf(place.bot),
    })
    for (const line of lines) {
      store.forget(place, line)
      tape?.strike(key, line)
    }
    const texts = lines.map(({ text }) => text)
    if (order.what === 'topic') {
      texts.push(order.about)
      work.forgetFacts(key, order.about)
    }
    work.strike(key, texts)
    strike(place, key, texts)
    store.putOrder(place, id, message.ts, { lines: lines.length, everything: false })
    return true
  }

  function forgetAll(place: Place, key: string, until: number): void {
    store.forgetUntil(place, until)
    tape?.forgetUntil(key, until)
    store.outdate(place, key)
    store.setText(place, '')
  }

  /** Takes texts out of a note; a renewal under way is worth nothing then. */
  function strike(place: Place, key: string, texts: readonly string[]): void {
    store.outdate(place, key)
    const { text } = store.noteOf(place)
    if (text !== '') store.setText(place, withoutTexts(text, texts))
  }

  const isOn = (group: string): boolean => settingsOf(group).memory.enabled

  return {
    store,
    index,
    isForgotten,
    forgottenIn,
    of: (bot: string): BotMemory => ({
      note(group) {
        const text = isOn(group) ? store.noteOf({ bot, group }).text : ''
        return text === '' ? undefined : text
      },
      work: (group, oneToOne) => (isOn(group) ? work.workIn({ bot, group, oneToOne })?.summary : undefined),
      facts: (group, oneToOne) => (isOn(group) ? work.factsIn({ bot, group, oneToOne }) : []),
      recall: (group, input) => recall(bot, group, input),
      forgot(group, ids) {
        const orders = ids.flatMap((id) => store.orderOf({ bot, group }, id) ?? [])
        if (orders.length === 0) return undefined
        return {
          lines: orders.reduce((sum, { lines }) => sum + lines, 0),
          everything: orders.some((order) => order.everything),
        }
      },
      isForgotten: (group, line) => isForgotten({ bot, group }, line),
    }),
    /** A person's request to forget, as far as the message is one. */
    orderIn: (bot: string, { kind, mentioned, asked }: MessageRef, text: string, oneToOne: boolean) =>
      kind === 'person' && (mentioned || asked !== undefined || oneToOne) ? forgetOrder(text, namesOf(bot)) : undefined,
    obey,
    forgetAll,
    /** A message says something else now, or nothing: keys of the actors whose notes knew it. */
    corrected(group: string, id: string, write: () => void): string[] {
      const before = store.lineWith(group, id)
      write()
      const after = store.lineWith(group, id)
      if (!before || !after || before.text === after.text) return []
      index.corrected(group, before.n, after.text)
      for (const oneToOne of [false, true]) tape?.strikeRoom(roomKey({ group, oneToOne }), before)
      // No note rests on it.
      if (before.refused) return []
      return store.notesIn(group).flatMap(({ bot, key, upto }) => {
        if (before.n > upto) return []
        strike({ bot, group }, key, [before.text])
        store.readAgain({ bot, group }, before.n)
        return [key]
      })
    },
    noteOf: store.noteOf,
    workIn: work.workIn,
    /** What a renewal starts from: the note with the summary that it is to take in, and the lines since that are not forgotten, of those who are served. */
    sourceOf(place: Place & { oneToOne?: boolean }) {
      const { text: note, upto, generation } = store.noteOf(place)
      const newest = store.since(place.group, 0, mostNoted)
      const ownId = ownIdIn(place.group, place.bot)
      const isGone = goneIn(place)
      const lines = newest
        .filter((line) => line.n > upto && !line.refused && !isGone(line))
        .map(({ ts, name, sender, text }) => ({ ts, name, text, own: sender === ownId }))
        .toReversed()
      const found = work.workIn({ oneToOne: false, ...place })
      return {
        note,
        generation,
        upto: Math.max(upto, ...newest.map(({ n }) => n)),
        lines,
        ...(found && { work: found }),
      }
    },
    /** False when something was forgotten or corrected since the renewal began: the note stays as it is. */
    keepNote(place: Place, key: string, note: Omit<Note, 'at' | 'anchor'> & { anchor?: number }, at: number): boolean {
      const { text, upto, generation, anchor = 0 } = note
      if (store.noteOf(place).generation !== generation) return false
      store.putNote(place, key, { text, upto, at, anchor })
      return true
    },
    oldRows: [...store.oldRows, index.oldRows],
  }
}

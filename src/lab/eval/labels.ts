// Recorded talk with its labels: whom each message addresses, and which messages it answers.
import { z } from 'zod'
import { InputError } from '../../terminal/failure.ts'
import { messageKey } from '../virtual/trace.ts'
import { linesOf, namesIn, readSomeTalk, recordSchema, type TalkRecord } from '../replay/records.ts'

export interface LabelledLine extends TalkRecord {
  /** Names of those whom it addresses. */
  addressee: string[]
  /** Names reached only by way of the sender's own earlier messages. */
  chain: string[]
  /** Ids of the messages that it answers. */
  answers: string[]
  /**
   * Its labels are complete and usable: in a file with `annotated` only annotated messages count. What a service bot or
   * the system says addresses nobody who could answer it.
   */
  counts: boolean
  system: boolean
}

export type LabelledTalk = Awaited<ReturnType<typeof readLabelled>>

const labelSchema = recordSchema.extend({
  addressee: z.unknown().optional(),
  addresseeChain: z.unknown().optional(),
  annotated: z.boolean().optional().catch(undefined),
  system: z.boolean().catch(false),
})
type Label = z.infer<typeof labelSchema>

/** Every message once. Throws InputError when the file cannot be read, or labels nothing. */
export async function readLabelled(file: string) {
  const { records, rejected } = await readSomeTalk(file)
  const heard = new Map<string, TalkRecord>()
  for (const record of records) if (!heard.has(messageKey(record))) heard.set(messageKey(record), record)
  const labels = new Map<string, Label>()
  for await (const text of linesOf(file)) {
    const label = labelOf(text)
    if (!label) continue
    const known = labels.get(messageKey(label))
    if (!known || label.ts < known.ts) labels.set(messageKey(label), label)
  }
  const all = [...labels.values()]
  if (!all.some(({ addressee }) => namesIn(addressee).length > 0)) {
    const lacks = 'no message says whom it addresses ("addressee": ["NAME"])'
    throw new InputError(`${file} has no labels: ${lacks}. chime replay plays talk without labels`)
  }
  const isAnnotated = all.some(({ annotated }) => annotated !== undefined)
  const lines = [...heard].map(([key, record]): LabelledLine => {
    const { addressee, addresseeChain, replyTo, annotated, system = false } = labels.get(key) ?? {}
    return {
      ...record,
      addressee: namesIn(addressee),
      chain: namesIn(addresseeChain),
      answers: namesIn(replyTo),
      counts: (!isAnnotated || annotated === true) && !isSpoilt(addressee) && !record.bot,
      system,
    }
  })
  const hasAnswers = lines.some(({ answers }) => answers.length > 0)
  /** Whether a channel could tell more than the text does: reply links or structured mentions. */
  const hasLinks = hasAnswers || lines.some(({ mentions }) => mentions.length > 0)
  return { lines, duplicates: records.length - lines.length, rejected, hasLinks, hasAnswers }
}

/** It says something, and nothing of it can be used. */
const isSpoilt = (label: unknown): boolean => [label ?? []].flat().length > 0 && namesIn(label).length === 0

// What is no record was reported by readSomeTalk.
function labelOf(text: string): Label | undefined {
  try {
    return labelSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, ''))).data
  } catch {
    return undefined
  }
}

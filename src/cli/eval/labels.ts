// Recorded talk with its labels: whom each message addresses, and which messages it answers.
import { z } from 'zod'
import { InputError } from '../failure.ts'
import { linesOf, readTalk, type Rejected, type TalkRecord } from '../replay/records.ts'

export interface LabelledLine extends TalkRecord {
  /** Names of those whom it addresses. */
  addressee: string[]
  /** Names reached only by way of the sender's own earlier messages. */
  chain: string[]
  /** Ids of the messages that it answers. */
  answers: string[]
  /** Its labels are complete: in a file with `annotated` only annotated messages count. */
  counts: boolean
  system: boolean
}

export interface LabelledTalk {
  lines: LabelledLine[]
  rejected: Rejected[]
  /** Whether a channel could tell more than the text does: reply links or structured mentions. */
  hasLinks: boolean
  hasAnswers: boolean
}

const name = z.union([z.string().min(1), z.int()]).transform(String)
const names = z.union([z.array(name), name.transform((one) => [one])]).catch([])
const labelSchema = z.object({
  id: name,
  group: name,
  addressee: names,
  addresseeChain: names,
  replyTo: names,
  annotated: z.boolean().optional().catch(undefined),
  system: z.boolean().catch(false),
})
type Label = z.infer<typeof labelSchema>

/** Throws InputError when the file cannot be read, or labels nothing. */
export async function readLabelled(file: string): Promise<LabelledTalk> {
  const { records, rejected } = await readTalk(file)
  const labels = new Map<string, Label>()
  for await (const text of linesOf(file)) {
    const label = labelOf(text)
    if (label && !labels.has(messageKey(label))) labels.set(messageKey(label), label)
  }
  const all = [...labels.values()]
  if (!all.some(({ addressee }) => addressee.length > 0)) {
    const lacks = 'no message says whom it addresses ("addressee": ["NAME"])'
    throw new InputError(`${file} has no labels: ${lacks}. chime replay plays talk without labels`)
  }
  const isAnnotated = all.some(({ annotated }) => annotated !== undefined)
  const lines = records.map((record): LabelledLine => {
    const label = labels.get(messageKey(record))
    return {
      ...record,
      addressee: label?.addressee ?? [],
      chain: label?.addresseeChain ?? [],
      answers: label?.replyTo ?? [],
      counts: isAnnotated ? label?.annotated === true : true,
      system: label?.system ?? false,
    }
  })
  const hasAnswers = lines.some(({ answers }) => answers.length > 0)
  const hasLinks = hasAnswers || lines.some(({ mentions }) => mentions.length > 0)
  return { lines, rejected, hasLinks, hasAnswers }
}

export const messageKey = ({ group, id }: { group: string; id: string }): string => `${group}\u0000${id}`

// What is no record was reported by readTalk.
function labelOf(text: string): Label | undefined {
  try {
    return labelSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, ''))).data
  } catch {
    return undefined
  }
}

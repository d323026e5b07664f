// Reads the talk back out of a prompt of either style, for the rehearsal.

export interface TalkLine {
  /** Number or id that the prompt knows it by. */
  label: string
  name: string
  text: string
  mentioned: boolean
  own: boolean
  /** Marked as a bot's. */
  bot: boolean
}

export interface TalkRead {
  before: TalkLine[]
  batch: TalkLine[]
  after: TalkLine[]
  draft?: string
  /** Labels of the lines that a reply is asked to answer. */
  answers: string[]
  /** What stands around the talk: nobody in the room wrote it. */
  around: string
}

const documentsLine = /^\[msg_id:([^\]]*)\] \[\d\d:\d\d:\d\d\] ([^:]*?)( \(you\))?: (.*?)( \[mentioned\])?$/
const compactLine = /^(\d+)([*~]?) \d+[smhd] ([^:]*?)(?: >\d+)?: (.*)$/
const kindOfSpeaker = / \((?:another )?(?:(bot)|person)\)$/
/** What a line quotes, and what was forwarded with it: somebody else's words. */
const carried = /⟦[^⟧]*⟧/g
const draftHead = 'Your draft: '
const heading = /^(?:(Earlier|Before)|(?:New|(Since then))(?: \(\d+(?: more left out|, \d+ left out)?\))?):$/

export function readTalk(user: string): TalkRead {
  const talk: TalkRead = { before: [], batch: [], after: [], answers: [], around: '' }
  const around: string[] = []
  let section = talk.before
  for (const text of user.replaceAll(carried, '').split('\n')) {
    const head = text.endsWith(':') ? heading.exec(text) : undefined
    const line = lineOf(text)
    if (head) section = head[1] ? talk.before : head[2] ? talk.after : talk.batch
    else if (line) section.push(line)
    else if (text.startsWith(draftHead)) talk.draft = text.slice(draftHead.length)
    else around.push(text)
  }
  talk.around = around.join('\n')
  const asked =
    /\b(?:It answers (?:line|message)s?|React to line) (.*)/.exec(talk.around)?.[1]?.split(/, in | with one/)[0] ?? ''
  talk.answers = asked
    .replaceAll(/\([^)]*\)/g, '')
    .split(/,| and /)
    .flatMap((each) => /^\s*(?:\[msg_id:)?([^\s\]]+)\]?\s*$/.exec(each)?.[1] ?? [])
  return talk
}

function lineOf(text: string): TalkLine | undefined {
  const long = text.startsWith('[') ? documentsLine.exec(text) : undefined
  if (long) {
    const [, label = '', name = '', own, said = '', mark] = long
    return { label, ...speakerOf(name), text: said, mentioned: mark !== undefined, own: own !== undefined }
  }
  const [, label = '', mark, speaker = '', said = ''] = compactLine.exec(text) ?? []
  const spoke = speakerOf(speaker)
  return spoke.name === '' ? undefined : { label, ...spoke, text: said, mentioned: mark !== '', own: speaker === 'you' }
}

function speakerOf(shown: string): { name: string; bot: boolean } {
  if (!shown.endsWith(')')) return { name: shown, bot: false }
  const [kind = '', bot] = kindOfSpeaker.exec(shown) ?? []
  return { name: shown.slice(0, shown.length - kind.length), bot: bot !== undefined }
}

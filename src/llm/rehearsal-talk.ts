// Reads the talk back out of a prompt, for the rehearsal.

export interface TalkLine {
  name: string
  text: string
  mentioned: boolean
  own: boolean
}

export interface TalkRead {
  before: TalkLine[]
  batch: TalkLine[]
  after: TalkLine[]
  draft?: string
}

const messageLine = /^\[msg_id:[^\]]*\] \[\d\d:\d\d:\d\d\] ([^:]*?)( \(you\))?: (.*?)( \[mentioned\])?$/
const draftHead = 'Your draft: '

export function readTalk(user: string): TalkRead {
  const talk: TalkRead = { before: [], batch: [], after: [] }
  let section = talk.before
  for (const line of user.split('\n')) {
    if (line.startsWith('New (')) section = talk.batch
    else if (line.startsWith('Since then (')) section = talk.after
    else if (line.startsWith(draftHead)) talk.draft = line.slice(draftHead.length)
    else {
      const [, name = '', own, text = '', mentioned] = messageLine.exec(line) ?? []
      if (name) section.push({ name, text, mentioned: mentioned !== undefined, own: own !== undefined })
    }
  }
  return talk
}

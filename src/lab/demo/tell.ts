// Tells a demo as a person likes to read it: the talk, and below a message one line on what each bot made of it.
import { styleText } from 'node:util'
import { isDecision, isRefusal, isRejudgement, isSkip, isTurnStart } from '../../../machines/group/verdicts/kinds.ts'
import { withoutLabel } from '../../llm/rehearsal-reply.ts'
import { makeClosing } from './closing.ts'
import { noteLines, talkLine, wrapped } from './layout.ts'
import type { Audience } from './perform.ts'
import type { Phrases, Telling } from './phrases.ts'
import { comparison, thoughtOf, type Turn } from './thoughts.ts'

interface Said {
  head: string
  who: string
  bot: boolean
  group: string
  room?: string
  /** By bot. */
  thoughts: Map<string, Telling>
}

export function makeTeller(words: Phrases, bots: readonly { id: string; name: string }[]) {
  const closing = makeClosing(words, bots)
  const names = new Map(bots.map(({ id, name }) => [id, name]))
  const told: (Said | string)[] = []
  const said = new Map<string, Said>()
  /** By bot and room. */
  const turns = new Map<string, Turn>()
  const posting = new Map<string, string>()
  const heated = new Set<string>()

  const talk = (id: string, line: Omit<Said, 'thoughts'>): void => {
    const entry = { ...line, thoughts: new Map() }
    said.set(id, entry)
    told.push(entry)
  }

  const audience: Audience = {
    scene: (title) => void told.push('', styleText('bold', wrapped(title).join('\n'))),
    spoke({ id, ts, group, sender, text }) {
      closing.spoke(sender.name)
      talk(id, { head: talkLine(ts, sender.name, false, text), who: sender.name, bot: sender.bot, group })
    },
    posts: ({ id, sender }) => void posting.set(sender.id, id),
    trace(line, bot) {
      closing.see(line, bot)
      const who = names.get(bot) ?? bot
      const { group } = line
      if (line.kind === 'send') {
        const text = line.type === 'reaction' ? words.reacts(line.text) : withoutLabel(line.text)
        talk(posting.get(bot) ?? '', { head: talkLine(line.at, who, true, text), who, bot: true, group })
      } else if (line.kind === 'message') {
        const at = said.get(line.id)
        if (line.vitality !== 'HEATED' || heated.has(group) || !at) return
        heated.add(group)
        at.room = words.heated(line.messagesIn5m)
      } else {
        const place = `${bot} ${group}`
        const turn = turns.get(place) ?? { message: '', asked: undefined, compared: '' }
        const { numbers = {} } = line
        if (isTurnStart(line)) {
          const asked = line.why === 'requested' ? 'unnamed' : line.why === 'batchReady' ? undefined : 'name'
          turns.set(place, { message: line.messages.at(-1) ?? '', asked, compared: '' })
        } else if (isDecision(line) && !isRefusal(line)) {
          turn.compared = comparison(Number(numbers['relevance']), Number(numbers['threshold']))
        }
        const last = [...said.values()].findLast((each) => each.who !== who && each.group === group)
        const at = isRejudgement(line) ? last : said.get(turn.message)
        const thought = thoughtOf(line, turn, last?.who ?? '', words, (id) => names.get(id) ?? id)
        // Below a bot's word silence goes without saying, but for the one it calls.
        const isTold = !isSkip(line) || turn.asked || !at?.bot
        if (at && thought && isTold && !at.thoughts.has(bot)) at.thoughts.set(bot, thought)
      }
    },
  }
  return { audience, transcript: () => [...told.flatMap(linesOf), ...closing.transcript()] }

  function linesOf(entry: Said | string): string[] {
    if (typeof entry === 'string') return [entry]
    const { head, room, thoughts } = entry
    const inOrder = bots.flatMap(({ id, name }) =>
      [thoughts.get(id)].flatMap((thought) => (thought ? { name, thought } : [])),
    )
    const notes = Map.groupBy(inOrder, ({ thought }) => thought(['']))
    const thought = [...notes.values()].map((same) => same[0]?.thought(same.map(({ name }) => name)) ?? '')
    return [head, ...[...(room ? [room] : []), ...thought].flatMap(noteLines)]
  }
}

// Tells a demo with every gate's verdict, dim below the talk, in the order of time.
import { styleText } from 'node:util'
import { isSend } from '../../../machines/group/verdicts/kinds.ts'
import { withoutLabel } from '../../llm/rehearsal-reply.ts'
import { verdictText } from '../../terminal/verdict-text.ts'
import { makeClosing } from './closing.ts'
import { clock, padded, talkLine, wrapped } from './layout.ts'
import type { Audience } from './perform.ts'
import type { Phrases } from './phrases.ts'

export function makeGateTeller(words: Phrases, bots: readonly { id: string; name: string }[]) {
  const lines: string[] = []
  const closing = makeClosing(words, bots)
  const names = new Map(bots.map(({ id, name }) => [id, name]))
  /** By bot and room. */
  const vitality = new Map<string, string>()
  /** The verdict of a send is told below what was sent. */
  let sendVerdict = ''

  const audience: Audience = {
    scene: (title) => void lines.push('', styleText('bold', wrapped(title).join('\n'))),
    spoke({ ts, sender, text }) {
      closing.spoke(sender.name)
      lines.push(talkLine(ts, sender.name, false, text))
    },
    posts: () => undefined,
    trace(line, bot) {
      closing.see(line, bot)
      const who = names.get(bot) ?? bot
      const below = (text: string): string =>
        styleText('dim', wrapped(`${clock(line.at)}    ${padded(who)}  ${text}`, 14).join('\n'))
      if (line.kind === 'message') {
        const key = `${bot} ${line.group}`
        if (line.vitality === vitality.get(key)) return
        vitality.set(key, line.vitality)
        const figures = `messages in 5m ${line.messagesIn5m} · speakers in 5m ${line.speakersIn5m}`
        lines.push(below(`vitality ${line.vitality}: ${figures}`))
      } else if (line.kind === 'send') {
        lines.push(talkLine(line.at, who, true, withoutLabel(line.text)), sendVerdict)
      } else if (isSend(line)) sendVerdict = below(verdictText(line))
      else lines.push(below(verdictText(line)))
    },
  }
  return { audience, transcript: () => [...lines, ...closing.transcript()] }
}

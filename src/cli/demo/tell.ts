// Tells a demo as a person likes to read it: the talk stands out, the gates' verdicts stand dim below it.
import { styleText } from 'node:util'
import { makeTally } from '../replay/tally.ts'
import { verdictText } from '../verdict-text.ts'
import type { Audience } from './perform.ts'
import type { Words } from './script.ts'

interface Bot {
  id: string
  name: string
}

export function makeTeller(words: Words, bots: readonly Bot[]) {
  const lines: string[] = []
  const casts = new Map(bots.map(({ id, name }) => [id, { name, tally: makeTally(), vitality: 'DORMANT' }]))
  /** The verdict of a send is told below what was sent. */
  let sendVerdict = ''

  const audience: Audience = {
    scene: (title) => void lines.push('', styleText('bold', title)),
    spoke: (at, who, text) => void lines.push(`${clock(at)}  ${styleText('yellow', padded(who))}  ${text}`),
    trace(line, bot) {
      const cast = casts.get(bot)
      if (!cast) return
      cast.tally.see(line)
      const below = (text: string): string => styleText('dim', `${clock(line.at)}    ${padded(cast.name)}  ${text}`)
      if (line.kind === 'message') {
        if (line.vitality === cast.vitality) return
        cast.vitality = line.vitality
        const figures = `messages in 5m ${line.messagesIn5m} · speakers in 5m ${line.speakersIn5m}`
        lines.push(below(`vitality ${line.vitality}: ${figures}`))
      } else if (line.kind === 'send') {
        lines.push(
          `${clock(line.at)}  ${styleText(['bold', 'cyan'], padded(cast.name))}  ${styleText('bold', line.text)}`,
        )
        lines.push(sendVerdict)
      } else if (line.gate === 'send' && line.outcome === 'sent') sendVerdict = below(verdictText(line))
      else lines.push(below(verdictText(line)))
    },
  }
  return { audience, told: () => [...lines, '', styleText('bold', words.closing), ...[...casts.values()].map(total)] }

  function total({ name, tally }: { name: string; tally: ReturnType<typeof makeTally> }): string {
    const { replies, skips, tokens } = tally.counts()
    const silent = Object.entries(skips).map(([gate, count]) => `${gate} ${count}`)
    const figures = [
      `${words.replies} ${replies}`,
      `${words.silent} ${silent.join(', ') || '–'}`,
      `${words.tokens} ${tokens}`,
    ]
    return `${styleText(['bold', 'cyan'], padded(name))}  ${figures.join(' · ')}`
  }
}

const nameWidth = 4

/** Han signs are two columns wide. */
const padded = (name: string): string =>
  name + ' '.repeat(Math.max(0, nameWidth - name.replaceAll(/\p{Script=Han}/gu, '..').length))

/** ms as `1:05`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

// What the chat writes: lines above the prompt, broken at words, names in colour, everything else dim.
import { clearScreenDown, cursorTo, type Interface, moveCursor } from 'node:readline'
import { styleText } from 'node:util'
import { cleanText } from '../../channels/clean.ts'
import type { RoomMessage } from '../../channels/web/rooms.ts'
import { columnsOf, wrapped } from '../../terminal/terminal-text.ts'

const colours = ['cyan', 'magenta', 'green', 'blue'] as const
const rehearsalMark = /^(?:\(rehearsal\)|（排练）) ?/

type Said = Pick<RoomMessage, 'sender' | 'name' | 'bot' | 'text' | 'meta'>

/** Writes a line; with a prompt on screen, above it and what was typed so far. */
export function makeScreen(
  bots: readonly { id: string }[],
  prompt?: Pick<Interface, 'getCursorPos' | 'prompt'>,
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number } = process.stdout,
) {
  const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
    styleText(style, text, { stream: output })

  const colourOf = (sender: string) =>
    colours[
      Math.max(
        0,
        bots.findIndex(({ id }) => id === sender),
      ) % colours.length
    ] ?? 'cyan'

  function line(text: string): void {
    if (!prompt) return void output.write(`${text}\n`)
    moveCursor(output, 0, -prompt.getCursorPos().rows)
    cursorTo(output, 0)
    clearScreenDown(output)
    output.write(`${text}\n`)
    prompt.prompt(true)
  }

  /** What later lines begin with is one indent further in than the first. */
  const note = (style: 'dim' | 'red', text: string, indent: number): void => {
    const lines = wrapped(text, columnsOf(output) - indent, 2)
    line(lines.map((each) => styled(style, ' '.repeat(indent) + each)).join('\n'))
  }

  return {
    dim: (text: string, indent = 2): void => note('dim', text, indent),
    problem: (text: string): void => note('red', text, 2),
    /** A line of what a bot is writing; the first one begins with its name. */
    draft(bot: { id: string; name: string }, text: string, isFirst: boolean): void {
      const who = isFirst ? bot.name : ''
      line(styled(['bold', colourOf(bot.id)], who) + text.slice(who.length))
    },
    message({ sender, name, bot, text, meta }: Said): void {
      // Another program may have written the room: no control sequence reaches the terminal.
      const [said, who] = [cleanText(text), cleanText(name)]
      const [head = ''] = meta?.rehearsal === true ? (rehearsalMark.exec(said) ?? []) : []
      const lines = `${who}: ${said}`.split('\n').flatMap((each) => wrapped(each, columnsOf(output), 2))
      const shown = lines.map((each, i) => (i === 0 || each.startsWith(' ') ? each : `  ${each}`)).join('\n')
      const body = shown.slice(who.length + 2)
      const named = styled(bot ? ['bold', colourOf(sender)] : 'yellow', who)
      line(`${named}: ${body.startsWith(head) ? styled('dim', head) + body.slice(head.length) : body}`)
    },
  }
}

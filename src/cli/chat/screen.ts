// What the chat writes: lines above the prompt, names in colour, everything else dim.
import { clearScreenDown, cursorTo, type Interface, moveCursor } from 'node:readline'
import { styleText } from 'node:util'
import { cleanText } from '../../channels/web/clean.ts'
import type { RoomMessage } from '../../channels/web/rooms.ts'

const colours = ['cyan', 'magenta', 'green', 'blue'] as const
const rehearsalMark = /^(?:\(rehearsal\)|（排练）) ?/

/** Writes a line; with a prompt on screen, above it and what was typed so far. */
export function makeScreen(bots: readonly { id: string }[], prompt?: Interface) {
  const colourOf = (sender: string) =>
    colours[
      Math.max(
        0,
        bots.findIndex(({ id }) => id === sender),
      ) % colours.length
    ] ?? 'cyan'

  function line(text: string): void {
    if (!prompt) return void process.stdout.write(`${text}\n`)
    moveCursor(process.stdout, 0, -prompt.getCursorPos().rows)
    cursorTo(process.stdout, 0)
    clearScreenDown(process.stdout)
    process.stdout.write(`${text}\n`)
    prompt.prompt(true)
  }

  return {
    line,
    dim: (text: string): void => line(styleText('dim', text)),
    problem: (text: string): void => line(styleText('red', text)),
    message({ sender, name, bot, text, meta }: RoomMessage): void {
      // Another program may have written the room: no control sequence reaches the terminal.
      const said = cleanText(text).replaceAll('\n', '\n  ')
      const who = styleText(bot ? ['bold', colourOf(sender)] : 'yellow', cleanText(name))
      if (meta?.rehearsal !== true) return line(`${who}: ${said}`)
      const [mark = ''] = rehearsalMark.exec(said) ?? []
      line(`${who}: ${styleText('dim', mark.trim() || '(rehearsal)')} ${said.slice(mark.length)}`)
    },
  }
}

// What a typed line asks of the chat: to say something, or one of its commands.
import { padded } from '../../terminal/terminal-text.ts'
import type { ChatWords } from './words.ts'

export type Typed =
  | { does: 'say'; text: string }
  | { does: 'tell'; lines: string[] }
  | { does: 'why' }
  | { does: 'quit' }
  | { does: 'nothing' }

export function readTyped(line: string, words: Pick<ChatWords, 'commands' | 'unknown'>): Typed {
  const text = line.trim()
  if (text === '') return { does: 'nothing' }
  if (text === '/quit' || /^[,，]quit$/iu.test(text)) return { does: 'quit' }
  if (!text.startsWith('/')) return { does: 'say', text }
  if (text === '/why') return { does: 'why' }
  if (text === '/help')
    return { does: 'tell', lines: words.commands.map(([command, does]) => `${padded(command, widest)}  ${does}`) }
  return { does: 'tell', lines: [words.unknown(text)] }
}

const widest = '/help'.length

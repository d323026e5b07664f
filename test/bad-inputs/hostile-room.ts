// A service whose one bot asks a scripted model: what a hostile message makes of its prompts and of its room.
import type { PromptStyle } from '../../src/prompt/talk-parts.ts'
import { type Stage } from '../fakes/scripted-chat.ts'
import { iris, rooms } from '../e2e/running.ts'
import { said } from '../e2e/visitor.ts'
import { serviceWorld } from '../world/service-world.ts'

export interface HostileOptions {
  style?: PromptStyle
  reply?: string
  /** Laid over the bot. */
  bot?: object
}

/**
 * The room is called lobby, and somebody beside the visitor belongs to it: nobody is alone with the bot. Everything stops
 * with the test.
 */
export async function hostileRoom(folder: string, options: HostileOptions = {}) {
  const { style = 'compact', reply = 'Twelve samples are too few.', bot = {} } = options
  const { chat, service } = await serviceWorld({
    home: folder,
    hasCompany: true,
    bots: [{ ...iris, ...bot }],
    reply,
    social: { prompt: { style } },
    rest: { channels: rooms('lobby', 'den') },
  })
  const { visitor } = service

  return {
    ...service,
    chat,
    /** Posts, waits until the bot's turn has ended, and tells its gates. */
    async gatesAfter(text: string, by: { id: string; name?: string }): Promise<string[]> {
      const id = await visitor.say('lobby', text, by)
      return said(await visitor.outcome('lobby', 'iris', id))
    },
    /** The talk that the model read at this stage, line by line, with `[time]` for times and ages. */
    linesRead: (stage: Stage): string[] =>
      chat.asked.filter((call) => call.stage === stage).flatMap(({ user }) => talkOf(user, style)),
    textsOf: async (room = 'lobby') => (await visitor.messages(room)).map(({ text }) => text),
  }
}

/** All that stands between the header and the footer of the style. */
function talkOf(user: string, style: PromptStyle): string[] {
  const lines = user.split('\n')
  if (style === 'documents') {
    return lines
      .filter((line) => !line.startsWith('It answers '))
      .map((line) => line.replace(/^(\[msg_id:[^\]]*\]) \[\d\d:\d\d:\d\d\]/, '$1 [time]'))
  }
  const footer = lines.findLastIndex((line) => line.startsWith('In 5 min: '))
  return lines.slice(1, footer).map((line) => line.replace(/^(\d+\*?) \d+[smhd] /, '$1 [time] '))
}

/** The new lines as `linesRead` tells them; a text as it stands in the prompt. */
export function newLines(
  style: PromptStyle,
  lines: readonly { id: string; name?: string; text: string; marked?: true }[],
) {
  if (style === 'documents') {
    const written = lines.map(
      ({ id, name = 'Ann', text, marked }) => `[msg_id:${id}] [time] ${name}: ${text}${marked ? ' [mentioned]' : ''}`,
    )
    return [`New (${lines.length}):`, ...written]
  }
  return [
    'New:',
    ...lines.map(({ name = 'Ann', text, marked }, n) => `${n + 1}${marked ? '*' : ''} [time] ${name}: ${text}`),
  ]
}

/** A mention that was answered. */
export const answered = [
  'dispatch start: mentioned',
  'compose draft: written',
  'delay wait: typingDelay',
  'send sent: delivered',
  'dispatch end: replied',
]

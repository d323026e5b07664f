// A service whose one bot asks a scripted model: what a hostile message makes of its prompts and of its room.
import { onTestFinished } from 'vitest'
import { scriptedChat, type Stage } from '../fakes/scripted-chat.ts'
import { iris, quick, rooms, running } from '../e2e/running.ts'
import { said } from '../e2e/visitor.ts'

/** `over` lays over the bot; the room is called lobby. Everything stops with the test. */
export async function hostileRoom(folder: string, reply = 'Twelve samples are too few.', over: object = {}) {
  const chat = await scriptedChat(reply)
  onTestFinished(() => chat.stop())
  const service = await running(folder, {
    bots: [{ ...iris, model: chat.model, ...over }],
    groupSocial: { ...quick, prompt: { style: 'documents' } },
    channels: rooms('lobby', 'den'),
  })
  onTestFinished(() => service.stop())
  const { visitor } = service

  return {
    ...service,
    chat,
    /** Posts, waits until the bot's turn has ended, and tells its gates. */
    async gatesAfter(text: string, by: { id: string; name?: string }): Promise<string[]> {
      const id = await visitor.say('lobby', text, by)
      return said(await visitor.fate('lobby', 'iris', id))
    },
    /** The lines of talk that the model read at this stage, with `[time]` for the time of day. */
    linesRead: (stage: Stage): string[] =>
      chat.asked
        .filter((call) => call.stage === stage)
        .flatMap(({ user }) => user.replaceAll(/\[\d\d:\d\d:\d\d\]/g, '[time]').split('\n'))
        .filter((line) => !line.startsWith('It answers ')),
    textsOf: async (room = 'lobby') => (await visitor.messages(room)).map(({ text }) => text),
  }
}

/** A mention that was answered. */
export const answered = [
  'dispatch start: mention',
  'compose draft: written',
  'delay wait: a human pause',
  'send sent: the channel has it',
  'dispatch end: replied',
]

// Who may talk in a world, and what an operator and other bots may do there.
import type { MessageRef } from '../../machines/group/types.ts'
import type { PathEvent } from './path-event.ts'

export type Talker = keyof typeof says | keyof typeof does | typeof stranger

export interface Company {
  talkers: readonly Talker[]
  /** Who talks while tools are at work, where there are any. */
  meanwhile?: readonly Talker[]
}

/** Nothing of what they say may set off anything, however urgent it is. */
const stranger = 'a person who is not served'

const says = {
  person: { kind: 'person', sender: 'ann' },
  'a person who mentions the bot': { kind: 'person', sender: 'bo', mentioned: true },
  peer: { kind: 'peer', sender: 'max' },
  'the bot itself': { kind: 'self', sender: 'iris' },
  'a person who speaks to another': { kind: 'person', sender: 'cleo', addressedToOther: true },
  'a person with nothing to say': { kind: 'person', sender: 'dan', relevance: 0 },
  'a person with an urgent matter': { kind: 'person', sender: 'eve', relevance: 1 },
  'a person with a question': { kind: 'person', sender: 'fay', relevance: 0.5 },
  'a person who goes on with the bot': { kind: 'person', sender: 'gil', asked: 'followUp' },
  'a person who asks the bot for quiet': { kind: 'person', sender: 'hal', asked: 'alone', wish: 'quiet' },
  'a person who calls the work off': { kind: 'person', sender: 'bo', mentioned: true, wish: 'stop' },
  'an operator who calls the work off': { kind: 'person', sender: 'olga', mentioned: true, wish: 'stop' },
  'a person who asks it to speak again': { kind: 'person', sender: 'ida', asked: 'alone', wish: 'free' },
} as const

/** Longer than the pause. */
const floorMs = 13

const does = {
  'an operator who mutes': { type: 'operator.mute' },
  'an operator who unmutes': { type: 'operator.unmute' },
  'an operator who pauses': { type: 'operator.pause' },
  'an operator who resumes': { type: 'operator.resume' },
  'an operator who drops the reply': { type: 'operator.drop' },
  'an operator who sets the policy': { type: 'operator.policy', policy: 'open' },
  'a bot that begins to post': { type: 'floor.taken', by: 'rex' },
  'a person who takes words back': { type: 'note.outdated' },
  'a bot that cannot post': { type: 'floor.freed', by: 'rex' },
} as const

export const messagesAt = (at: number, talkers: readonly Talker[]): PathEvent[] =>
  talkers.map((talker) => {
    if (talker === stranger) return refusedAt(at)
    return talker in does
      ? doneBy(talker as keyof typeof does, at)
      : { type: 'message.received', at, message: saidBy(talker as keyof typeof says, at) }
  })

const refusedAt = (at: number): PathEvent => ({
  type: 'message.refused',
  at,
  message: { id: `m${at}`, ts: at, kind: 'person', sender: 'eve', mentioned: true, wish: 'quiet', tokens: 10 },
  cause: { why: 'senderUnlisted' },
})

const doneBy = (talker: keyof typeof does, at: number): PathEvent => ({
  ...does[talker],
  at,
  ...(talker === 'a bot that begins to post' && { until: at + floorMs }),
})

const saidBy = (talker: keyof typeof says, at: number): MessageRef => ({
  id: `m${at}`,
  ts: at,
  mentioned: false,
  tokens: 10,
  ...says[talker],
})

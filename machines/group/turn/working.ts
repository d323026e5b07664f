// The turn waits a while for the tools; what takes longer is told, and gets a turn of its own (B3, A11).
import { and, not } from 'xstate'
import { gated, record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { pauses } from '../verdicts/calls.ts'
import { runPosts, runTaken } from '../verdicts/work.ts'
import { onFloor } from './floor.ts'

export const working = groupSetup.createStateConfig({
  description: 'Tools are at work for the reply.',
  tags: 'busy',
  meta: { gate: 'work' },
  always: [
    { description: 'It was stopped, or it failed.', guard: not('hasRun'), target: 'cooling' },
    {
      guard: and(['isRunAnswered', 'isRunRepeated']),
      target: 'delaying',
      ...gated('work', runTaken, 'countRepeat', 'draftAnswer', 'pointBack', record(pauses)),
    },
    { guard: 'isRunAnswered', target: 'delaying', ...gated('work', runTaken, 'draftAnswer', record(pauses)) },
    { description: 'It ended without anything to say.', guard: 'isRunOver', target: 'cooling', actions: 'dropRun' },
    {
      description: 'It needs the word of an operator: one short line asks for it.',
      guard: 'isAskDue',
      target: 'delaying.due',
      actions: 'draftAsk',
    },
    {
      description: 'It sends something by its own tool.',
      guard: 'isPostDue',
      target: 'delaying',
      ...gated('work', runPosts, 'draftPost', record(pauses)),
    },
    {
      description: 'It takes longer, and nothing but what it sends itself is posted.',
      guard: and(['isRunDetached', 'sendsItself']),
      target: 'cooling',
    },
    {
      description: 'It takes longer: one short line says so.',
      guard: 'isRunDetached',
      target: 'delaying.due',
      actions: 'draftNotice',
    },
  ],
  on: {
    'message.received': { guard: and([not('isOwn'), not('isAside')]), actions: 'countTalk' },
    ...onFloor,
  },
})

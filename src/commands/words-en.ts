// What commands answer, in English.
import type { CommandWords } from './command-words.ts'

export const commandEn: CommandWords = {
  help: {
    help: 'this list',
    tools: 'the tools that you may use here',
    'tool.describe': 'what a tool does and takes',
    'tape.info': 'how much stands on the tape of the work done here',
    'tape.search': 'looks words up on that tape',
    'tape.anchors': 'its summaries, newest last',
    'tape.handoff': 'ends a phase of the work: later work begins at your summary',
    'tape.reset': 'empties that tape; a copy is kept beside the store',
    facts: 'what was noted as a fact here',
    stop: 'drops the reply and the work under way',
    mute: 'silence in this group until ,unmute',
    unmute: 'ends the silence',
    policy: 'when it speaks here',
    approve: 'allows the one call that was asked for',
    deny: 'says no to it; twice, and the work ends',
    why: 'why it spoke or stayed silent about a message; without an id: in its last turn',
  },
  muted: 'I am silent here until ,unmute.',
  unmuted: 'I am back.',
  stopped: 'Stopped: the reply and the work under way are dropped.',
  nothingToStop: 'Nothing was under way.',
  policySet: (policy) => `Policy here: ${policy}.`,
  policyReset: 'Policy here: as configured.',
  approved: (n) => `${n}: allowed, this once.`,
  denied: (n) => `${n}: not allowed.`,
  noSuchAsk: (n) => `nothing waits for a word on ${n}: it was answered, or it is over`,
  ask: ({ n, call, address }) =>
    `May I? I read something from outside, and next comes ${call}. An operator answers within 10 minutes: ${address},approve ${n} or ${address},deny ${n}`,
  noTools: 'No tool is on for you here.',
  noTape: 'Nothing stands on the tape here yet.',
  tapeReset: 'The tape is empty; a copy is kept beside the store.',
  atWork: 'work is under way: ,stop it first, or wait',
  handedOff: (name) => `Handed off: later work here begins at ${name}.`,
  longestSummary: (most) => `a summary has at most ${most} characters, its name at most 60`,
  noAnchors: 'There is no anchor yet.',
  noFacts: 'No fact is noted here.',
  tape: ({ entries, anchors, tokens, bytes }) =>
    `${entries} entries, ${anchors} anchors, ${bytes} bytes; some ${tokens} tokens since the last anchor.`,
  nothingFound: (words) => `Nothing on the tape has “${words}”.`,
  alike: 'alike',
  effect: { read: 'only reads', keyed: 'does something, once for each call', once: 'may change something' },
  more: (n) => `… and ${n} more`,
  unknownCommand: (name) => `there is no command ,${name}: ,help lists them`,
  noSuchTool: (name) => `there is no tool ${name} for you here: ,tools lists them`,
  needs: (usage) => `it is written ${usage}`,
  nothingKnown: (id) => `nothing is known of ${id}: it was never read here, or its record is gone`,
  failed: (kind) =>
    kind === 'interrupted'
      ? 'it was cut off by a restart: it may have been done, look before you do it again'
      : kind === 'timeout'
        ? 'it took too long and was called off'
        : 'it failed; the log says why',
}

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
    facts: 'what was noted as a fact here',
    stop: 'drops the reply and the work under way',
    mute: 'silence in this group until ,unmute',
    unmute: 'ends the silence',
    policy: 'when it speaks here',
    approve: 'allows the one call that was asked for',
    deny: 'says no to it; twice, and the work ends',
    'mcp.accept': 'accepts how a tool of an MCP server is described now; without HASH: shows it',
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
  toolOff: {
    changed: 'off: its server describes it in other words than before; ,mcp.accept shows and accepts them',
    missing: 'off: its server has no such tool',
    unfit: 'off: what its server says of it cannot be told to a model',
  },
  mcpChange: ({ tool, before, now, takes, hash }) =>
    [
      `${tool} was: ${before || '(no words)'}`,
      `It is now: ${now || '(no words)'}`,
      ...(takes === undefined ? [] : [`It takes now: ${takes}`]),
      `To accept just that: ,mcp.accept ${tool} ${hash}`,
    ].join('\n'),
  mcpAccepted: (tool) => `${tool} is on, as it is described now.`,
  mcpNothing: (tool) => `nothing of ${tool} waits to be accepted: ,tools lists what is off`,
  noTape: 'Nothing stands on the tape here yet.',
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

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
    skills: 'the skills here, and what waits for your word',
    'skill.accept': 'lets a skill or AGENTS.md of the workspace count as it is now; without a digest it is shown',
    'skill.drop': 'takes that word back',
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
  noAnchors: 'There is no anchor yet.',
  noFacts: 'No fact is noted here.',
  tape: ({ entries, anchors, tokens, bytes }) =>
    `${entries} entries, ${anchors} anchors, ${bytes} bytes; some ${tokens} tokens since the last anchor.`,
  nothingFound: (words) => `Nothing on the tape has “${words}”.`,
  alike: 'alike',
  effect: { read: 'only reads', keyed: 'does something, once for each call', once: 'may change something' },
  more: (n) => `… and ${n} more`,
  skillLayer: {
    workspace: 'this workspace',
    bots: 'the folder of all workspaces',
    user: 'the service’s user',
    builtIn: 'built in',
  },
  skillOn: 'on',
  skillNotHere: 'off here: another one of its name is nearer, or it is for other places',
  skillWaits: (order) => `off: a bot can write it. To let it count as it is now: ${order}`,
  skillProblem: (message) => `cannot be used: ${message}`,
  skillAccepted: (name) => `${name} counts from now on, as long as nothing in it changes.`,
  skillDropped: (name) => `${name} counts no more.`,
  noSkills: 'There are no skills.',
  noSkillsHere: 'Skills are not on for you here: skill.read in agent.allow switches them on.',
  unknownCommand: (name) => `there is no command ,${name}: ,help lists them`,
  noSuchTool: (name) => `there is no tool ${name} for you here: ,tools lists them`,
  needs: (usage) => `it is written ${usage}`,
  noSuchSkill: (name) => `this workspace has no ${name} that could be accepted: ,skills lists what there is`,
  skillIsOther: (order) => `that is not what is there now. Look at it again, then: ${order}`,
  tooManySkills: (most) => `${most} are accepted here already: ,skill.drop one of them`,
  nothingKnown: (id) => `nothing is known of ${id}: it was never read here, or its record is gone`,
  failed: (kind) =>
    kind === 'interrupted'
      ? 'it was cut off by a restart: it may have been done, look before you do it again'
      : kind === 'timeout'
        ? 'it took too long and was called off'
        : 'it failed; the log says why',
}

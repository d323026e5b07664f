// What commands answer, whatever the language.
import type { FailureKind } from '../../machines/group/children.ts'
import type { CommandName } from './commands.ts'

export type Lang = 'en' | 'zh'

export interface CommandWords {
  /** One line for each. */
  help: Record<CommandName, string>
  muted: string
  unmuted: string
  stopped: string
  nothingToStop: string
  policySet: (policy: string) => string
  policyReset: string
  approved: (n: string) => string
  denied: (n: string) => string
  noSuchAsk: (n: string) => string
  forgotten: (n: string) => string
  noSuchFact: (n: string) => string
  /** `address`: how the bot is spoken to here. */
  ask: (of: {
    n: number
    call: string
    address: string
    /** A hook wants the word; else something from outside was read. */
    byHook: boolean
  }) => string
  noTools: string
  /** Why a tool of an MCP server is off. */
  toolOff: Record<'changed' | 'missing' | 'unfit', string>
  /** `takes`: JSON of what it takes now, where that has changed. */
  mcpChange: (of: { tool: string; before: string; now: string; takes: string | undefined; hash: string }) => string
  mcpAccepted: (tool: string) => string
  mcpNothing: (tool: string) => string
  noTape: string
  tapeReset: string
  atWork: string
  handedOff: (name: string) => string
  longestSummary: (most: number) => string
  noAnchors: string
  noFacts: string
  tape: (of: { entries: number; anchors: number; tokens: number; bytes: number }) => string
  nothingFound: (words: string) => string
  alike: string
  effect: Record<'read' | 'keyed' | 'once', string>
  more: (n: number) => string
  skillLayer: Record<'workspace' | 'bots' | 'user' | 'builtIn', string>
  skillOn: string
  /** It is hidden by a nearer one of its name, or not for this place. */
  skillNotHere: string
  /** `order`: what an operator writes to accept it. */
  skillWaits: (order: string) => string
  skillProblem: (message: string) => string
  skillAccepted: (name: string) => string
  skillDropped: (name: string) => string
  noSkills: string
  noSkillsHere: string
  // Errors.
  unknownCommand: (name: string) => string
  noSuchTool: (name: string) => string
  needs: (usage: string) => string
  nothingKnown: (id: string) => string
  failed: (kind: FailureKind) => string
  noSuchSkill: (name: string) => string
  skillIsOther: (order: string) => string
  tooManySkills: (most: number) => string
}

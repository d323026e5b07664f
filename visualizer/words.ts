// What the page has words for; names of states, events and guards stay as the charts spell them.
import type { GateState } from '../src/outcomes/story.ts'
import type { Gate } from '../machines/group.settings.ts'
import type { CallRecord } from '../src/feed/contract.ts'
import type { Lang } from './time-text.ts'
import type { FateKind } from '../src/outcomes/outcomes.ts'
import type { RoomWords } from './room/room-words.ts'

export interface Words {
  lang: Lang
  otherLanguage: string
  link: Record<'opening' | 'live' | 'lost', string>
  backToLive: string
  copyLink: string
  copied: string
  missed(n: number): string
  gone(seq: number): string
  theme: string
  help: string
  close: string
  panes: Record<'groups' | 'room' | 'chart' | 'why', string>
  views: Record<'chart' | 'sequence' | 'context', string>
  board: {
    title: string
    orderName: string
    none: string
    nothing: string
  }
  room: RoomWords
  fates: Record<FateKind | 'context', string>
  gates: Record<Gate, string>
  states: Record<GateState, string>
  why: {
    title: string
    pick: string
    unknown: string
    turn(n: number): string
    messages(n: number): string
    took(span: string): string
    tokens(n: string): string
    silently: string
    calls: string
    noCalls: string
    underWay: string
    prompt: string
    answer: string
    roles: Record<'system' | 'user' | 'assistant', string>
    callKinds: Record<CallRecord['kind'], string>
  }
  figures: {
    messages(n: number): string
    chars(n: number): string
    messageUnit: string
    tokenUnit: string
    freesIn(span: string): string
    before(gate: string): string
    /** The window is that of one person's requests. */
    ofOnePerson: string
    comma: string
    colon: string
  }
  note: Record<'title' | 'none' | 'renewed' | 'forget' | 'sure', string>
  budget: Record<'title' | 'messages' | 'tokens' | 'none' | 'ceilings' | 'process' | 'now', string>
  context: Record<
    | 'event'
    | 'states'
    | 'timers'
    | 'taken'
    | 'verdicts'
    | 'activity'
    | 'waiting'
    | 'skips'
    | 'none'
    | 'raw'
    | 'turnState'
    | 'mentioned',
    string
  > & { figures(messages: number, speakers: number): string }
  stepBack: string
  stepOn: string
  keys: { title: string; colours: string }
  stored: { title: string; none: string; over: string; told(stored: StoredText): string }
  noStep: string
  loading: string
  broken: string
}

/** Of the store, as texts. */
export interface StoredText {
  messages: string
  since: string
  size: string
  most: string
  days: number
}

// What the page has words for: every language says what English does; names of states, events and guards stay as the
// charts spell them.
import type { en } from './words-en.ts'

export type Words = typeof en

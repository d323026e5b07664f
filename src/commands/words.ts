// What commands answer, in the language of the room.
import type { CommandWords, Lang } from './command-words.ts'
import { commandBlock } from './block.ts'
import { commandEn } from './words-en.ts'
import { commandZh } from './words-zh.ts'

export const commandWords: Record<Lang, CommandWords> = { en: commandEn, zh: commandZh }

/** What did not work, so that nobody takes it for an answer. */
export const errorBlock = (name: string, text: string): string => commandBlock(name, 'error', text)

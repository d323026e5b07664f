// The words of the board and of its search.
import { boardEn } from './board-en.ts'
import { boardZh } from './board-zh.ts'

export const boardWords = { en: boardEn, zh: boardZh }

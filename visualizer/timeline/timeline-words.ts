// The words around the timeline and the sequence.
import { timelineEn } from './timeline-en.ts'
import { timelineZh } from './timeline-zh.ts'

export type Lifeline = keyof typeof timelineEn.actors

export const timelineWords = { en: timelineEn, zh: timelineZh }

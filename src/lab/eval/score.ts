// Counts of right and wrong answers, and their rates.
import { ratio } from '../counting.ts'

/** hits: said yes and was right · wrong: said yes and was not · missed: should have said yes. */
export type Score = { hits: number; wrong: number; missed: number }

export const makeScore = (): Score => ({ hits: 0, wrong: 0, missed: 0 })

export function note(score: Score, said: boolean, right: boolean): void {
  if (said && right) score.hits += 1
  else if (said) score.wrong += 1
  else if (right) score.missed += 1
}

export function rated({ hits, wrong, missed }: Score) {
  return {
    hits,
    wrong,
    missed,
    precision: ratio(hits, hits + wrong),
    recall: ratio(hits, hits + missed),
    f1: ratio(2 * hits, 2 * hits + wrong + missed),
  }
}

// What a bot's work with tools leaves in its prompts: the summary of the last of it, an item of the note, and facts (A3).
import type { MemoryStore } from '../store/memory.ts'
import type { RunTape } from '../store/run-tape.ts'
import { searchTerms } from '../store/search-terms.ts'
import { actorKey, type Whereabouts } from '../room/key.ts'

export type WorkTape = Pick<RunTape, 'anchor' | 'facts' | 'forgetFact' | 'shorten'>

/** A summary that no note has taken in yet. */
export interface Work {
  /** Row of its anchor. */
  n: number
  summary: string
}

/** A fact that has so much of what is to be forgotten is about it. */
const sameShare = 0.6

/** Of one bot in one group. Absent: no tape, and nothing of it. */
export function openWorkMemory(store: Pick<MemoryStore, 'noteOf'>, tape: WorkTape | undefined) {
  function workIn(place: Whereabouts): Work | undefined {
    const anchor = tape?.anchor(actorKey(place))
    if (!anchor || anchor.n <= store.noteOf(place).anchor) return undefined
    const { summary, outside } = (anchor.body ?? {}) as { summary?: unknown; outside?: unknown }
    // What a page made a model write is for the work that read it alone.
    if (typeof summary !== 'string' || summary.trim() === '' || outside === true) return undefined
    return { n: anchor.n, summary }
  }

  return {
    workIn,
    /** The newest first. */
    factsIn: (place: Whereabouts): string[] =>
      (tape?.facts(actorKey(place)) ?? []).toReversed().flatMap(({ body }) => {
        const { text } = (body ?? {}) as { text?: unknown }
        return typeof text === 'string' ? [text] : []
      }),
    /** Sentences of the summary that have a word of these texts go, as items of a note do: too much may go, nothing may stay. */
    strike(key: string, texts: readonly string[]): void {
      const anchor = tape?.anchor(key)
      const { summary } = (anchor?.body ?? {}) as { summary?: unknown }
      if (!anchor || typeof summary !== 'string' || summary === '') return
      const gone = new Set(texts.flatMap((text) => [...searchTerms(text)]))
      const left = [...sentences.segment(summary)]
        .map(({ segment }) => segment)
        .filter((each) => ![...searchTerms(each)].some((term) => gone.has(term)))
        .join('')
      if (left !== summary) tape?.shorten(key, anchor.n, left.trim())
    },
    /** Facts that are about it go. */
    forgetFacts(key: string, about: string): void {
      const terms = [...searchTerms(about)]
      if (terms.length === 0) return
      for (const { n, body } of tape?.facts(key) ?? []) {
        const has = searchTerms(JSON.stringify(body))
        if (terms.filter((term) => has.has(term)).length >= sameShare * terms.length) tape?.forgetFact(key, n)
      }
    },
  }
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

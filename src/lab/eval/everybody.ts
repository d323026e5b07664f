// Whom do names find? Every participant in turn is looked for in every labelled message of the group.
import { makeMentionMatcher } from '../../language/mention.ts'
import { chineseWordCost } from '../../language/chinese-words.ts'
import type { LabelledLine } from './labels.ts'
import { ratio } from '../counting.ts'

export type Everybody = ReturnType<typeof findEverybody>

/** Names alone: no links, no mentions. */
export function findEverybody(lines: readonly LabelledLine[], talkers: (line: LabelledLine) => ReadonlySet<string>) {
  let [participants, addressed, named, hits, ofAddressees, ofTalkers] = [0, 0, 0, 0, 0, 0]
  for (const talk of Map.groupBy(lines, ({ group }) => group).values()) {
    const speakers = [...new Set(talk.filter(({ system }) => !system).map(({ sender }) => sender))]
    const ears = speakers.map((name) => ({
      name,
      isNamedIn: makeMentionMatcher({ id: name, name, aliases: [] }, chineseWordCost),
    }))
    participants += speakers.length
    for (const line of talk.filter(({ counts, system }) => counts && !system)) {
      const { text, sender, addressee } = line
      const found = ears.filter(({ name, isNamedIn }) => name !== sender && isNamedIn(text) !== undefined)
      const right = found.filter(({ name }) => addressee.includes(name))
      if (addressee.length > 0) addressed += 1
      if (right.length > 0) named += 1
      hits += found.length
      ofAddressees += right.length
      ofTalkers += found.filter(({ name }) => addressee.includes(name) || talkers(line).has(name)).length
    }
  }
  return {
    participants,
    /** Labelled messages that address somebody, and those of them that name one of these. */
    addressed,
    named,
    /** Names found in labelled messages: all, of whom it addresses, and of whom takes part in its conversation. */
    hits,
    ofAddressees,
    ofTalkers,
    precision: ratio(ofAddressees, hits),
    precisionInTalk: ratio(ofTalkers, hits),
    recall: ratio(named, addressed),
  }
}

// The rehearsal's note of a group: the lines that decide, promise or ask to keep something in mind, as they were said.

const kept =
  /\b(?:decided|agreed|we(?:'ll| will) (?:use|go|take|meet|ship)|promise[ds]?|i(?:'ll| will)|remember|keep in mind|deadline|due (?:on|by)|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|not now|be (?:shorter|brief))\b|决定|说好|约好|定了|答应|保证|记住|记得|别忘|截止|之前交|我来|简短/iu
const line = /^(?:\S+ )?\w{3} \d{1,2} \w{3} \d\d:\d\d (.+?): (.*)$/u
const newLines = /\nNew lines(?: \(\d+ more left out\))?:\n/u
const mostItems = 8

/** Whether a prompt asks for a note. */
export const asksForNote = (system: string): boolean => system.startsWith('You keep the notes of ')

export function rehearsedNote(user: string): string {
  const [before = '', since = ''] = user.split(newLines)
  const old = before.split('\n').flatMap((each) => (each.startsWith('- ') ? [each.slice(2)] : []))
  const fresh = since.split('\n').flatMap((each) => {
    const [, name = '', text = ''] = line.exec(each) ?? []
    return kept.test(text) && !/[?？]\s*$/u.test(text) ? [`${name}: ${text}`] : []
  })
  const items = [...new Set([...old, ...fresh])].slice(-mostItems)
  return items.length > 0 ? items.join('\n') : 'NOTHING'
}

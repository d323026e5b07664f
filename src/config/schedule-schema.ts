// The keys of what a bot says or does at set times, and at every start.
import { flag, list, mapping, oneOf, text, timeZone } from './shapes.ts'

const group = text(/^\S.{0,199}$/, 'a group as web:lobby, or a one-to-one chat as "direct web:ann"')
const person = text(/^\S{1,200}$/, 'the id of a person')
const jobText = text(/^[^]{1,500}$/, 'a text of at most 500 characters')

export const schedule = list(
  mapping({
    group,
    when: text(/^.{1,100}$/, 'a time, as "0 9 * * 1-5" or "every 2h"'),
    zone: timeZone,
    kind: oneOf(['reminder', 'task']),
    quiet: flag,
    text: jobText,
    by: person,
  }),
).max(50, 'at most 50 rows')

export const startup = list(mapping({ group, quiet: flag, text: jobText, by: person })).max(10, 'at most 10 tasks')

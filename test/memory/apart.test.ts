// Nothing of one group stands in what is remembered of another, whatever is said, asked and forgotten where.
import { array, assert, constantFrom, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { actorKey } from '../../src/room/key.ts'
import type { RecalledLine } from '../../src/prompt/talk.ts'
import { room } from './room.ts'

const groups = ['web:lobby', 'web:den', 'feishu:oc_1', 'direct web:ann', 'web:ann']
const bots = ['iris', 'rex']
const words = ['budget', '60', 'paper', '作业', '统计', 'deploy', 'yesterday', 'moon', '会议室', 'd=0.5']

const step = record({
  does: constantFrom('says', 'says', 'says', 'answers', 'asks', 'asks', 'forgets', 'notes', 'corrects', 'clears'),
  group: constantFrom(...groups),
  bot: constantFrom(...bots),
  by: constantFrom('ann', 'bo'),
  words: array(constantFrom(...words), { minLength: 1, maxLength: 4 }),
})

test('every line and every note that a bot is shown was said in that very group, to that very bot, and not forgotten', () => {
  assert(
    property(array(step, { maxLength: 60 }), (steps) => {
      const { say, tell, memory, asking, talk, db } = room({ settings: { recallLines: 20, recallTokens: 2_000 } })
      const strange: string[] = []
      const mark = (group: string, bot = ''): string => `at${groups.indexOf(group)}${bot}`
      for (const [i, { does, group, bot, by, words: said }] of steps.entries()) {
        const text = `${said.join(' ')} ${mark(group)}`
        const place = { bot, group }
        const key = actorKey({ bot, group, oneToOne: false })
        if (does === 'says') say(group, text, { by })
        else if (does === 'answers') say(group, text, { by: bot })
        else if (does === 'forgets')
          tell(bot, group, i % 2 === 0 ? 'forget that' : `forget what was said about ${said[0]}`, { by })
        else if (does === 'clears') tell(bot, group, 'forget everything', { by })
        else if (does === 'notes')
          memory.keepNote(
            place,
            key,
            { text: `${text} ${mark(group, bot)}`, upto: 1_000, generation: memory.store.noteOf(place).generation },
            1,
          )
        else if (does === 'corrects') {
          const id = memory.store.since(group, 0, 100)[i % 7]?.id ?? ''
          memory.corrected(group, id, () => talk.correct(group, id, `${text} again`))
        } else {
          const question = say(group, `${said.join(' ')}?`, { by })
          const lines = memory.of(bot).recall(group, asking(question))
          const isStrange = (line: RecalledLine): boolean =>
            talk.lines(group, [line.id])[0]?.text !== line.text || memory.isForgotten(place, line)
          strange.push(...lines.filter(isStrange).map(({ text: told }) => `${bot} in ${group}: ${told}`))
          const note = memory.of(bot).note(group) ?? mark(group, bot)
          if (!note.includes(mark(group, bot))) strange.push(`${bot} in ${group} has the note ${note}`)
        }
      }
      db.close()
      expect(strange).toEqual([])
    }),
    { numRuns: 150 },
  )
})

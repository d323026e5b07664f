// A question about what a bot has noted: the judge of the room is told whose note has words of it, and that alone (A3, I2).
import { expect, test } from 'vitest'
import { roomCall } from '../../../src/jobs/room/call.ts'
import type { BotCandidate } from '../../../src/jobs/room/candidates.ts'
import { notedBy } from '../../../src/jobs/room/noted.ts'
import { roomCandidates, type CandidateParts } from '../../../src/jobs/room/room-candidates.ts'
import { estimateRequest } from '../../../src/language/tokens.ts'
import { loadYaml } from '../../config/load.ts'
import { said } from '../../prompt/iris.ts'
import { depsWith, scripted, toDecide } from '../jobs.ts'
import { bots } from './room.ts'

const chart = { self: {}, queue: { pending: [], buffer: [] } } as unknown as BotCandidate['chart']
const castWith = (notes: Record<string, string[]>): BotCandidate[] =>
  bots.map((profile) => {
    const items = notes[profile.id]
    return { bot: profile.id, ownId: `id-${profile.id}`, profile, chart, ...(items && { noted: () => items }) }
  })
const budget = 'The budget of the fair is 500 euro.'
const asked = 'What did we decide about the budget?'

function promptOf(text: string, notes: Record<string, string[]> = {}) {
  const fresh = [said(20, 'Bob', text)]
  const deps = depsWith(scripted(''), {
    talk: () => ({ before: [], batch: fresh, after: [] }),
    prompt: () => ({ style: 'compact', timeZone: 'UTC' }),
  })
  const input = { ...toDecide, batch: ['20'], maxTokens: 1_900 }
  const sharing = castWith(notes)
  const all = ['rex', 'dora'].map((bot) => ({ bot, input }))
  const call = roomCall(deps, 'web:lobby', { sharing, others: [] }, [{ bot: 'iris', input }, ...all])
  return call?.request.messages ?? []
}
const lineIn = (prompt: ReturnType<typeof promptOf>): string | undefined =>
  prompt[1]?.content.split('\n').find((line) => line.startsWith('Noted by'))

test('whose note has words of the question is named, and nobody else', () => {
  const prompt = promptOf(asked, { rex: ['Ben brings cake.', budget], dora: ['The servers are restarted on Monday.'] })
  expect(lineIn(prompt)).toBe('Noted by Rex: words of what is asked. A question about that is its field.')
})

test('it costs a few tokens, and where nothing is noted of it the prompt is as it was, to the byte', () => {
  const plain = promptOf(asked)
  expect(promptOf(asked, { rex: ['Ben brings cake.'], dora: [] })).toEqual(plain)
  expect(promptOf('The budget is fine.', { rex: [budget] })).toEqual(promptOf('The budget is fine.'))
  const more = estimateRequest(promptOf(asked, { rex: [budget] }), []) - estimateRequest(plain, [])
  expect([more > 0, more <= 25]).toEqual([true, true])
})

test('one word in common is chance, unless somebody asks for what was said; how one asks is no word', () => {
  const by = (text: string, items: string[]): string[] => notedBy(castWith({ rex: items }), [said(20, 'Bob', text)], 0)
  expect(by('Is the fair open to all?', ['The fair costs 20 euro.'])).toEqual([])
  expect(by('Is the budget of the fair known?', [budget])).toEqual(['Rex'])
  expect(by('Do you remember the fair?', ['The fair costs 20 euro.'])).toEqual(['Rex'])
  expect(by(asked, ['We decided on tea.'])).toEqual([])
  expect(by('预算上次怎么定的？', ['展会的预算是五百欧元。'])).toEqual(['Rex'])
  expect(notedBy(castWith({ rex: [budget] }), [said(20, 'Dora', asked, { bot: true })], 0)).toEqual([])
})

test('what a bot has noted is read of that bot in that group alone: note, last work and facts', () => {
  const config = loadYaml('bots:\n  - { name: Iris }\n  - { name: Rex }\n')
  const read: string[] = []
  const memory: CandidateParts['memory'] = (bot) => ({
    note(group) {
      read.push(`${bot} ${group}`)
      return '- one\n- two'
    },
    work: () => 'Seven.',
    facts: (_, oneToOne) => [`fact ${oneToOne}`],
  })
  const look = () => ({ context: {}, matches: () => false }) as never
  const memberIn = (_: string, bot: string) => ({ bot, ownId: bot }) as never
  const { sharing } = roomCandidates({ config, profile: (bot) => bot, memberIn, look, memory })('web:lobby', 'iris')
  expect(read).toEqual([])
  expect(sharing.at(1)?.noted?.()).toEqual(['- one', '- two', 'Seven.', 'fact false'])
  expect(read).toEqual(['rex web:lobby'])
})

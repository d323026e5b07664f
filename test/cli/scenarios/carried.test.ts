// What a scenario's lines carry reaches the prompts as it does in the service: files, pictures, quotes, topics, who is not served.
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/channels/plugins.ts'
import { parseScenario } from '../../../src/lab/eval/scenarios/parse.ts'
import { playScenario } from '../../../src/lab/eval/scenarios/play.ts'
import type { PlayedModels } from '../../../src/lab/virtual/metered-models.ts'
import type { ChatRequest } from '../../../src/llm/model.ts'
import { picture } from '../../media/samples.ts'

const config = loadConfig({ env: {}, cwd: import.meta.dirname })

/** The prompts of replies in a play with a model that says little. */
async function replies(talk: string, { more = '', sees = false } = {}) {
  const text = `title: t\nlanguage: en\npeople: [Ann, Ben]\ngroupSocial: { policy: mention }\n${more}\ntalk:\n${talk}\nmoments: [{ want: MAY, line: q }]\n`
  const asked: ChatRequest[] = []
  const ask = (request: ChatRequest) => {
    if (request.format === 'text') asked.push(request)
    return Promise.resolve({ text: `Fine, point ${asked.length}.`, finish: 'stop', model: 'm', tokens: 10 })
  }
  const model = { name: 'm', rehearsal: false, ask, sees: () => sees }
  const decide: PlayedModels = { latency: 900, decision: () => model, reply: () => model }
  await playScenario(parseScenario(text, 'a.yaml'), { config, decide, seed: 1 })
  return asked.map(({ messages }) => {
    const { content = '', pictures = [] } = messages.at(-1) ?? {}
    return { lines: content.split('\n'), pictures: pictures.map(({ url }) => url.slice(0, 16)) }
  })
}

const lineOf = (asked: Awaited<ReturnType<typeof replies>>, words: string): string[] =>
  asked.map(({ lines }) => lines.find((each) => each.includes(words)) ?? '')

describe('a play of a scenario', () => {
  test('shows a reply what a file holds, and tells that a larger one is not shown', async () => {
    const file = (more: string) =>
      replies(
        `  - { id: q, at: 0s, who: Ann, text: 'Rex, is it sound?', parts: [{ kind: file, name: a.csv, ${more} }] }`,
      )
    const [read] = await file(`holds: "a,b\\n1,2\\n"`)
    expect(read?.lines.filter((each) => each.startsWith('|'))).toEqual(['| a,b', '| 1,2'])
    const [large] = await file('bytes: 9000000, holds: x')
    expect(large?.lines).toContain('The file of line 1 (Ann), a.csv, is not shown: too large.')
    const [gone] = await file('mime: text/csv')
    expect(gone?.lines).toContain('The file of line 1 (Ann), a.csv, is not shown: it could not be fetched.')
  })

  test('shows a picture to a model that sees, and tells one that does not', async () => {
    const holds = `data:image/png;base64,${(await picture(20, 20)).toString('base64')}`
    const talk = `  - { id: q, at: 0s, who: Ann, text: 'Rex, what is it?', parts: [{ kind: image, name: a.png, holds: '${holds}' }] }`
    const [seen] = await replies(talk, { sees: true })
    expect(seen?.pictures).toEqual([expect.stringMatching(/^data:image\//)])
    const [unseen] = await replies(talk)
    expect(unseen).toMatchObject({ pictures: [] })
    expect(unseen?.lines.some((each) => each.startsWith('You cannot see pictures.'))).toBe(true)
  })

  test('takes a quote of a bot from before the talk for a reply to it, in its own words', async () => {
    const asked = await replies(
      `  - { id: q, at: 0s, who: Ann, text: 'why so?', parts: [{ kind: quote, from: iris, ago: 2d, text: 'Take Welch.' }] }`,
    )
    expect(lineOf(asked, 'why so?')).toEqual(['1* 0s Ann: ⟦quotes you, Mon 2 Mar 2026 09:30: Take Welch.⟧ why so?'])
  })

  test('tells a passage of a line beside its number, and what a bot said last by its id', async () => {
    const asked = await replies(
      `  - { id: a, at: 0s, who: Ann, text: 'We take Welch. We count twice.' }
  - { id: q, at: +20s, who: Ben, text: 'Iris, this?', parts: [{ kind: quote, line: a, text: We count twice. }] }
  - { id: r, at: +60s, who: Ben, text: 'why so?', parts: [{ kind: quote, line: iris, text: 'Fine, point 1.' }] }`,
    )
    expect(asked.length).toBe(2)
    expect(lineOf(asked.slice(0, 1), 'this?')[0]).toContain('⟦quotes >1: We count twice.⟧ Iris, this?')
  })

  test('brings the pictures of a quoted message along', async () => {
    const holds = `data:image/png;base64,${(await picture(20, 20)).toString('base64')}`
    const [seen] = await replies(
      `  - { id: q, at: 0s, who: Ann, text: 'Rex, this?', parts: [{ kind: quote, from: Ben, text: '[image]', parts: [{ kind: image, holds: '${holds}' }] }] }`,
      { sees: true },
    )
    expect(seen?.pictures.length).toBe(1)
  })

  test('keeps topics apart only where they are', async () => {
    const talk = `  - { at: 0s, who: Ann, topic: a, text: 'the port is 7731' }
  - { id: q, at: +20s, who: Ben, topic: b, text: 'Rex, which port?' }`
    const apart = await replies(talk, { more: 'groups: { lobby: { groupSocial: { topics: apart } } }' })
    expect([apart.length, lineOf(apart, '7731')]).toEqual([1, ['']])
    const together = await replies(talk)
    expect(lineOf(together, '7731')[0]).toContain('the port is 7731')
  })

  test('asks nothing for whom the group does not serve, and keeps their lines as it says', async () => {
    const talk = `  - { at: 0s, who: Ann, text: 'Rex, the port is 7731, right?' }
  - { id: q, at: +20s, who: Ben, text: 'Rex, which port?' }`
    const denied = await replies(talk, { more: 'groups: { lobby: { denyFrom: [Ann] } }' })
    expect(lineOf(denied, '7731')).toEqual([expect.stringContaining('Ann (not to be answered): ')])
    const ignored = await replies(talk, { more: 'groups: { lobby: { allowFrom: [Ben], unlisted: ignore } }' })
    expect(lineOf(ignored, '7731')).toEqual([''])
  })
})

test('a scenario that quotes whom or what it does not have is told so', () => {
  const text = `title: t
language: en
people: [Ann]
talk:
  - { id: q, at: 0s, who: Ann, parts: [{ kind: quote, from: Anne, text: a }, { kind: quote, line: r, text: a }] }
moments: [{ want: MAY, line: q }]
`
  expect(() => parseScenario(text, 'a.yaml')).toThrow(
    'a.yaml:5:55: talk[0].parts[0].from: nobody is called "Anne": did you mean "Ann"?\na.yaml:5:93: talk[0].parts[1].line: no line before has the id "r": expected one of iris, rex',
  )
})

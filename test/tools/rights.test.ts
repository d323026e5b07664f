// Who may use which tools: nothing that no rule names, nothing for peers, and the shell for operators alone.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Asker, type RightsQuestion, toolsFor, type ToolRule } from '../../src/tools/rights.ts'

const tools = ['fs.read', 'fs.write', 'web.fetch', 'bash', 'weather_now']
const person = (id: string): Asker => ({ id, kind: 'person' })
const operator = person('ou_boss')
const member = person('ou_ann')

const ask = (rules: ToolRule[], over: Partial<RightsQuestion> = {}) =>
  toolsFor({
    rules,
    operators: ['ou_boss'],
    askers: [operator],
    place: { group: 'telegram:7', oneToOne: false },
    tools,
    ...over,
  })

const everything: ToolRule = {
  tools: ['*'],
  groups: ['telegram:7', 'telegram:*', 'direct'],
  by: 'members',
  shell: true,
}
const direct = { group: 'telegram:ann', oneToOne: true }

describe('a rule', () => {
  test('gives what it names, by name, by beginning, or all', () => {
    const given = (named: string[]) => ask([{ tools: named, groups: ['telegram:7'], by: 'members' }])
    expect([given(['fs.read']), given(['fs.*']), given(['*']), given(['fs']), given(['f*']), given([])]).toEqual([
      ['fs.read'],
      ['fs.read', 'fs.write'],
      ['fs.read', 'fs.write', 'web.fetch', 'weather_now'],
      [],
      [],
      [],
    ])
  })

  test('gives a tool of an MCP server by its own name alone: a server adds others when it likes', () => {
    const given = (named: string[]) =>
      ask([{ tools: named, groups: ['telegram:7'], by: 'members' }], {
        tools: ['mcp.files.search', 'mcp.files.remove'],
      })
    expect(['*', 'mcp.*', 'mcp.files.*', 'mcp.files.search'].map((named) => given([named]))).toEqual([
      [],
      [],
      [],
      ['mcp.files.search'],
    ])
  })

  test('counts in the groups that it names; a channel is its groups, and no talk of two', () => {
    const isGiven = (groups: string[], place = { group: 'telegram:7', oneToOne: false }) =>
      ask([{ tools: ['fs.read'], groups, by: 'members' }], { place }).length > 0
    expect({
      exact: isGiven(['telegram:7']),
      channel: isGiven(['telegram:*']),
      other: isGiven(['telegram:8', 'feishu:*', 'direct', '*', 'tele*', ':*', '']),
      longer: isGiven(['telegram:7'], { group: 'telegram:77', oneToOne: false }),
      otherChannel: isGiven(['telegram:*'], { group: 'telegram2:7', oneToOne: false }),
      direct: isGiven(['direct'], direct),
      directByName: isGiven(['telegram:ann'], direct),
      directByChannel: isGiven(['telegram:*'], direct),
    }).toEqual({
      exact: true,
      channel: true,
      other: false,
      longer: false,
      otherChannel: false,
      direct: true,
      directByName: true,
      directByChannel: false,
    })
  })

  test('of operators gives members nothing, whatever they are called', () => {
    const rules: ToolRule[] = [{ tools: ['*'], groups: ['telegram:7'], by: 'operators' }]
    expect([
      ask(rules, { askers: [member] }),
      ask(rules, { askers: [person('OU_BOSS')] }),
      ask(rules, { operators: [] }),
    ]).toEqual([[], [], []])
  })
})

describe('several askers', () => {
  const rules: ToolRule[] = [
    { tools: ['web.fetch'], groups: ['telegram:7'], by: 'members' },
    { tools: ['fs.*'], groups: ['telegram:7'], by: 'operators' },
  ]
  test('may use what all of them may', () => {
    expect([ask(rules), ask(rules, { askers: [operator, member] }), ask(rules, { askers: [] })]).toEqual([
      ['fs.read', 'fs.write', 'web.fetch'],
      ['web.fetch'],
      [],
    ])
  })
  test('may use nothing once a peer is among them', () => {
    expect(ask([everything], { askers: [operator, { id: 'ou_boss', kind: 'peer' }] })).toEqual([])
  })
})

describe('the shell', () => {
  const given = (rule: Partial<ToolRule>, over: Partial<RightsQuestion> = {}) =>
    ask([{ tools: ['fs.read', 'bash'], groups: ['telegram:7'], by: 'operators', ...rule }], over).includes('bash')
  test('is for operators in talks of two, elsewhere where the group itself is named and the shell with it', () => {
    expect({
      direct: given({ groups: ['direct'] }, { place: direct }),
      directForMembers: given({ groups: ['direct'], by: 'members' }, { place: direct }),
      group: given({}),
      groupNamedWithShell: given({ shell: true }),
      channelWithShell: given({ shell: true, groups: ['telegram:*'] }),
      membersWithShell: given({ shell: true, by: 'members' }),
      memberAsks: given({ shell: true }, { askers: [member] }),
      unnamed: given({ tools: ['*', 'bash.*', 'ba*'], groups: ['direct'] }, { place: direct }),
      oneOfTwoIsAMember: given({ groups: ['direct'] }, { place: direct, askers: [operator, member] }),
    }).toEqual({
      direct: true,
      directForMembers: false,
      group: false,
      groupNamedWithShell: true,
      channelWithShell: false,
      membersWithShell: false,
      memberAsks: false,
      unnamed: false,
      oneOfTwoIsAMember: false,
    })
  })
  test('is what is told to be one', () => {
    expect(ask([{ ...everything, tools: ['*', 'bash', 'weather_now'] }], { shells: ['bash', 'weather_now'] })).toEqual([
      'fs.read',
      'fs.write',
      'web.fetch',
    ])
  })
})

describe('whatever the rules are', () => {
  const rule: fc.Arbitrary<ToolRule> = fc.record(
    {
      tools: fc.subarray([...tools, 'fs.*', 'web.*', '*']),
      groups: fc.subarray(['telegram:7', 'telegram:*', 'feishu:1', 'feishu:*', 'direct', '*']),
      by: fc.constantFrom('operators', 'members'),
      shell: fc.boolean(),
    },
    { requiredKeys: ['tools', 'groups', 'by'] },
  )
  const askers = fc.array(
    fc.record({ id: fc.constantFrom('ou_boss', 'ou_ann', 'ou_bo'), kind: fc.constantFrom('person', 'person', 'peer') }),
    { maxLength: 3 },
  )
  const question = fc.record({
    rules: fc.array(rule, { maxLength: 4 }),
    operators: fc.subarray(['ou_boss', 'ou_bo']),
    askers,
    place: fc.record({ group: fc.constantFrom('telegram:7', 'telegram:8', 'feishu:1'), oneToOne: fc.boolean() }),
    tools: fc.constant(tools),
  }) as fc.Arbitrary<RightsQuestion>

  test('several get what each of them would get alone, less what another would not', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const alone = asked.askers.map((asker) => toolsFor({ ...asked, askers: [asker] }))
        const all = alone.length === 0 ? [] : tools.filter((name) => alone.every((names) => names.includes(name)))
        expect(toolsFor(asked)).toEqual(all)
      }),
    )
  })
  test('a further rule takes nothing away, a further asker gives nothing', () => {
    fc.assert(
      fc.property(question, rule, askers, (asked, further, others) => {
        const now = toolsFor(asked)
        expect(toolsFor({ ...asked, rules: [...asked.rules, further] })).toEqual(expect.arrayContaining(now))
        const [first = operator, ...rest] = asked.askers
        const some = { ...asked, askers: [first, ...rest] }
        const withOthers = toolsFor({ ...some, askers: [...some.askers, ...(others as Asker[])] })
        expect(toolsFor(some)).toEqual(expect.arrayContaining(withOthers))
      }),
    )
  })
  test('peers and nobody get nothing', () => {
    const peer: Asker = { id: 'ou_boss', kind: 'peer' }
    fc.assert(
      fc.property(question, (asked) => {
        expect(toolsFor({ ...asked, askers: [...asked.askers, peer] })).toEqual([])
        expect(toolsFor({ ...asked, askers: [] })).toEqual([])
      }),
    )
  })
  test('only operators get the shell: alone with the bot, or where the group is named with it', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { rules, place, operators } = asked
        const isNamed = rules.some(
          (each) => each.shell === true && each.by === 'operators' && each.groups.includes(place.group),
        )
        const areOperators = asked.askers.every(({ id, kind }) => kind === 'person' && operators.includes(id))
        expect(!toolsFor(asked).includes('bash') || (areOperators && (place.oneToOne || isNamed))).toBe(true)
      }),
    )
  })
})

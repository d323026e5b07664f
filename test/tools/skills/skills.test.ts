// Where skills are looked for, which one counts, and what does not: links, devices, and what a model wrote itself.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lobby, skillText, skillWorld } from './world.ts'

const workspace = 'bots/iris/lobby'
const accepting = async ({ skills, accepted }: ReturnType<typeof skillWorld>, name: string) => {
  const found = (await skills.all(lobby)).skills.find((each) => each.layer === 'workspace' && each.name === name)
  accepted.set(name, found?.whole?.digest ?? 'none')
}

describe.runIf(process.platform === 'linux')('skills', () => {
  test('the nearer one of a name counts', async () => {
    const { put, names, read } = skillWorld()
    put('built-in', 'report/SKILL.md', skillText('report', { body: 'built in' }))
    put('built-in', 'other/SKILL.md', skillText('other'))
    expect(await names()).toEqual([
      ['other', 'builtIn'],
      ['report', 'builtIn'],
    ])
    put('home', '.agents/skills/report/SKILL.md', skillText('report', { body: 'of the user' }))
    expect([await names(), await read('report')]).toEqual([
      [
        ['report', 'user'],
        ['other', 'builtIn'],
      ],
      'of the user',
    ])
    put('bots', '.agents/skills/report/SKILL.md', skillText('report', { body: 'of all, second' }))
    put('bots', '.agent/skills/report/SKILL.md', skillText('report', { body: 'of all' }))
    expect([(await names())[0], await read('report')]).toEqual([['report', 'bots'], 'of all'])
  })

  test('one for another channel, without its program or without its tools is not for this place', async () => {
    const { put, names } = skillWorld()
    const meta = (line: string) => ({ metadata: `metadata:\n  ${line}\n` })
    put('home', '.agents/skills/a-web/SKILL.md', skillText('a-web', meta('channel: web')))
    put('home', '.agents/skills/b-telegram/SKILL.md', skillText('b-telegram', meta('channel: telegram')))
    put('home', '.agents/skills/c-git/SKILL.md', skillText('c-git', meta('program: git')))
    put('home', '.agents/skills/d-gh/SKILL.md', skillText('d-gh', meta('program: gh')))
    put('home', '.agents/skills/e-tools/SKILL.md', skillText('e-tools', meta('tools: fs.read bash')))
    const named = async (tools: string[]) => (await names(tools)).map(([name]) => name)
    expect([await named([]), await named(['fs.read', 'bash'])]).toEqual([
      ['a-web', 'c-git'],
      ['a-web', 'c-git', 'e-tools'],
    ])
  })

  test('what a model can write counts from an operator’s word on, as long as it stays as it was then', async () => {
    const world = skillWorld()
    const { put, names, read, skills, accepted } = world
    put(workspace, '.agents/skills/report/SKILL.md', skillText('report', { body: 'Obey me.' }))
    put(workspace, '.agents/skills/report/more/steps.md', 'one')
    put('home', '.agents/skills/report/SKILL.md', skillText('report', { body: 'of the user' }))
    // It hides nothing either.
    expect([await names(), await read('report')]).toEqual([[['report', 'user']], 'of the user'])
    const states = async () => (await skills.all(lobby)).skills.map(({ layer, state }) => [layer, state])
    expect(await states()).toEqual([
      ['workspace', 'waits'],
      ['user', 'on'],
    ])
    await accepting(world, 'report')
    expect([await names(), await read('report'), await read('report', 'more/steps.md')]).toEqual([
      [['report', 'workspace']],
      'Obey me.\n\nFiles of this skill, for skill_read: more/steps.md',
      'one',
    ])
    put(workspace, '.agents/skills/report/more/steps.md', 'two')
    expect([await read('report'), (await states())[0]]).toEqual(['of the user', ['workspace', 'changed']])
    put(workspace, '.agents/skills/report/more/steps.md', 'one')
    put(workspace, '.agents/skills/report/new.md', '')
    expect(await read('report')).toBe('of the user')
    accepted.clear()
    expect(await names()).toEqual([['report', 'user']])
  })

  test('the notes of who owns the workspaces are read, and those of the workspace once they are accepted', async () => {
    const { put, skills, accepted, at } = skillWorld()
    expect(await skills.notes(lobby)).toBe('')
    put('bots', 'AGENTS.md', 'Write in English.')
    put(workspace, 'AGENTS.md', 'Obey me.')
    expect(await skills.notes(lobby)).toBe('Write in English.')
    const own = await skills.ownNotes(lobby)
    expect([own?.text, own?.state]).toEqual(['Obey me.', 'waits'])
    accepted.set('AGENTS.md', own?.digest ?? '')
    expect(await skills.notes(lobby)).toBe('Write in English.\nObey me.')
    put(workspace, 'AGENTS.md', 'Obey me more.')
    expect([await skills.notes(lobby), (await skills.ownNotes(lobby))?.state]).toEqual(['Write in English.', 'changed'])
    put('bots', 'AGENTS.md', 'x'.repeat(20_000))
    expect(await skills.notes(lobby)).toBe('')
    mkdirSync(at('link'))
    symlinkSync('/etc/passwd', at('link', 'AGENTS.md'))
    expect(await skillWorld({ rootOf: () => at('link') }).skills.notes(lobby)).toBe('')
  })
})

describe.runIf(process.platform === 'linux')('what is no skill harms nothing', () => {
  test('a link, wherever it leads, also to itself; a device; a pipe; a folder in the place of a file', async () => {
    const { put, at, skills, names } = skillWorld()
    const of = (name: string) => at('home', '.agents/skills', name)
    put('home', '.agents/skills/good/SKILL.md', skillText('good'))
    for (const name of ['zero', 'secret', 'pipe', 'cycle', 'folder', 'empty']) mkdirSync(of(name), { recursive: true })
    symlinkSync('/dev/zero', `${of('zero')}/SKILL.md`)
    symlinkSync('/etc/passwd', `${of('secret')}/SKILL.md`)
    execFileSync('sh', ['-c', 'mkfifo "$0"', `${of('pipe')}/SKILL.md`])
    symlinkSync('SKILL.md', `${of('cycle')}/SKILL.md`)
    mkdirSync(`${of('folder')}/SKILL.md`)
    symlinkSync(of('good'), of('linked'))
    symlinkSync('.', of('self'))
    put('home', '.agents/skills/Bad Name/SKILL.md', skillText('bad'))
    put('home', '.agents/skills/README.md', 'no skill')
    const { problems } = await skills.all(lobby)
    expect(problems.map(({ path, message }) => [path.replace('.agents/skills/', ''), message])).toEqual([
      ['"Bad Name"', 'a folder of a skill has small letters, digits and single hyphens'],
      ['cycle', '.agents/skills/cycle/SKILL.md is a link: links are not followed'],
      ['empty', 'there is no SKILL.md in it'],
      ['folder', '.agents/skills/folder/SKILL.md is a folder'],
      ['linked', 'it is a link, or no folder: links are not followed'],
      ['pipe', '.agents/skills/pipe/SKILL.md is no file with content'],
      ['secret', '.agents/skills/secret/SKILL.md is a link: links are not followed'],
      ['self', 'it is a link, or no folder: links are not followed'],
      ['zero', '.agents/skills/zero/SKILL.md is a link: links are not followed'],
    ])
    expect(await names()).toEqual([['good', 'user']])
  })

  test('a folder of skills that is a link is not looked into', async () => {
    const { put, at, skills, names } = skillWorld()
    put('elsewhere', 'good/SKILL.md', skillText('good'))
    mkdirSync(at('home', '.agents'), { recursive: true })
    symlinkSync(at('elsewhere'), at('home', '.agents/skills'))
    expect([await names(), (await skills.all(lobby)).problems.map(({ message }) => message)]).toEqual([
      [],
      ['.agents/skills is a link: links are not followed'],
    ])
  })

  test('no file outside of a skill is read by its name', async () => {
    const { put, at, read } = skillWorld()
    put('home', '.agents/skills/good/SKILL.md', skillText('good'))
    put('home', '.agents/skills/good/bin', '\0')
    put('home', '.agents/secret.txt', 'secret')
    symlinkSync('../../secret.txt', at('home', '.agents/skills/good/link.txt'))
    symlinkSync('..', at('home', '.agents/skills/good/up'))
    expect(
      await Promise.all(
        ['../../secret.txt', 'a/../../../secret.txt', '/etc/passwd', 'link.txt', 'up/good/SKILL.md', 'bin', 'no'].map(
          (file) => read('good', file),
        ),
      ),
    ).toEqual([
      'ToolError: ../../secret.txt leads out of the workspace',
      'ToolError: a/../../../secret.txt leads out of the workspace',
      'ToolError: /etc/passwd is not in the workspace: paths are relative to it, as notes/today.md',
      'ToolError: .agents/skills/good/link.txt is a link: links are not followed',
      'ToolError: .agents/skills/good/up/good/SKILL.md cannot be reached: a name on its way is no folder, or a link, and links are not followed',
      'ToolError: bin is binary: only text in UTF-8 can be read',
      'ToolError: .agents/skills/good/no is not there',
    ])
    expect(await read('../good')).toBe('ToolError: there is no skill ../good here')
  })

  test('one of a workspace with a link, too many files or too many bytes cannot be accepted', async () => {
    const { put, at, skills } = skillWorld()
    for (const name of ['linked', 'many', 'large', 'good'])
      put(workspace, `.agents/skills/${name}/SKILL.md`, skillText(name))
    symlinkSync('/etc/passwd', at(workspace, '.agents/skills/linked/more.txt'))
    for (let n = 0; n < 30; n += 1) put(workspace, `.agents/skills/many/${n}.md`, 'x')
    put(workspace, '.agents/skills/large/a.md', 'x'.repeat(200_000))
    put(workspace, '.agents/skills/large/b.md', 'x'.repeat(200_000))
    const all = await skills.all(lobby)
    expect([all.skills.map(({ name }) => name), all.problems.map(({ message }) => message)]).toEqual([
      ['good'],
      [
        'its files have more than 262144 bytes together',
        'it holds a link, or something that is no file: links are not followed',
        'it has more than 30 files',
      ],
    ])
  })

  test('of a folder with very many, the first are read', async () => {
    const { put, skills } = skillWorld()
    for (let n = 10; n < 60; n += 1) put('home', `.agents/skills/s${n}/SKILL.md`, skillText(`s${n}`))
    const all = await skills.all(lobby)
    expect([all.skills.length, all.problems.map(({ message }) => message)]).toEqual([
      40,
      ['it holds more than 40 skills: the others are not read'],
    ])
  })
})

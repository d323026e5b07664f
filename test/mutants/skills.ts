// Mutants of skills: which of them count, what is read of them, and what a step shows.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('src/')
const skills = of('tools/skills/skills')
const folders = of('tools/skills/skill-folder')
const file = of('tools/skills/skill-file')
const offer = of('jobs/run/offer')
const view = of('jobs/run/view')
const rows = of('jobs/run/view-rows')

export const skillMutants: MutantArea = {
  tests: ['test/tools/skills', 'test/jobs/run/view.test.ts', 'test/e2e/skills.test.ts'],
  mutants: [
    skills(
      'a skill that a run has changed stays in force',
      "accepted === digest ? 'on' : 'changed'",
      "accepted !== '' ? 'on' : 'changed'",
    ),
    skills('the farther skill of a name counts', '!kept.has(skill.name) && skill.state', 'skill.state'),
    skills('notes that a run wrote are instructions', 'digest === undefined || notes.digest === digest', 'true'),
    skills('skills are read for any channel', '(channel === undefined || group.startsWith(`${channel}:`)) &&', ''),
    folders('a link in a skill is not told', 'else if (strict) throw', "else if (strict && kind === 'file') throw"),
    folders('a digest is of names alone', '[name, digestOf(bytes)]', '[name]'),
    file('aliases of a frontmatter are followed', 'maxAliasCount: 0', 'maxAliasCount: -1'),
    file('a skill is called as it likes', 'if (name !== folder)', "if (name === '')"),
    offer('what is added to many tools comes first', '[...always, ...shown]', '[...shown, ...always]'),
    view('a skill takes all the room of the talk', 'if (room(next) < talkKeeps) return false', ''),
    view(
      'skills are told of to who may read none',
      'names.includes(readSkillName) ? texts?.skills(names) : undefined',
      'texts?.skills(names)',
    ),
    rows('a tool that the model asked for is not added', 'tool === describeToolName ?', "tool === '' ?"),
  ],
}

// `chime skills`, after the steps of the guides: the skills that they write can be read, and what is wrong with one is told.
import { expect, test } from 'vitest'
import { textOf } from '../docs/pages.ts'
import { folder, writeIn } from '../world/folders.ts'
import { chime } from './chime.ts'

const blockOf = (text: string, kind: string): string => {
  const [, indent = '', block = ''] = new RegExp(`^( *)\`\`\`${kind}\\n([^]*?)^\\1\`\`\``, 'm').exec(text) ?? []
  return block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}

test.runIf(process.platform === 'linux').each(['en', 'zh'])('the guide in %s can be followed', async (lang) => {
  const guide = textOf(`docs/guide/skills.${lang}.md`)
  const [cwd, HOME] = [folder(), folder()]
  const path = /mkdir -p (\S+)`/.exec(guide)?.[1] ?? 'none'
  writeIn(cwd, 'chime.yaml', blockOf(guide, 'yaml'))
  writeIn(cwd, `${path}/SKILL.md`, blockOf(guide, 'markdown'))
  writeIn(HOME, '.agent/skills/broken/SKILL.md', '# No frontmatter')
  const env = { HOME, PATH: '', LANG: lang === 'zh' ? 'zh_CN.UTF-8' : 'C' }
  const { out, err, code } = await chime(['skills'], { cwd, env })
  const lines = out.trim().split('\n')
  expect([err, code]).toEqual(['', 0])
  expect([lines[0], lines.at(-1)]).toEqual(
    lang === 'zh'
      ? [
          'iris  weekly-report  (所有工作区的目录)  写实验室的周报。有人要某一周的报告时使用。',
          'iris  .agent/skills/broken  (主目录)  无法使用：there is no frontmatter: the file begins with a line ---, its keys, and a line ---',
        ]
      : [
          'iris  weekly-report  (the folder of all workspaces)  Writes the weekly report of the lab. Use it when somebody asks for the report of a week.',
          'iris  .agent/skills/broken  (home folder)  cannot be used: there is no frontmatter: the file begins with a line ---, its keys, and a line ---',
        ],
  )
  // Nine are built in.
  expect(lines).toHaveLength(11)
})

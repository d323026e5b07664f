// Answers in markdown as the platform's rich text: nothing of them is lost, and what comes out is what the platform takes.
import { describe, expect, test } from 'vitest'
import { contentOf as readBack } from '../../../src/channels/feishu/content.ts'
import { planReply } from '../../../src/channels/feishu/outbound.ts'
import { contentOf, linkTo as a, members, plan } from './post-plan.ts'

const linesOf = (text: string) => plan(text).flatMap(({ post }) => contentOf(post))

const t = (text: string, ...style: string[]) => ({ tag: 'text', text, ...(style.length > 0 && { style }) })
const bo = { tag: 'at', user_id: 'ou_bo', user_name: 'Bo' }
const code = (text: string, language?: string) => ({ tag: 'code_block', ...(language && { language }), text })
const blank = [t(' ')]

const shapes: [name: string, markdown: string, lines: object[][]][] = [
  ['a heading', '## Results\n\nall well', [[t('Results', 'bold')], blank, [t('all well')]]],
  ['a heading under a line', 'Results\n===\nall well', [[t('Results', 'bold')], [t('all well')]]],
  [
    'bold, italic, both, struck',
    '**bold** *slanted* ***both*** ~~gone~~',
    [
      [
        t('bold', 'bold'),
        t(' '),
        t('slanted', 'italic'),
        t(' '),
        t('both', 'italic', 'bold'),
        t(' '),
        t('gone', 'lineThrough'),
      ],
    ],
  ],
  ['code in a line, which calls nobody', 'run `npm i @Bo` now', [[t('run '), t('`npm i @Bo`'), t(' now')]]],
  [
    'a list',
    '- one\n- two',
    [
      [t('• '), t('one')],
      [t('• '), t('two')],
    ],
  ],
  [
    'a list in a list',
    '- one\n  - inner\n    - inmost\n- two',
    [
      [t('• '), t('one')],
      [t('    '), t('• '), t('inner')],
      [t('    '), t('    '), t('• '), t('inmost')],
      [t('• '), t('two')],
    ],
  ],
  [
    'a numbered list that begins later',
    '3. three\n4. four\n   1. inner',
    [
      [t('3. '), t('three')],
      [t('4. '), t('four')],
      [t('     '), t('1. '), t('inner')],
    ],
  ],
  [
    'tasks',
    '- [x] done\n- [ ] open',
    [
      [t('☑ '), t('done')],
      [t('☐ '), t('open')],
    ],
  ],
  [
    'links',
    '[paper](https://a.org/p?x=1 "title") <https://b.org/x> www.c.org',
    [
      [
        a('paper', 'https://a.org/p?x=1'),
        t(' '),
        a('https://b.org/x', 'https://b.org/x'),
        t(' '),
        a('www.c.org', 'http://www.c.org/'),
      ],
    ],
  ],
  [
    'links to nowhere on the web',
    '[click](javascript:alert) [file](./docs/a.md) **x**',
    [[t('click (javascript:alert) file (./docs/a.md) '), t('x', 'bold')]],
  ],
  ['a link by reference', 'see [one][1]\n\n[1]: https://one.org/', [[t('see '), a('one', 'https://one.org/')]]],
  ['code with its language', '```ts\nconst a = 1\n\n  b()\n```', [[code('const a = 1\n\n  b()', 'TYPESCRIPT')]]],
  ['code of a language that the platform does not know', '```mermaid\nA --> B\n```', [[code('A --> B')]]],
  [
    'a quotation',
    '> first\n> **second**\n>\n> > inner',
    [[t('▎ '), t('first')], [t('▎ '), t('second', 'bold')], [t('▎ ')], [t('▎ '), t('▎ '), t('inner')]],
  ],
  [
    'a table',
    '| name | n |\n| --- | --: |\n| 苏苏 | 1 |\n| `c` | **22** |',
    [[code('name |  n\n-----|---\n苏苏 |  1\n`c`  | 22')]],
  ],
  [
    'a table with a call and a link',
    '| who | where |\n| - | - |\n| @Bo | [here](https://a.org/) |',
    [
      [t('who', 'bold'), t(' | '), t('where', 'bold')],
      [bo, t(' | '), a('here', 'https://a.org/')],
    ],
  ],
  [
    'pictures',
    '![a cat](https://a.org/c.png) ![](https://a.org/d.png)',
    [[a('a cat', 'https://a.org/c.png'), t(' '), a('https://a.org/d.png', 'https://a.org/d.png')]],
  ],
  ['a rule', 'above\n\n---\n\nbelow', [[t('above')], [{ tag: 'hr' }], [t('below')]]],
  [
    'calls, styled and not',
    '**@Bo** and @Ann Lee, not joe@Bo',
    [
      [
        { ...bo, style: ['bold'] },
        t(' and '),
        { tag: 'at', user_id: 'ou_lee', user_name: 'Ann Lee' },
        t(', not joe@Bo'),
      ],
    ],
  ],
  [
    'code in a list, and a note',
    '1. do[^1]\n   ```sh\n   ls\n   ```\n2. rest\n\n[^1]: soon',
    [[t('1. '), t('do[^1]')], [code('ls', 'SHELL')], [t('2. '), t('rest')], blank, [t('[^1]: '), t('soon')]],
  ],
]

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** What of it is said: neither the language behind a fence, the title of a link, nor the sign of a task or a reference. */
const saidIn = (markdown: string): string =>
  markdown
    .replaceAll(/^ *```\w+/gm, '')
    .replaceAll(/ "title"/g, '')
    .replaceAll(/\]\[1\]|^\[1\]:/gm, ' ')
    .replaceAll(/^- \[x\]/gm, '')

describe('twenty shapes of markdown', () => {
  test.each(shapes)('%s', (_, markdown, lines) => {
    expect(linesOf(markdown)).toEqual(lines)
  })

  test('read back as the channel reads a post, every word stands where it stood', () => {
    expect(shapes.length).toBe(20)
    const keyOf = (id: string): string => (id === 'ou_bo' ? '@Bo' : id === 'ou_lee' ? '@Ann Lee' : '?')
    const moved = shapes.flatMap(([name, markdown]) => {
      const back = plan(markdown).map(({ post }) => readBack('post', JSON.stringify(post), { app: 'a', keyOf })?.text)
      const found = wordsIn(back.join('\n'))
      const lost = wordsIn(saidIn(markdown)).filter((word) => {
        const at = found.indexOf(word)
        if (at >= 0) found.splice(0, at + 1)
        return at < 0
      })
      return lost.length > 0 ? [`${name}: ${lost.join(' ')}`] : []
    })
    expect(moved).toEqual([])
  })
})

test.each(['yes, see https://a.org/x_y', 'One.\nTwo.\n\nThree: 2 * 3 * 4 = 24', '@Bo look', 'a_b_c #1 me@a.org'])(
  'an answer without markdown stays a text: %j',
  (text) => {
    expect(plan(text)).toEqual(planReply({ key: 'k', type: 'long', text }, { members }).parts)
  },
)

test.each([
  ['quotes', '>'],
  ['lists', '- '],
  ['numbers', '1. '],
])('%s within each other by the thousand stay a text, read at once', (_, mark) => {
  const text = `**x**\n${mark.repeat(1_300)}x`
  expect(plan(text)).toEqual([{ text, uuid: expect.any(String) }])
})

test('where replies are plain words, signs are only signs', () => {
  expect(planReply({ key: 'k', type: 'long', text: 'call **init**' }, { members }).parts).toEqual([
    { text: 'call **init**', uuid: expect.any(String) },
  ])
})

test('the words of a post are there for a platform that does not take its form', () => {
  const [part] = plan('# Hi @Bo\n- [x](https://a.org/)\n\n```js\n@Bo\n```\n---')
  expect(part?.text).toBe('Hi <at user_id="ou_bo">Bo</at>\n• x (https://a.org/)\n```javascript\n@Bo\n```\n———')
})

test.each([
  '**x** <&#97;t user_id="all">all</at>',
  '**x** \\<at user_id="all">all\\</at>',
  '**x** <**at** user_id="all">all<**/at**>',
  '**x** @\\_all @&#95;all',
  '| <at user_id="all"> |\n|-|\n| @\\_all |',
])('a tag that the model hides in markdown rings nobody: %s', (markdown) => {
  for (const { post, text } of plan(markdown)) {
    expect(text).not.toMatch(/<\/?at\b|@_all/)
    for (const node of contentOf(post).flat()) expect('text' in node && node.text).not.toMatch(/<\/?at\b|@_all/)
  }
})

// Answers in markdown that are longer than a message: where they are cut, and what stays whole.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentOf, linkTo, members, plan } from './post-plan.ts'

const linesOf = (text: string) => plan(text).flatMap(({ post }) => contentOf(post))
const address = `https://a.org/${'p'.repeat(900)}`

describe('a long answer', () => {
  const words = (count: number, word: (n: number) => string = (n) => `w${n}`) =>
    Array.from({ length: count }, (_, n) => word(n)).join(' ')
  const textIn = (post: object | undefined) =>
    contentOf(post)
      .map((line) =>
        line.map((node) => ('text' in node ? node.text : node.tag === 'at' ? `@${node.user_name}` : '')).join(''),
      )
      .join('\n')

  test('is cut between its blocks', () => {
    const block = (n: number) => `## Part ${n}\n\n${words(250)}`
    const starts = plan(words(9, block).replaceAll(' ## ', '\n\n## ')).map(({ post }) => textIn(post).split('\n')[0])
    expect(starts).toEqual(['Part 0', 'Part 3', 'Part 6'])
  })

  test('repeats the fence of code that is cut at a line', () => {
    const lines = Array.from({ length: 900 }, (_, n) => `line(${n})`)
    const pieces = linesOf(`\`\`\`py\n${lines.join('\n')}\n\`\`\``).flat()
    expect(pieces.map((node) => node.tag === 'code_block' && node.language)).toEqual(['PYTHON', 'PYTHON', 'PYTHON'])
    expect(pieces.map((node) => ('text' in node ? node.text : '')).join('\n')).toBe(lines.join('\n'))
  })

  test('has the same parts whether its members are known or, after a restart, not yet (S5)', () => {
    const markdown = `**All:** ${words(900, (n) => `@Bo w${n}`)}`
    const parts = (known: typeof members) => plan(markdown, known).map(({ post, uuid }) => [textIn(post), uuid])
    expect(parts(members)).toEqual(parts([]))
  })

  test('whatever it is made of, it loses nothing, splits no link and no call, and each post is small enough', () => {
    const piece = fc.constantFrom(
      '# h',
      '**b**',
      '"\\\\"'.repeat(300),
      '好'.repeat(500),
      '@Bo ',
      '@Bo '.repeat(200),
      `[link ${'l'.repeat(90)}](${address})`,
      'x'.repeat(3_000),
      '\n',
      '\n\n',
      '- ',
      '> ',
      '\n```go\nf()\n```\n',
      `\n\`\`\`\n${'c'.repeat(5_000)}\n\`\`\`\n`,
      `\n| a |\n|-|\n| ${'d'.repeat(900)} |\n`,
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const parts = plan(`**go**\n\n${pieces.join('')}`)
        for (const { post } of parts) {
          expect(Buffer.byteLength(JSON.stringify(JSON.stringify(post)))).toBeLessThanOrEqual(30_720)
          const links = contentOf(post)
            .flat()
            .filter(({ tag }) => tag === 'a')
          expect(links).toEqual(links.map((link) => ({ ...link, ...linkTo(`link ${'l'.repeat(90)}`, address) })))
        }
        const said = parts.map(({ post }) => textIn(post)).join('')
        const count = (text: string, sign: string) => text.split(sign).length - 1
        expect(count(said, '好')).toBe(count(pieces.join(''), '好'))
        expect(count(said, '@Bo')).toBe(count(pieces.join(''), '@Bo'))
        expect(count(said, 'x')).toBe(count(pieces.join(''), 'x'))
        expect(count(said, 'c')).toBe(count(pieces.join(''), 'c'))
      }),
      { numRuns: 200 },
    )
  })
})

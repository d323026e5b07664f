// Links between the pages lead somewhere.
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { pages, root, textOf } from './pages.ts'

const prose = (path: string): string => textOf(path).replaceAll(/^ *```[\s\S]*?^ *```/gm, '')

test.each(pages)('every local link of %s leads to a file, and to a heading where it names one', (path) => {
  const targets = Array.from(prose(path).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
  const local = targets.filter((target) => !/^[a-z]+:/.test(target))
  expect(local.filter((target) => !leadsSomewhere(path, target))).toEqual([])
})

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', heading] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), decodeURIComponent(file)))
  if (!existsSync(join(root, path))) return false
  return heading === undefined || headings(path).includes(decodeURIComponent(heading))
}

/** As GitHub makes anchors of headings. */
function headings(path: string): string[] {
  const lines = Array.from(prose(path).matchAll(/^#+ (.*)$/gm), ([, line = '']) => line)
  return lines.map((line) =>
    line
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

// Markdown as models write it, read into a tree that each channel writes down in its own form.
import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export type { Root } from 'mdast'

/** CommonMark with tables, strikethrough, task lists and bare links (GFM). HTML stays text. Never throws. */
export function readMarkdown(text: string): Root {
  if (absurd.some((pattern) => pattern.test(text))) return plainRoot(text)
  try {
    return fromMarkdown(text, {
      extensions: [gfm(), { disable: { null: ['htmlFlow', 'htmlText'] } }],
      mdastExtensions: [gfmFromMarkdown()],
    })
  } catch {
    return plainRoot(text)
  }
}

/**
 * Lists and quotes within each other on one line, and marks in a row, more than anybody writes: to read thousands of them
 * takes seconds, or all of the stack.
 */
const absurd = [/^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)])){20}/m, /([*_~])\1{40}/]

function plainRoot(text: string): Root {
  const lines = text.split('\n')
  const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset: text.length }
  const position = { start: { line: 1, column: 1, offset: 0 }, end }
  const only = { type: 'text' as const, value: text, position }
  return { type: 'root', position, children: [{ type: 'paragraph', position, children: [only] }] }
}

// Markdown as models write it, read into a tree that each channel writes down in its own form.
import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export type { Root } from 'mdast'

/** CommonMark with tables, strikethrough, task lists and bare links (GFM). HTML stays text. Never throws. */
export function readMarkdown(text: string): Root {
  return fromMarkdown(text, {
    extensions: [gfm(), { disable: { null: ['htmlFlow', 'htmlText'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  })
}

// A message in one line of text, where what it carries cannot be drawn.
import type { TalkLine } from '../../src/feed/contract.ts'

export const toldOf = ({ text, parts = [] }: TalkLine): string =>
  text || parts.map((part) => `[${('name' in part && part.name) || part.kind}]`).join(' ')

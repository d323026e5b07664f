// Answers in markdown, planned and read as the platform reads them.
import { planReply } from '../../../src/channels/feishu/outbound.ts'
import { postShape } from '../../fakes/feishu/post-shape.ts'

/** Whom a reply may call. */
export const members = [
  { id: 'bo', name: 'Bo', openId: 'ou_bo', isBot: false },
  { id: 'lee', name: 'Ann Lee', openId: 'ou_lee', isBot: false },
]
/** The parts of an answer in markdown. */
export const plan = (text: string, known = members) =>
  planReply({ key: 'k', type: 'long', text }, { members: known, isMarkdown: true }).parts
/** Throws where the platform would not take it. */
export const contentOf = (post: object | undefined) => postShape.parse(post).zh_cn.content

export const linkTo = (text: string, href: string) => ({ tag: 'a', text, href })

// Rich text as the platform's documentation of message contents allows it: https://open.feishu.cn/document (create_json, post).
import { z } from 'zod'

const style = z.array(z.enum(['bold', 'italic', 'underline', 'lineThrough'])).optional()
const language = z.enum(
  'PYTHON C CPP GO JAVA KOTLIN SWIFT PHP RUBY RUST JAVASCRIPT TYPESCRIPT BASH SHELL SQL JSON XML YAML HTML THRIFT'.split(
    ' ',
  ),
)
const someText = z.string().min(1)

const inLine = z.discriminatedUnion('tag', [
  z.strictObject({ tag: z.literal('text'), text: someText, style }),
  // One address that is none, and the whole message is refused.
  z.strictObject({ tag: z.literal('a'), text: someText, href: z.url({ protocol: /^https?$/ }), style }),
  z.strictObject({ tag: z.literal('at'), user_id: z.string().regex(/^ou_\w+$/), user_name: someText, style }),
])
/** These have a paragraph of their own. */
const alone = z.discriminatedUnion('tag', [
  z.strictObject({ tag: z.literal('code_block'), text: someText, language: language.optional() }),
  z.strictObject({ tag: z.literal('hr') }),
])

export const postShape = z.strictObject({
  zh_cn: z.strictObject({
    title: z.string().optional(),
    content: z.array(z.union([z.array(inLine).min(1), z.tuple([alone])])).min(1),
  }),
})

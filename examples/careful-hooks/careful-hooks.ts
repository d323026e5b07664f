// Hooks of a careful office: what leaves it, what is changed in it, and what of its files models may read.
import type { HookModule } from '../../src/tools/hooks/contract.ts'

const key = /\bsk-[\w-]{16,}/
const mail = /[\w.+-]+@[\w-]+\.[\w.]+/g
const sites = ['docs.example.org']

const hooks: HookModule = {
  /** Nothing with a key in it goes to a model; in a group none is told of the shell, and answers are short. */
  beforeModel({ messages, oneToOne }) {
    if (messages.some(({ content }) => key.test(content))) return { refuse: 'a key stands in the talk' }
    return oneToOne ? undefined : { dropTools: ['bash'], maxOutputTokens: 600 }
  },

  /** No more than one file is written in a step. */
  afterModel({ text, calls }) {
    if (key.test(text)) return { refuse: 'the answer holds a key' }
    const writes = calls.flatMap(({ tool }, n) => (tool === 'fs.write' ? [n] : []))
    return writes.length > 1 ? { dropCalls: writes.slice(1), reason: 'write one file at a time' } : undefined
  },

  /** Pages of our own sites alone; what is written elsewhere than in drafts/ somebody has to see first. */
  beforeTool({ tool, args }) {
    if (tool === 'web.fetch' && !sites.includes(URL.parse(String(args['url']))?.hostname ?? ''))
      return { refuse: `pages are read from ${sites.join(', ')} alone` }
    if (tool === 'fs.write' && !String(args['path']).startsWith('drafts/'))
      return { askOperators: 'only drafts/ is written without being asked' }
    return undefined
  },

  /** Addresses of people are masked; a file that others put there counts as from outside; some end the work. */
  afterTool({ tool, args, text }) {
    if (tool !== 'fs.read') return undefined
    return {
      ...(text.search(mail) >= 0 && { replace: text.replaceAll(mail, '[address]') }),
      ...(String(args['path']).startsWith('inbox/') && { outside: true }),
      ...(text.includes('NOT FOR MODELS') && { end: 'the file is not for models' }),
    }
  },
}

export default hooks

// How the bots introduce themselves on the pages.
import { expect, test } from 'vitest'
import type { BotConfig } from '../../src/config/bots.ts'
import { demoBots } from '../../src/config/demo.ts'
import { profileOf } from '../../src/feed/bot-profiles.ts'

const bot = (change: Partial<BotConfig>): BotConfig =>
  ({ id: 'ada', name: 'Ada', aliases: [], role: 'editor', expertise: '', operators: [], ...change }) as BotConfig

test('a bot is told by its role and the phrases of its field, in both languages as they were written', () => {
  const [iris] = demoBots
  expect(profileOf(bot({ ...(iris as Partial<BotConfig>) }))).toEqual({
    id: 'iris',
    name: 'Iris',
    role: 'research assistant',
    fields: [
      'papers',
      'literature search',
      'statistics',
      'experiments',
      'data',
      '论文',
      '文献',
      '统计',
      '实验',
      '数据',
    ],
  })
})

test('without a field the first sentence of its persona stands for it, and nothing more of that', () => {
  const persona = '# Ada\n\n- secret: no\n\nAda keeps texts short, v1.2 and later. Her password is hunter2.\nMore.'
  expect(profileOf(bot({ persona }))).toEqual({
    id: 'ada',
    name: 'Ada',
    role: 'editor',
    fields: [],
    about: 'Ada keeps texts short, v1.2 and later.',
  })
  expect(profileOf(bot({ persona, expertise: 'grammar' }))).not.toHaveProperty('about')
  expect(profileOf(bot({ persona: `${'x'.repeat(200)}.` }))).not.toHaveProperty('about')
})

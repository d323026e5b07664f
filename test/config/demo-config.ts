// What a fresh installation runs with, written out.
import type { Config } from '../../src/config/config.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'

export const rehearsal = {
  provider: 'rehearsal',
  name: 'rehearsal',
  decisionName: 'rehearsal',
  mode: 'json',
} as const

export const demoConfig: Config = {
  bots: [
    {
      id: 'iris',
      name: 'Iris',
      aliases: ['小研'],
      role: 'research assistant',
      expertise: 'papers, literature search, statistics, experiments, data; 论文、文献、统计、实验、数据',
      operators: [],
      model: rehearsal,
      limits: { dailyMessages: 300, dailyTokens: 300_000 },
    },
    {
      id: 'rex',
      name: 'Rex',
      aliases: ['小审'],
      role: 'code reviewer',
      expertise: 'bugs, tests, TypeScript, refactoring, performance; 代码、审查、缺陷、测试、重构、性能',
      operators: [],
      model: rehearsal,
      limits: { dailyMessages: 300, dailyTokens: 300_000 },
    },
  ],
  limits: { dailyMessages: 1_000, dailyTokens: 1_000_000 },
  groupSocial: defaultSettings,
  groups: { 'web:lobby': { bots: ['iris', 'rex'], settings: defaultSettings } },
  channels: {
    web: { host: '127.0.0.1', port: 7171, rooms: [{ id: 'lobby', title: 'Lobby', bots: ['iris', 'rex'] }] },
  },
  admission: {},
  store: { path: '/here/data/chime.sqlite', retainDays: 30, maxMegabytes: 2_000 },
  log: { level: 'info', format: 'auto' },
  rosterFolder: '/here/group',
  warnings: [],
}

// The bots that a fresh installation starts with: two colleagues who know different things.
import type { FileBot } from './schema.ts'

export const demoBots: FileBot[] = [
  {
    id: 'iris',
    name: 'Iris',
    aliases: ['小研'],
    role: 'research assistant',
    expertise: 'papers, literature search, statistics, experiments, data; 论文、文献、统计、实验、数据',
  },
  {
    id: 'rex',
    name: 'Rex',
    aliases: ['小审'],
    role: 'code reviewer',
    expertise: 'bugs, tests, TypeScript, refactoring, performance; 代码、审查、缺陷、测试、重构、性能',
  },
]

// What an empty room proposes to try.
import { expect, test } from 'vitest'
import { triesOf } from '../../visualizer/room/tries.ts'
import { en } from '../../visualizer/words-en.ts'
import { zh } from '../../visualizer/words-zh.ts'

const profile = (id: string, name: string, fields: string[]) => ({ id, name, role: '', fields })
const bot = (id: string, name: string, fields: string[]) => ({ key: id, id, name, profile: profile(id, name, fields) })
const iris = bot('iris', 'Iris', ['papers', 'data', '论文', '数据'])
const rex = bot('rex', 'Rex', ['bugs', '缺陷'])

test.each([
  ['en', [iris, rex], ['Hello everyone!', '@Iris where would you start with papers?', 'Does anyone know about bugs?']],
  [
    'en',
    [bot('bo', 'Bo', []), iris],
    ['Hello everyone!', '@Iris where would you start with papers?', 'Does anyone know about data?'],
  ],
  ['zh', [bot('bo', 'Bo', ['bugs', 'tests'])], ['大家好！', '@Bo bugs 该从哪儿入手？', '有谁懂 tests 吗？']],
  ['zh', [iris, rex], ['大家好！', '@Iris 论文该从哪儿入手？', '有谁懂缺陷吗？']],
  ['en', [iris], ['Hello everyone!', '@Iris where would you start with papers?', 'Does anyone know about data?']],
  ['zh', [bot('bo', 'Bo', ['bugs'])], ['大家好！', '@Bo bugs 该从哪儿入手？', '今天我们先看什么好？']],
  [
    'en',
    [bot('bo', 'Bo', [])],
    ['Hello everyone!', '@Bo what can you help with?', 'What should we look at first today?'],
  ],
] as const)('in %s the texts fit the bots that are there (%#)', (lang, bots, texts) => {
  expect(triesOf(bots, { en, zh }[lang])).toEqual(texts)
})

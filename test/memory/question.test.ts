// What a question asks of the past.
import { expect, test } from 'vitest'
import { pastQuestion } from '../../src/memory/question.ts'

const hour = 3_600_000
const noon = Date.UTC(2026, 10, 22, 12)

test('yesterday is the day before on people’s clocks, told in the service’s time', () => {
  const yesterday = { from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 22) }
  const spans = [0, 20 * hour, -20 * hour].map((ahead) => {
    const { span } = pastQuestion('What did you say yesterday?', noon + ahead, { timeZone: 'UTC', ahead })
    return span && { from: span.from - ahead, to: span.to - ahead }
  })
  expect(spans).toEqual([yesterday, yesterday, yesterday])
})

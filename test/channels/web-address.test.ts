import { expect, test } from 'vitest'
import { roomIn } from '../../src/channels/web/page/address.js'

test('the address names a room, whatever stands behind its hash', () => {
  const rooms = ['#lobby', '#caf%C3%A9', '#%', '#%ZZ', '#a%E0%A4%A', '#50%25', '', '#', '##x'].map(roomIn)
  expect(rooms).toEqual(['lobby', 'café', '%', '%ZZ', 'a%E0%A4%A', '50%', '', '', '#x'])
})

// What is refused, and with which words (X2, X3; bad inputs 20–25).
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { key, start } from './bridge-world.ts'
import { alpha, type Change, json, posted, withData } from './posted.ts'

describe('refused, told as a problem, logged, and nothing of it processed', () => {
  const unknown = 'no signature fits a key that is known here'
  test.each<[string, Change, number, string]>([
    [
      'no signature (22)',
      { headers: { 'webhook-signature': '' } },
      401,
      'webhook-id, webhook-timestamp and webhook-signature are needed',
    ],
    ['a bad signature (22)', { key: key(8) }, 401, unknown],
    ['our own key, a message of ours sent back', { key: key(3) }, 401, unknown],
    ['a stale one (22)', { at: start - 301_000 }, 401, 'webhook-timestamp is more than 5 minutes off'],
    ["a valid key, another peer's source (23)", { key: key(4) }, 403, 'source is not the one that the key belongs to'],
    ['our own source', { body: json({ source: 'chime:alpha' }) }, 403, 'source is not the one that the key belongs to'],
    [
      'a group that is shared with another peer',
      { body: withData({ group: 'feishu:oc_2' }) },
      403,
      'the group is not bridged with this peer',
    ],
    ['hops -1 (24)', { body: withData({ hops: -1 }) }, 400, 'data.hops: Too small: expected number to be >=1'],
    [
      'hops "0" (24)',
      { body: withData({ hops: '0' }) },
      400,
      'data.hops: Invalid input: expected number, received string',
    ],
    ['hops 5 (24)', { body: withData({ hops: 5 }) }, 422, 'hops is above 4: bots alone have talked long enough'],
    ['no JSON', { body: '{"specversion":' }, 400, 'the body is no JSON in UTF-8'],
    ['no UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }, 400, 'the body is no JSON in UTF-8'],
    ['an id that is not the signed one', { body: json({ id: 'evt_2' }) }, 400, 'id is another one than webhook-id'],
    ['nothing visible to read', { body: withData({ text: '\u0000 \u202e' }) }, 400, 'data.text: is empty'],
    ['a time that is none (20)', { body: json({ time: 'NaN' }) }, 400, 'time: Invalid ISO datetime'],
    [
      '51 mentions',
      { body: withData({ mentions: Array.from({ length: 51 }, () => ({ id: 'a', name: 'A' })) }) },
      400,
      'data.mentions: Too big: expected array to have <=50 items',
    ],
    [
      'a gzip bomb (25)',
      { body: gzipSync(Buffer.alloc(5_000_000)), headers: { 'content-encoding': 'gzip' } },
      415,
      'send the body as it is, without compression',
    ],
    [
      'another type (25)',
      { headers: { 'content-type': 'application/json' } },
      415,
      'send the body as application/cloudevents+json',
    ],
    ['70 KB (25)', { body: withData({ text: 'x'.repeat(70_000) }) }, 413, 'an event has at most 64 KB'],
    [
      '70 KB that do not say how much they are (25)',
      { body: withData({ text: 'x'.repeat(70_000) }), headers: { 'transfer-encoding': 'chunked' } },
      413,
      'an event has at most 64 KB',
    ],
    ['a page of another site', { headers: { origin: 'https://evil.example' } }, 403, 'no page may post here'],
  ])('%s', async (_, change, status, detail) => {
    const { app, taken, refused } = alpha()
    expect(await posted(app, change)).toEqual([status, detail])
    expect([taken, refused]).toEqual([[], [expect.objectContaining({ status, reason: detail })]])
  })
})

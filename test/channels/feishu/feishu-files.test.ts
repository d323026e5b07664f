// The bytes of pictures and files through the official SDK's HTTP stack, from a platform that does its worst.
import { expect, test } from 'vitest'
import type { Download } from '../../../src/channels/channel.ts'
import type { MediaPart } from '../../../src/language/parts.ts'
import type { File } from '../../fakes/feishu/file.ts'
import { channelOnFake } from './channel-on-fake.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const most = 1_000_000
const megabytes = (count: number): number => count * 1_000_000
const forever = () => new AbortController().signal

async function opened(options: Parameters<typeof channelOnFake>[0] = {}) {
  const { fake, lab, channel } = await channelOnFake(options)
  const message = fake.say('ann', lab, '', { kind: 'image', raw: '{"image_key":"img_1","also":"file_1"}' })
  const ref = (handle: string, key = 'img_1') =>
    `${fake.app(handle).appId} ${key.startsWith('img_') ? 'image' : 'file'} ${key}`
  const fetched = async ({
    signal = forever(),
    part,
    ...change
  }: Partial<Omit<Download, 'part'>> & { signal?: AbortSignal; part?: Partial<MediaPart> } = {}) => {
    const what = { group: `feishu:${lab}`, message, bot: 'iris', most, ...change }
    const wanted = { kind: 'image' as const, ref: ref('iris'), ...part }
    return channel.download?.({ ...what, part: wanted }, signal)
  }
  /** What it came to, in a line. */
  const outcome = (change?: Parameters<typeof fetched>[0]): Promise<string> =>
    fetched(change).then(
      (got) => `${got?.bytes.length} bytes, ${got?.mime}`,
      ({ kind, message: words }: { kind: string; message: string }) => `${kind}: ${words}`,
    )
  return { fake, lab, message, ref, fetched, outcome }
}

test('a picture comes with its bytes and the type that the platform tells', async () => {
  const { fake, fetched } = await opened()
  fake.keepFile('img_1', { bytes: png, mime: 'image/png', announced: png.length })
  expect(await fetched()).toEqual({ bytes: png, mime: 'image/png' })
})

const served: [what: string, file: File, outcome: string][] = [
  ['of just the size that is wanted', { bytes: most }, '1000000 bytes, application/octet-stream'],
  ['one byte larger', { bytes: most + 1 }, 'permanent: the file is larger than 1000000 bytes'],
  [
    'that says how huge it is',
    { bytes: megabytes(99), announced: megabytes(99), stallsAt: 1_000 },
    'permanent: the file is larger than 1000000 bytes',
  ],
  ['that is huge and does not say so', { bytes: megabytes(500) }, 'permanent: the file is larger than 1000000 bytes'],
  [
    'that unpacks to much more',
    { bytes: megabytes(500), packed: true },
    'permanent: the file is larger than 1000000 bytes',
  ],
  ['that is empty', { bytes: 0 }, 'permanent: Feishu keeps no bytes of this file: ask for it anew'],
  ['that is called a page', { bytes: png, mime: 'text/html; charset=utf-8' }, '8 bytes, text/html'],
  ['of JSON', { bytes: Buffer.from('{"code":7}'), mime: 'application/json' }, '10 bytes, application/json'],
  ['of no type', { bytes: png, mime: '' }, '8 bytes, undefined'],
]

test.each(served)('a file %s', async (_, file, expected) => {
  const { fake, outcome } = await opened()
  fake.keepFile('img_1', file)
  expect(await outcome()).toBe(expected)
})

test('a file that is huge is not read to its end', async () => {
  const { fake, outcome } = await opened()
  let made = 0
  fake.keepFile('img_1', { bytes: megabytes(500), told: (bytes) => (made = bytes) })
  await outcome()
  expect([made > most, made < megabytes(50)]).toEqual([true, true])
})

test('a file that stops on its way is given up when its time is over, and when nobody wants it any more', async () => {
  const { fake, outcome } = await opened({ timeoutMs: 100 })
  fake.keepFile('img_1', { bytes: most, stallsAt: 70_000 })
  const stop = new AbortController()
  const stopped = outcome({ signal: stop.signal })
  await fake.until(() => fake.calls.some(({ name }) => name === 'resource'))
  stop.abort()
  expect([await stopped, await outcome()]).toEqual([
    'unavailable: the download was stopped',
    'unavailable: the file did not come within 300 ms',
  ])
})

test('a file whose connection breaks may be fetched again', async () => {
  const { fake, outcome } = await opened()
  fake.keepFile('img_1', { bytes: most, announced: most, cutAt: 70_000 })
  expect(await outcome()).toMatch(/^unavailable: Feishu cannot be reached: /)
})

test('refusals keep their kind and say what to do', async () => {
  const { fake, lab, message, ref, outcome } = await opened({
    apps: [{ handle: 'iris' }, { handle: 'otto', scopes: ['im:message.group_msg'] }],
  })
  fake.keepFile('img_1', { bytes: png })
  fake.fail('resource', { http: 400, code: 99991400 }, { http: 500 }, { code: 230049 })
  const passing = [await outcome(), await outcome(), await outcome()]
  const scope = await outcome({ part: { ref: ref('otto') } })
  fake.dropFile('img_1')
  const gone = await outcome()
  const bundle = fake.say('ann', lab, '', { kind: 'merge_forward', forwarded: [message] })
  const forwarded = await outcome({ message: bundle })
  fake.recall(message)
  const recalled = await outcome()
  fake.leave('iris', lab)
  expect([...passing, scope, gone, forwarded, recalled, await outcome()]).toEqual([
    'rateLimited: Feishu answered 99991400: failed with 99991400',
    'unavailable: Feishu answered HTTP 500: no reason given',
    'unavailable: Feishu answered 230049: failed with 230049',
    expect.stringMatching(
      /^permanent: Feishu answered 99991672: .*; add the scope in the console and publish a version$/,
    ),
    'permanent: Feishu answered 234003: File not in msg.; the message does not carry this file',
    'permanent: Feishu answered 234043: Unsupported message type.; the platform does not give files of forwarded messages and cards',
    'permanent: Feishu answered 230110: Action unavailable as the message has been deleted.; it was taken back',
    'permanent: Feishu answered 234004: App not in chat.; the app that reads it is not in this chat',
  ])
})

test('the app that heard a file fetches it, whichever bot reads it', async () => {
  const { fake, ref, outcome } = await opened()
  fake.keepFile('img_1', { bytes: png, only: 'otto' })
  const byOtto = await outcome({ bot: 'iris', part: { ref: ref('otto') } })
  const byIris = await outcome({ bot: 'otto', part: { ref: ref('iris') } })
  const byNobody = await outcome({ bot: 'otto', part: { ref: 'cli_00000000000000ff image img_1' } })
  expect([byOtto, byIris.slice(0, 10), byNobody]).toEqual([
    '8 bytes, application/octet-stream',
    'permanent:',
    '8 bytes, application/octet-stream',
  ])
})

test('a token that ran out is fetched anew', async () => {
  const { fake, outcome } = await opened()
  fake.keepFile('img_1', { bytes: png })
  const before = await outcome()
  fake.expireTokens()
  expect([before, await outcome()]).toEqual(Array(2).fill('8 bytes, application/octet-stream'))
})

test.each(['', 'img_1', 'cli_1 image ../../x', 'cli_1 page img_1', 'x'.repeat(999)])(
  'what is no address of the channel is asked of nobody: %s',
  async (ref) => {
    const { fake, outcome } = await opened()
    expect(await outcome({ part: { ref } })).toMatch(/^permanent: om_\w+ is no message of Feishu with a file$/)
    expect(fake.calls).toEqual([])
  },
)

import { expect, onTestFinished, test } from 'vitest'
import { once } from 'node:events'
import { chime, start } from './chime.ts'
import { folder } from '../world/folders.ts'

const env = { CHIME_PORT: '0', CHIME_LOG_FORMAT: 'json' }

test('serve --stately says where the page is, and that data goes to a third party', async () => {
  const child = start(['serve', '--stately'], { cwd: folder(), env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  for await (const chunk of child.stdout) {
    out += String(chunk)
    if (out.includes('stately.ai')) break
  }
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string; url?: string; page?: string })
  const url = lines.find(({ msg }) => msg.startsWith('listening'))?.url
  expect(lines.find(({ msg }) => msg.includes('third party'))).toMatchObject({ level: 'warn', page: `${url}/stately/` })
  child.kill('SIGTERM')
  await once(child, 'close')
})

test('serve --stately refuses to be open to other machines', async () => {
  const open = { CHIME_HOST: '0.0.0.0', CHIME_TOKEN: 'a-token-that-is-long-enough' }
  const { code, err } = await chime(['serve', '--stately'], { cwd: folder(), env: { ...env, ...open } })
  expect([code, err]).toEqual([
    1,
    'chime: --stately shows the states of the bots only on this machine, and CHIME_HOST is 0.0.0.0: set it to 127.0.0.1 or leave --stately out\n',
  ])
})

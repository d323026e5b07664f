import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkXmpp } from '../../src/channels/xmpp/doctor.ts'
import { findingLine } from '../../src/cli/doctor/finding.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { type Prosody, startProsody } from '../../tools/prosody.mjs'
import { online } from '../channels/xmpp/channel-world.ts'
import { person } from '../channels/xmpp/person.ts'
import { chime } from './chime.ts'
import { freePort } from '../world/loopback.ts'
import { folder } from '../world/folders.ts'

describe.skipIf(process.env['CHIME_SKIP_XMPP'] === '1')('the doctor at an XMPP server', () => {
  let prosody: Prosody
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'ann'])
  })
  afterAll(() => prosody.stop())

  const fileOf = (xmpp: object = {}) => ({
    bots: [{ id: 'iris', name: 'Iris', role: 'research assistant' }],
    channels: {
      xmpp: {
        service: prosody.service,
        accounts: [{ bot: 'iris', jid: prosody.jid('iris'), password: prosody.password }],
        rooms: [prosody.room('lab')],
        ...xmpp,
      },
    },
  })

  async function examined(xmpp: object = {}) {
    const cwd = folder({ 'chime.yaml': stringify(fileOf(xmpp)) })
    const { xmpp: settings } = loadConfig({ env: {}, cwd }).channels
    const lines = (settings ? await checkXmpp(settings) : []).map((found) => findingLine({ what: 'xmpp', ...found }))
    expect(lines.join('\n')).not.toContain('secret')
    return lines.map((line) => line.replaceAll(prosody.service, 'SERVICE'))
  }

  const here = '✓ xmpp     iris is iris@localhost at SERVICE'

  test('finds an account, a room that is there, and one that is not there yet', async () => {
    await person(prosody, 'ann', prosody.room('lab'))
    expect(await examined({ rooms: [prosody.room('lab'), prosody.room('hall')] })).toEqual([
      here,
      '✓ xmpp     iris finds lab@conference.localhost',
      '✓ xmpp     iris finds no hall@conference.localhost yet: the first one to come makes it',
    ])
  })

  test('tells of rooms that hide who is who or keep nothing, and of what is no room', async () => {
    const room = 'den@private.localhost'
    const ann = await person(prosody, 'ann', room)
    await ann.unlock()
    expect(await examined({ rooms: [room, 'ann@localhost', 'lab@nowhere.localhost'] })).toEqual([
      here,
      '! xmpp     iris den@private.localhost hides who is who: it hears nobody there unless it is a moderator → let the room show real addresses (muc_room_default_public_jids for new ones)',
      '! xmpp     iris den@private.localhost has no archive: what is said while Chime is stopped is lost → switch on muc_mam',
      '✗ xmpp     iris cannot find ann@localhost: the XMPP server refused: service-unavailable → correct channels.xmpp.rooms',
      '✗ xmpp     iris cannot find lab@nowhere.localhost: the XMPP server refused: not-allowed → correct channels.xmpp.rooms',
    ])
  })

  test('tells a wrong password from a server that is not there', async () => {
    const accounts = [{ bot: 'iris', jid: 'iris@localhost', password: 'other' }]
    const service = `xmpp://127.0.0.1:${await freePort()}`
    expect([...(await examined({ accounts })), ...(await examined({ service }))]).toEqual([
      '✗ xmpp     iris cannot log in as iris@localhost at SERVICE: the XMPP server refused the login: not-authorized; check the jid and the password in channels.xmpp.accounts → the account must be there (prosodyctl adduser iris@localhost), and CHIME_XMPP_PASSWORD_IRIS its password',
      `✗ xmpp     iris cannot log in as iris@localhost at ${service}: no stream to the XMPP server: ECONNREFUSED → is the server up, and channels.xmpp.service its address?`,
    ])
  })

  test('leaves the line of a service that runs alone', async () => {
    const iris = await online(prosody, prosody.room('lab'))
    expect((await examined())[0]).toBe(here)
    await iris.post({ key: 'k', text: 'still here' })
    expect(iris.told).toEqual(['ready'])
  })

  test('tells all of it from the command line', async () => {
    const cwd = folder({ 'chime.yaml': stringify(fileOf({ accounts: [{ bot: 'iris', jid: prosody.jid('iris') }] })) })
    const env = { CHIME_PORT: String(await freePort()) }
    const without = await chime(['doctor'], { cwd, env })
    const { code, out } = await chime(['doctor'], { cwd, env: { ...env, CHIME_XMPP_PASSWORD_IRIS: prosody.password } })
    expect([without.code, without.out.split('\n').find((line) => line.startsWith('✗'))]).toEqual([
      1,
      '✗ config   chime.yaml: channels.xmpp.accounts[0].password: missing: set it here, or CHIME_XMPP_PASSWORD_IRIS',
    ])
    expect([
      code,
      out
        .replaceAll(prosody.service, 'SERVICE')
        .split('\n')
        .filter((line) => line.includes(' xmpp ')),
    ]).toEqual([0, [here, expect.stringContaining('lab@conference.localhost')]])
  })
})

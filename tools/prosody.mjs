// Debian's XMPP server for tests: finds it, and starts it on loopback with a configuration and data to throw away.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onPath } from './chromium.mjs'

export const missingProsody =
  'no Prosody for the XMPP tests: run `apt-get install prosody` as root, or leave these tests out with CHIME_SKIP_XMPP=1'

/** @returns {string | undefined} its path */
export const findProsody = () => onPath('prosody')

/**
 * @typedef {object} Prosody
 * @property {string} service
 * @property {(name: string) => string} room its address
 * @property {(name: string) => string} jid
 * @property {string} password of everybody
 * @property {() => Promise<void>} kill at once, as a power cut does
 * @property {() => Promise<void>} start again, on the same port with the same data
 * @property {(room: string, what: string) => void} refuseNext the next text in a room: `silent`, or an error's type and
 *   condition as in `cancel forbidden`
 * @property {(room: string) => boolean} wasSilent such a text has come since
 * @property {() => Promise<void>} stop ends it and removes its data
 */

/**
 * The domain is `localhost`, its rooms are on `conference.localhost`. Those on `private.localhost` wait for their owner,
 * and hide who is who.
 *
 * @param {string[]} users
 * @returns {Promise<Prosody>} resolves when it listens
 */
export async function startProsody(users) {
  const program = findProsody()
  if (!program) throw new Error(missingProsody)
  const folder = mkdtempSync(join(tmpdir(), 'chime-prosody-'))
  const port = await freePort()
  const password = 'secret'
  const accounts = join(folder, 'data/localhost/accounts')
  mkdirSync(accounts, { recursive: true })
  for (const user of users) writeFileSync(join(accounts, `${user}.dat`), `return { ["password"] = "${password}"; };\n`)
  writeFileSync(join(folder, 'prosody.cfg.lua'), configuration(folder, port))
  writeFileSync(join(folder, 'mod_troubles.lua'), troubles(folder))

  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server
  const kill = async () => {
    const running = server
    server = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    server = spawn(program, ['-F', '--config', join(folder, 'prosody.cfg.lua')], { stdio: 'ignore' })
    /** @type {(tries?: number) => Promise<boolean>} */
    const isUp = async (tries = 0) => {
      if (await listens(port)) return true
      if (server?.exitCode !== null || tries > 200) return false
      await pause(50)
      return isUp(tries + 1)
    }
    if (await isUp()) return
    await kill()
    throw new Error(`Prosody did not start:\n${readFileSync(join(folder, 'prosody.log'), 'utf8')}`)
  }
  const stop = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return {
    service: `xmpp://127.0.0.1:${port}`,
    room: (name) => `${name}@conference.localhost`,
    jid: (name) => `${name}@localhost`,
    password,
    kill,
    start,
    refuseNext(room, what) {
      rmSync(join(folder, `silent-${room}`), { force: true })
      writeFileSync(join(folder, `refuse-${room}`), what)
    },
    wasSilent: (room) => existsSync(join(folder, `silent-${room}`)),
    stop,
  }
}

/**
 * @param {string} folder
 * @param {number} port
 */
const configuration = (folder, port) => `
daemonize = false
run_as_root = true
pidfile = "${folder}/prosody.pid"
data_path = "${folder}/data"
plugin_paths = { "${folder}" }
log = { { levels = { min = "info" }, to = "file", filename = "${folder}/prosody.log" } }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_require_encryption = false
allow_unencrypted_plain_auth = false
modules_enabled = { "roster", "saslauth", "disco", "ping", "mam", "smacks", "offline" }
modules_disabled = { "s2s", "tls" }
authentication = "internal_plain"
storage = "internal"
VirtualHost "localhost"
Component "conference.localhost" "muc"
  modules_enabled = { "muc_mam", "troubles" }
  muc_room_locking = false
  muc_tombstones = false
  muc_room_default_persistent = true
  muc_room_default_public_jids = true
Component "private.localhost" "muc"
  muc_room_locking = true
`

/**
 * A module of the server: what it finds in a file it does to the next text in a room.
 *
 * @param {string} folder
 */
const troubles = (folder) => `
local st = require "util.stanza"
module:hook("muc-occupant-groupchat", function (event)
  if not event.stanza:get_child("body") then return end
  local name = "${folder}/refuse-" .. event.room.jid
  local file = io.open(name)
  if not file then return end
  local what = file:read("*l")
  file:close()
  os.remove(name)
  if what == "silent" then
    io.open("${folder}/silent-" .. event.room.jid, "w"):close()
  else
    event.origin.send(st.error_reply(event.stanza, what:match("^(%S+) (%S+)$")))
  end
  return true
end, 1000)
`

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
async function listens(port) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

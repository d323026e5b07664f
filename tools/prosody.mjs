// Prosody for the tests: the one that `chime party` starts, with troubles to order, and what to do where there is none.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProsody, startProsody as start } from '../src/lab/party/prosody.ts'

/**
 * @typedef {object} Troubles
 * @property {(room: string, what: string) => void} refuseNext the next text in a room: `silent`, or an error's type and
 *   condition as in `cancel forbidden`
 * @property {(room: string) => boolean} wasSilent such a text has come since
 * @typedef {import('../src/lab/party/prosody.ts').Prosody & Troubles} Prosody
 */

export { findProsody }

export const missingProsody =
  'no Prosody for the XMPP tests: run `apt-get install prosody` as root, or leave these tests out with CHIME_SKIP_XMPP=1'

/**
 * Rooms on `private.localhost` wait for their owner, and hide who is who.
 *
 * @param {string[]} users
 * @param {{ filesAt?: string }} options `filesAt`: an upload service gives addresses below it (XEP-0363)
 * @returns {Promise<Prosody>} resolves when it listens
 */
export async function startProsody(users, { filesAt } = {}) {
  if (!findProsody()) throw new Error(missingProsody)
  let folder = ''
  const prosody = await start(users, {
    prepare(given) {
      folder = given
      writeFileSync(join(folder, 'mod_troubles.lua'), troubles(folder))
      if (filesAt !== undefined) writeFileSync(join(folder, 'mod_slots.lua'), slots(filesAt))
      return { modules: ['troubles'], lines: filesAt === undefined ? hidden : hidden + uploads }
    },
  })
  return {
    ...prosody,
    refuseNext(room, what) {
      rmSync(join(folder, `silent-${room}`), { force: true })
      writeFileSync(join(folder, `refuse-${room}`), what)
    },
    wasSilent: (room) => existsSync(join(folder, `silent-${room}`)),
  }
}

const hidden = `
Component "private.localhost" "muc"
  muc_room_locking = true
`

const uploads = `
Component "upload.localhost" "slots"
`

/**
 * A service that takes no file, and says where it would be.
 *
 * @param {string} at
 */
const slots = (at) => `
local st = require "util.stanza"
module:depends("disco")
module:add_identity("store", "file", "Files")
module:add_feature("urn:xmpp:http:upload:0")
module:hook("iq-get/host/urn:xmpp:http:upload:0:request", function (event)
  local slot = st.reply(event.stanza):tag("slot", { xmlns = "urn:xmpp:http:upload:0" })
  slot:tag("put", { url = "${at}/put" }):up():tag("get", { url = "${at}/get/chime.txt" }):up()
  event.origin.send(slot)
  return true
end)
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

// Stanzas of XMPP, a kind of part each.
import { type Element, xml } from '@xmpp/client'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { type Cells, heardAs, nothing } from './cells.ts'

const message = (...children: Element[]): Element =>
  xml('message', { type: 'chat', from: 'ann@example/phone', to: 'iris@example', id: 'w1' }, ...children)

const at = (name: string): string => `https://upload.example/a/${name}`
const linked = (name: string): Element =>
  message(xml('body', {}, at(name)), xml('x', { xmlns: ns.outOfBand }, xml('url', {}, at(name))))
const shared = (name: string, about: Readonly<Record<string, string>>, ...more: Element[]): Element =>
  message(
    xml(
      'file-sharing',
      { xmlns: ns.sharing },
      xml(
        'file',
        { xmlns: ns.fileMetadata },
        ...Object.entries({ name, ...about }).map(([key, value]) => xml(key, {}, value)),
      ),
      xml('sources', {}, xml('url-data', { xmlns: ns.urlData, target: at(name) })),
    ),
    ...more,
  )
const picture = { 'media-type': 'image/png', size: '341000', width: '640', height: '480' }

export const xmppCells: Cells<Element> = {
  image: [
    [['XEP-0066', 'XEP-0066'], linked('cat.png')],
    [['0447', '0447'], shared('cat.png', picture)],
  ],
  // XEP-0449: one of a pack is the picture that it is drawn with.
  sticker: [[nothing, shared('wave.png', picture, xml('sticker', { xmlns: 'urn:xmpp:stickers:0', pack: 'p' }))]],
  audio: [[heardAs, shared('song.mp3', { 'media-type': 'audio/mpeg', length: '61000' })]],
  // Clients record into a file of sound like any other.
  voice: [[nothing, shared('voice.ogg', { 'media-type': 'audio/ogg', length: '11400' })]],
  video: [[heardAs, shared('a.mp4', { 'media-type': 'video/mp4', size: '2300000' })]],
  file: [[heardAs, shared('data.csv', { 'media-type': 'text/csv', size: '12000' })]],
  quote: [
    [
      ['the fallback above a reply', '回复上方的引文'],
      message(
        xml('body', {}, '> We take Welch.\nStill so?'),
        xml('reply', { xmlns: ns.reply, id: 'old', to: 'bo@example' }),
        xml('fallback', { xmlns: ns.fallback, for: ns.reply }, xml('body', { start: '0', end: '17' })),
      ),
    ],
  ],
  // XEP-0297 in a message of its own.
  forward: [
    [
      nothing,
      message(
        xml('body', {}, 'see'),
        xml('forwarded', { xmlns: ns.forward }, xml('message', { from: 'bo@example' }, xml('body', {}, 'deploy?'))),
      ),
    ],
  ],
  // XEP-0004.
  card: [
    [
      nothing,
      message(xml('body', {}, 'a form'), xml('x', { xmlns: ns.form, type: 'form' }, xml('title', {}, 'Leave'))),
    ],
  ],
  // XEP-0080.
  location: [
    [
      nothing,
      message(
        xml('body', {}, 'geo:31.2,121.5'),
        xml('geoloc', { xmlns: 'http://jabber.org/protocol/geoloc' }, xml('lat', {}, '31.2'), xml('lon', {}, '121.5')),
      ),
    ],
  ],
}

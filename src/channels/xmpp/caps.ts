// What a bot's presence says it is, so that others know it for a bot (XEP-0030, XEP-0115).
import { createHash } from 'node:crypto'
import { type Client, type Element, xml } from '@xmpp/client'
import { ns } from './names.ts'

export const botNode = 'urn:chime:bot'
const features = [ns.chatStates, ns.discoInfo, ns.correct, ns.reactions, ns.reply].toSorted()
const version = createHash('sha1')
  .update(['client/bot//Chime', ...features, ''].join('<'))
  .digest('base64')

export const caps = (): Element => xml('c', { xmlns: ns.caps, hash: 'sha-1', node: botNode, ver: version })

export function answerDisco({ iqCallee }: Client): void {
  iqCallee.get(ns.discoInfo, 'query', ({ element }) =>
    xml(
      'query',
      { xmlns: ns.discoInfo, node: element.attrs['node'] },
      xml('identity', { category: 'client', type: 'bot', name: 'Chime' }),
      features.map((feature) => xml('feature', { var: feature })),
    ),
  )
}

// Who is served: one rule for all channels, told by the ids that they bring.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdmissionRules } from '../../src/config/admission.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { type AskedMessage, makeAdmission } from '../../src/room/admission.ts'
import { demoConfig } from '../config/demo-config.ts'
import { lineOf, playedWorld } from '../world/played-world.ts'

const said = (
  id: string,
  over: Partial<AskedMessage> & { bot?: boolean; alsoKnownAs?: string[] } = {},
): AskedMessage => {
  const { bot = false, alsoKnownAs, ...rest } = over
  return { group: 'feishu:oc_lab', sender: { id, name: id, bot, ...(alsoKnownAs && { alsoKnownAs }) }, ...rest }
}

const rule = (ofChannel: AdmissionRules, ofGroup?: AdmissionRules) =>
  makeAdmission({
    config: {
      admission: { feishu: ofChannel },
      groups: { 'feishu:oc_lab': { bots: [], settings: {} as never, ...(ofGroup && { admission: ofGroup }) } },
    },
    isOwn: (_, id) => id === 'iris',
  })
const why = (ofChannel: AdmissionRules, message: AskedMessage, ofGroup?: AdmissionRules) =>
  rule(ofChannel, ofGroup).refusalOf(message)?.why

test.each<[string, AdmissionRules, AskedMessage, string | undefined, AdmissionRules?]>([
  ['without a list everybody is served', {}, said('eve'), undefined],
  ['who is listed is served', { allowFrom: ['ann'] }, said('ann'), undefined],
  ['who is not is not', { allowFrom: ['ann'] }, said('eve'), 'senderUnlisted'],
  ['an id is whole and exact', { allowFrom: ['ann'] }, said('ann2'), 'senderUnlisted'],
  ['case and spaces count', { allowFrom: ['ann'] }, said('Ann'), 'senderUnlisted'],
  ['a group lets everybody in it in', { allowFrom: ['oc_lab'] }, said('eve'), undefined],
  ['also by the name that the log gives it', { allowFrom: ['feishu:oc_lab'] }, said('eve'), undefined],
  ['another group does not', { allowFrom: ['oc_lab'] }, said('eve', { group: 'feishu:oc_hall' }), 'senderUnlisted'],
  ['a list is of one channel', { allowFrom: ['ann'] }, said('eve', { group: 'web:lobby' }), undefined],
  ['the star is everybody', { allowFrom: ['*'] }, said('eve'), undefined],
  ['who is denied is not served', { denyFrom: ['eve'] }, said('eve'), 'senderDenied'],
  ['others are then', { denyFrom: ['eve'] }, said('ann'), undefined],
  ['a denial wins over a list', { allowFrom: ['eve'], denyFrom: ['eve'] }, said('eve'), 'senderDenied'],
  ['and over the star', { allowFrom: ['*'], denyFrom: ['eve'] }, said('eve'), 'senderDenied'],
  ['a denied group', { allowFrom: ['ann'], denyFrom: ['oc_lab'] }, said('ann'), 'senderDenied'],
  [
    'a group’s list stands in the place of its channel’s',
    { allowFrom: ['ann'] },
    said('ann'),
    'senderUnlisted',
    { allowFrom: ['bo'] },
  ],
  ['and may open it', { allowFrom: ['ann'] }, said('eve'), undefined, { allowFrom: ['*'] }],
  ['denials add up', { denyFrom: ['eve'] }, said('eve'), 'senderDenied', { allowFrom: ['*'] }],
  ['denials of a group', {}, said('eve'), 'senderDenied', { denyFrom: ['eve'] }],
  ['a person is known by further ids', { allowFrom: ['ou_1'] }, said('on_1', { alsoKnownAs: ['ou_1'] }), undefined],
  ['and denied by them', { denyFrom: ['ou_1'] }, said('on_1', { alsoKnownAs: ['ou_1'] }), 'senderDenied'],
  [
    'own bots are heard whoever is listed',
    { allowFrom: ['ann'], denyFrom: ['*'] },
    said('iris', { bot: true }),
    undefined,
  ],
  ['a person with the id of one is not', { allowFrom: ['ann'] }, said('iris'), 'senderUnlisted'],
  ['bots of others are listed as people are', { allowFrom: ['ann'] }, said('rex', { bot: true }), 'senderUnlisted'],
])('%s', (_, ofChannel, message, expected, ofGroup) => {
  expect(why(ofChannel, message, ofGroup)).toBe(expected)
})

const alone = (id: string) => said(id, { group: 'feishu:oc_p2p', oneToOne: true })

test.each<[string, AdmissionRules, string, string | undefined]>([
  ['without a policy the list counts there, too', { allowFrom: ['ann'] }, 'eve', 'senderUnlisted'],
  ['open: whoever is listed', { allowFrom: ['ann'], dmPolicy: 'open' }, 'eve', undefined],
  ['open, but denied', { denyFrom: ['eve'], dmPolicy: 'open' }, 'eve', 'senderDenied'],
  ['for those of the list', { allowFrom: ['ann'], dmPolicy: 'allowlist' }, 'ann', undefined],
  ['and nobody else', { allowFrom: ['ann'], dmPolicy: 'allowlist' }, 'eve', 'oneToOneClosed'],
  ['for those of a list that is empty: for nobody', { dmPolicy: 'allowlist' }, 'ann', 'oneToOneClosed'],
  ['disabled, also for who is listed', { allowFrom: ['ann'], dmPolicy: 'disabled' }, 'ann', 'oneToOneClosed'],
])('a one-to-one chat, %s', (_, ofChannel, id, expected) => {
  expect(why(ofChannel, alone(id))).toBe(expected)
})

test('what unlisted people say is kept unless it is to be ignored; a group may say so for itself', () => {
  const kept = (ofChannel: AdmissionRules, ofGroup?: AdmissionRules) =>
    rule({ allowFrom: ['ann'], ...ofChannel }, ofGroup).refusalOf(said('eve'))?.isKept
  expect([
    kept({}),
    kept({ unlisted: 'context' }),
    kept({ unlisted: 'ignore' }),
    kept({ unlisted: 'ignore' }, { unlisted: 'context' }),
    kept({}, { unlisted: 'ignore' }),
  ]).toEqual([true, true, false, true, false])
})

test('nobody who is denied is ever served, and nobody who is listed nowhere, whatever the ids are', () => {
  const ids = fc.constantFrom('ann', 'bo', 'eve', 'oc_lab', '*', '', '__proto__', 'feishu:oc_lab')
  const lists = fc.array(ids, { maxLength: 4 })
  fc.assert(
    fc.property(lists, lists, lists, lists, fc.constantFrom('ann', 'bo', 'eve', '__proto__'), (a, d, ga, gd, id) => {
      const list = (each: string[]) => each.filter((entry) => entry !== '')
      const served =
        why({ ...(list(a).length > 0 && { allowFrom: list(a) }), denyFrom: list(d) }, said(id), {
          ...(list(ga).length > 0 && { allowFrom: list(ga) }),
          denyFrom: list(gd),
        }) === undefined
      const matches = (entry: string) => [id, 'oc_lab', 'feishu:oc_lab', '*'].includes(entry)
      const lawful = list(ga).length > 0 ? list(ga) : list(a)
      expect(served).toBe(![...d, ...gd].some(matches) && (lawful.length === 0 || lawful.some(matches)))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['nowhere', {}, {}, false],
  ['on the channel', { heedsAll: true }, {}, true],
  ['in the group', {}, { heedsAll: true }, true],
  ['on the channel, but not in the group', { heedsAll: true }, { heedsAll: false }, false],
])('a mention of everybody is one of each bot where that is wished: %s (R4)', (_, ofChannel, ofGroup, isHeeded) => {
  const world = playedWorld({
    config: {
      ...demoConfig,
      admission: { web: ofChannel },
      groups: { 'web:lobby': { bots: ['iris', 'rex'], settings: defaultSettings, admission: ofGroup } },
    },
  })
  const line = lineOf('a', 1_000, '@all the build is red')
  world.hear({ ...line, mentions: [{ id: 'all', name: 'all' }] })
  expect(world.refs.map(({ mentioned }) => mentioned)).toEqual([isHeeded, isHeeded])
})

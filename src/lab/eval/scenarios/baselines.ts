// Three simple rules in the bots' place, played and scored in the same way: what a figure is worth beside them.
import type { InboundMessage } from '../../../channels/channel.ts'
import { makeMentionMatcher } from '../../../language/mention.ts'
import { castBots } from './cast.ts'
import type { Scenario } from './parse.ts'
import type { Posted, Room } from './perform.ts'
import { performScenario } from './room.ts'
import { type Score, score } from './score.ts'
import { momentsOf } from './script.ts'

export const baselineNames = ['alwaysSilent', 'onlyAddressed', 'alwaysAnswers'] as const
export type BaselineName = (typeof baselineNames)[number]

const answerAfterMs = 3_000

/** Their answers are placeholders: what an answer says, its language and its length are not checked. */
export async function playBaseline(name: BaselineName, scenario: Scenario): Promise<Score> {
  const said = await performScenario(scenario, (posted) => ruleRoom(name, scenario, posted))
  return score(momentsOf(scenario), said, { words: false })
}

function ruleRoom(name: BaselineName, scenario: Scenario, posted: Posted): Room {
  const bots = castBots(scenario).map((bot) => ({ ...bot, isNamedIn: makeMentionMatcher(bot) }))
  const due: { at: number; message: InboundMessage }[] = []
  /** Who wrote a post. */
  const authors = new Map<string, string>()
  let posts = 0
  const answers = ({ id, isNamedIn }: (typeof bots)[number], { text, replyTo = '' }: InboundMessage): boolean =>
    name === 'alwaysAnswers' ||
    (name === 'onlyAddressed' && (authors.get(replyTo) === id || isNamedIn(text) !== undefined))
  return {
    listen(message) {
      const { sender, bots: meant, group, id, ts } = message
      for (const bot of sender.bot ? [] : bots) {
        if (meant?.includes(bot.id) === false || !answers(bot, message)) continue
        const post = { id: `post-${(posts += 1)}`, sender: { id: bot.id, name: bot.name, bot: true } }
        authors.set(post.id, bot.id)
        due.push({
          at: ts + answerAfterMs,
          message: { ...post, group, ts: ts + answerAfterMs, text: 'a placeholder', replyTo: id },
        })
      }
      return Promise.resolve()
    },
    nextDue: () => due[0]?.at,
    passUntil(at) {
      while (due[0] && due[0].at <= at) {
        const next = due.shift()
        if (next) posted(next.message, next.message.sender.id)
      }
      return Promise.resolve()
    },
  }
}

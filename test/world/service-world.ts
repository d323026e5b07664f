// A whole service: these bots with these thresholds, and a model that answers them as the test says; all of it ends with the test.
import { onTestFinished } from 'vitest'
import { iris, quick, rex, running, withCompany } from '../e2e/running.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'

type Reply = Parameters<typeof scriptedChat>[0]

export interface ServiceWorld<Rest extends object = object> {
  home: string
  bots?: readonly object[]
  /** What the bots say; `chat.behave` changes it at any time. */
  reply?: Reply | undefined
  /** Over the quick thresholds. */
  social?: object
  /** Somebody who never speaks belongs to every group. */
  hasCompany?: boolean
  /** Further keys of the configuration. */
  rest?: Rest
}

/** A model on loopback. */
export async function chatting(reply: Reply = (n) => `Take ${n} more samples.`) {
  const chat = await scriptedChat(reply)
  onTestFinished(chat.stop)
  return chat
}

/** Everything but the running service. */
export async function configured<Rest extends object>(world: ServiceWorld<Rest>) {
  const { home, bots = [iris], reply, social, hasCompany, rest } = world
  const chat = await chatting(reply)
  if (hasCompany === true) withCompany(home)
  const asking = bots.map((bot) => ({ model: chat.model, ...bot }))
  return { home, chat, file: { bots: asking, groupSocial: { ...quick, ...social }, ...(rest as Rest) } }
}

/** It runs. */
export async function serviceWorld(options: ServiceWorld) {
  const made = await configured(options)
  const service = await running(made.home, made.file)
  onTestFinished(service.stop)
  return { ...made, service }
}

export interface PlatformOptions extends Pick<ServiceWorld, 'reply'> {
  /** Over thresholds by which what one bot says does not set off the other one. */
  social?: object | undefined
  hasCompany?: boolean
}

/** Everything but the running service, with Iris and Rex on a channel. */
export const onPlatform = <Channels extends object>(
  home: string,
  channels: Channels,
  { social, reply, hasCompany = true }: PlatformOptions,
) =>
  configured({
    home,
    bots: [iris, rex],
    reply,
    social: { loop: { maxBotTurns: 0 }, ...social },
    hasCompany,
    rest: { channels },
  })

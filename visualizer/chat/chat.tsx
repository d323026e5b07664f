// The plain chat: the rooms of the web channel and nothing else, made of the page's own parts.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ShownRoom } from '../../src/channels/web/contract.ts'
import type { TalkLine } from '../../src/feed/contract.ts'
import { type MessageOutcome, makeOutcomes } from '../../src/outcomes/outcomes.ts'
import { spentBudgets } from '../../src/outcomes/spent-budget.ts'
import { isWriting } from '../../src/outcomes/writing.ts'
import { postMessage } from '../api.ts'
import { hashOf } from '../hash.ts'
import { LanguageButton } from '../frame/look-buttons.tsx'
import { useWords } from '../i18n.ts'
import { type BotHere, inOrder, isBy } from '../room/bots.ts'
import { Composer } from '../room/composer.tsx'
import type { Hand } from '../room/post.ts'
import { EmptyRoom } from '../room/empty-room.tsx'
import { whereOf, type Worn } from '../room/outcome-line.tsx'
import type { Spent } from '../room/notice.tsx'
import { TalkView } from '../room/talk-view.tsx'
import { useProfiles } from '../room/use-profiles.ts'
import { useServiceNow } from '../use-now.ts'
import type { Words } from '../words.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { chatWords } from './chat-words.ts'
import type { RoomState } from './room-state.ts'
import { useAddressed, useRoom, useRooms } from './use-rooms.ts'
import '../room/room.css'
import './chat.css'

export function Chat() {
  const said = chatWords[useWords().lang]
  const rooms = useRooms()
  const room = useAddressed(rooms)
  const [isLive, setLive] = useState<boolean>()
  useEffect(() => {
    document.title = room ? `${room.title} · Chime` : 'Chime'
  }, [room])
  return (
    <>
      <header className="chat-top top row">
        <h1>Chime</h1>
        {rooms && rooms.length > 1 && (
          <nav aria-label={said.rooms}>
            {rooms.map(({ id, title }) => (
              <a key={id} href={`#${encodeURIComponent(id)}`} aria-current={id === room?.id ? 'page' : undefined}>
                {title}
              </a>
            ))}
          </nav>
        )}
        <span className="grow" />
        <span className={isLive === false ? 'link fine warn' : 'link fine soft'} role="status">
          {isLive !== undefined && (isLive ? said.live : said.reconnecting)}
        </span>
        <a className="ghost" href="/visualizer/">
          {said.page}
        </a>
        <LanguageButton />
      </header>
      <main className="room column grow">
        {room && <Room key={room.id} room={room} onLive={setLive} />}
        {rooms?.length === 0 && <p role="alert">{said.noRooms}</p>}
      </main>
    </>
  )
}

interface RoomProps {
  room: ShownRoom
  onLive: (live: boolean | undefined) => void
}

function Room({ room, onLive }: RoomProps) {
  const words = useWords()
  const state = useRoom(room.id)
  const { lines, isLive } = state
  const bots = useBots(room)
  const { wornBy, spent, writing } = useVerdicts(state, bots, words)
  const fill = useRef<Hand>(null)
  useEffect(() => onLive(isLive), [isLive, onLive])
  const onHand = useCallback<Hand>((given) => fill.current?.(given), [])
  return (
    <>
      <header className="wrap">
        <h2 className="cut">{room.title}</h2>
        <ul className="members wrap dim" aria-label={chatWords[words.lang].bots}>
          {bots.map(({ id, name, profile }) => (
            <li key={id}>
              <b>{name}</b> {profile?.role}
            </li>
          ))}
        </ul>
      </header>
      <TalkView
        words={words}
        label={room.title}
        lines={lines ?? []}
        bots={bots}
        wornBy={wornBy}
        spent={spent}
        writing={writing}
        useNow={useServiceNow}
        onReply={onHand}
      >
        {lines && <EmptyRoom words={words} bots={bots} next={words.room.empty.nextPlain} onTry={onHand} />}
      </TalkView>
      <Composer
        words={words}
        room={room.id}
        title={room.title}
        post={(message) => postMessage(room.id, message)}
        fill={fill}
      />
    </>
  )
}

/** `key` is that of the bot in this room on the page. */
function useBots({ id: room, bots }: ShownRoom): readonly BotHere[] {
  const profiles = useProfiles()
  return useMemo(
    () =>
      inOrder(
        bots.map(({ id, name, role }) => ({
          key: `${id} web:${room}`,
          id,
          name,
          profile: profiles.get(id) ?? { id, name, role, fields: [] },
        })),
      ),
    [bots, room, profiles],
  )
}

/** What the verdicts say of the room. */
function useVerdicts({ lines = [], verdicts }: RoomState, bots: readonly BotHere[], words: Words) {
  return useMemo(() => {
    const of = (bot: BotHere) => verdicts.get(bot.id) ?? []
    const outcomes = new Map(
      bots.map((bot) => {
        const told = makeOutcomes()
        for (const verdict of of(bot)) told.see(verdict)
        return [bot, told.outcomes]
      }),
    )
    const wornOf = (bot: BotHere, outcome: MessageOutcome | undefined, message: string): Worn => ({
      key: bot.key,
      bot: bots.length > 1 ? bot.name : '',
      kind: outcome?.kind,
      where: outcome && whereOf(outcome, lines, words),
      why: outcome?.why && whyText({ ...outcome, why: outcome.why }, words.lang),
      href: `/visualizer/${hashOf({ actor: bot.key, message })}`,
    })
    return {
      writing: bots.filter((bot) => isWriting(of(bot))),
      spent: bots.flatMap((bot) => spentBudgets(of(bot)).map((each): Spent => ({ ...each, bot: bot.name }))),
      wornBy: (line: TalkLine): Worn[] =>
        bots.filter((bot) => !isBy(bot, line)).map((bot) => wornOf(bot, outcomes.get(bot)?.get(line.id), line.id)),
    }
  }, [lines, verdicts, bots, words])
}

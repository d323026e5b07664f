// The group's talk at the cursor; each message wears what became of it at every bot of the group.
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { BoardRow, TalkLine } from '../../src/feed/contract.ts'
import { chooseActor, chooseMessage, showStep } from '../actions.ts'
import { postMessage } from '../api.ts'
import { useWords } from '../i18n.ts'
import { later } from '../frame/later.tsx'
import { setState, useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { readTalkBack } from '../talk.ts'
import { useIsAway } from '../use-link.ts'
import { useNow } from '../use-now.ts'
import { botRow } from '../invoked/bot-row.ts'
import { Composer } from './composer.tsx'
import type { Hand, Post } from './post.ts'
import { EmptyRoom } from './empty-room.tsx'
import { FollowToggle } from './follow-toggle.tsx'
import { TalkView } from './talk-view.tsx'
import { useRoomBots } from './use-room-bots.ts'
import './room.css'

const ServedDialog = later(
  async () => (await import('../served/served-dialog.tsx')).ServedDialog,
  () => null,
)

const drawnAtOnce = 200
const webPrefix = 'web:'

export function Room() {
  const words = useWords()
  const row = useStore(botRow)
  const fill = useRef<Hand>(null)
  const [isServedShown, setServedShown] = useState(false)
  return (
    <section className="room column grow" aria-label={words.panes.room}>
      <header className="row">
        <h2 className="cut">{row?.groupTitle ?? words.panes.room}</h2>
      </header>
      {row ? (
        <RoomTalk key={`talk ${row.group}`} row={row} fill={fill} />
      ) : (
        <p className="note grow">{words.room.notHere}</p>
      )}
      {row && <Say key={`say ${row.group}`} row={row} fill={fill} />}
      {row && (
        <div className="room-tools row tight">
          <button type="button" className="ghost fine" title={words.room.served} onClick={() => setServedShown(true)}>
            {words.room.people}
          </button>
          <FollowToggle row={row} />
        </div>
      )}
      {row && isServedShown && <ServedDialog row={row} close={() => setServedShown(false)} />}
    </section>
  )
}

function RoomTalk({ row, fill }: { row: BoardRow; fill: RefObject<Hand | null> }) {
  const words = useWords()
  const talk = useStore((state) => state.talk)
  const olderTalk = useStore((state) => state.olderTalk)
  const chosen = useStore((state) => state.message)
  const at = useStore(({ steps, cursor }) =>
    cursor === undefined ? Infinity : (stepAt(steps, cursor)?.at ?? Infinity),
  )
  const [drawn, setDrawn] = useState(drawnAtOnce)
  const { bots, wornBy, spent, writing, signs } = useRoomBots(row, at)
  const said = useMemo(() => talk.filter((line) => line.at <= at), [talk, at])
  const lines = useMemo(() => withSigns(said.slice(-drawn), signs), [said, drawn, signs])
  const older = olderTalk && talk.length > 0
  const reading = useRef(false)
  const more = async () => {
    if (said.length <= drawn) {
      if (!older || reading.current) return
      reading.current = true
      await readTalkBack().catch(() => {})
      reading.current = false
    }
    setDrawn(drawn + drawnAtOnce)
  }
  const onFollow = useCallback((follows: boolean) => void (follows && setDrawn(drawnAtOnce)), [])
  return (
    <TalkView
      words={words}
      label={row.groupTitle}
      lines={lines}
      bots={bots}
      wornBy={wornBy}
      spent={spent}
      writing={writing}
      useNow={useNow}
      more={said.length > drawn || older ? () => void more() : undefined}
      chosen={chosen}
      onChoose={chooseMessage}
      onAsk={onAsk}
      onReply={isWritable(row) ? (quoted) => fill.current?.(quoted) : undefined}
      onFollow={onFollow}
    >
      <EmptyRoom
        words={words}
        bots={bots}
        next={words.room.empty.next}
        onTry={isWritable(row) ? (text) => fill.current?.(text) : undefined}
      />
    </TalkView>
  )
}

function onAsk(actor: string, message: string): void {
  chooseActor(actor)
  setState({ message, pane: 'why' })
}

/** Only rooms of the web channel take what is typed here. */
const isWritable = ({ group }: BoardRow): boolean => group.startsWith(webPrefix)

function Say({ row, fill }: { row: BoardRow; fill: RefObject<Hand | null> }) {
  const words = useWords()
  const isAway = useIsAway()
  if (!isWritable(row))
    return (
      // Who skips to where one writes is told why nobody does here.
      <p id="say" tabIndex={-1} className="composer dim">
        {words.room.readOnly}
      </p>
    )
  const room = row.group.slice(webPrefix.length)
  const post = async (message: Post) => {
    await postMessage(room, message)
    showStep(undefined)
  }
  const closed = isAway ? words.frame.away.composer : undefined
  return <Composer words={words} room={room} title={row.groupTitle} post={post} fill={fill} closed={closed} />
}

/** Signs stand on their messages until they are taken off. */
const withSigns = (lines: readonly TalkLine[], signs: readonly TalkLine[]): readonly TalkLine[] =>
  signs.length === 0 ? lines : [...lines, ...signs.filter(({ replyTo }) => lines.some(({ id }) => id === replyTo))]

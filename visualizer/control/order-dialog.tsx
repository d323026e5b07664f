// Asks once more before an order goes out; the way out is the default.
import { useLayoutEffect, useRef, useState } from 'react'
import type { GroupPolicy } from '../../machines/group/settings.ts'
import type { BoardRow } from '../../src/feed/contract.ts'
import type { Order } from '../api.ts'
import { useModal } from '../frame/use-modal.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { turnStateOf } from '../turn-state.ts'
import { lastTurnOf } from '../../src/outcomes/story.ts'
import { orderWords } from './order-words.ts'
import { stageOf } from './standing.ts'

export type Asked = Order['do']
type Words = (typeof orderWords)['en']

interface Props {
  row: BoardRow
  asked: Asked
  under: boolean
  problem: string | undefined
  onGive: (order: Order) => void
  onClose: () => void
}

export function OrderDialog({ row, asked, under, problem, onGive, onClose }: Props) {
  const {
    lang,
    control: { does },
    why: { underWay },
  } = useWords()
  const words = orderWords[lang]
  const groups = useStore(({ rows }) => rows)
  const modal = useModal(onClose)
  const cancel = useRef<HTMLButtonElement>(null)
  const [policy, setPolicy] = useState<GroupPolicy | null>(row.policySet ? (row.policy ?? null) : null)
  const turn = useStore(({ steps }) => lastTurnOf(steps))
  const [turnAsked] = useState(turn)
  // Of itself a dialog turns to the first field.
  useLayoutEffect(() => cancel.current?.focus(), [])
  const { botName: bot, groupTitle: group, key: actor } = row
  const stage = stageOf(row.active)
  const ends = asked === 'mute' || asked === 'pause'
  const over = asked === 'drop' && (stage === undefined || turn !== turnAsked)
  const same = asked === 'policy' && policy === (row.policySet ? row.policy : null)
  const give = () => {
    if (asked === 'policy') onGive({ do: asked, actor, policy })
    else if (asked === 'pause' || asked === 'resume') onGive({ do: asked, bot: row.bot })
    else onGive({ do: asked, actor })
  }
  const count =
    asked === 'pause' || asked === 'resume' ? [...groups.values()].filter((each) => each.bot === row.bot).length : 1
  return (
    <dialog {...modal} className="ask" aria-labelledby="asked" aria-describedby="asked-more">
      <form method="dialog">
        <h2 id="asked">{words.ask[asked](bot, group, count)}</h2>
        <div id="asked-more">
          {asked === 'policy' && <Policies row={row} chosen={policy} onChoose={setPolicy} words={words} />}
          {asked === 'drop' && <p className="soft">{over ? words.over : <Turn row={row} words={words} />}</p>}
          {asked !== 'policy' && asked !== 'drop' && <p className="soft">{words.explain[asked]}</p>}
          {ends && stage && <p className="soft">{words.alsoDrops}</p>}
        </div>
        {problem && (
          <p className="control-problem warn" role="alert">
            {problem}
          </p>
        )}
        <p className="ask-buttons row soft">
          {/* First, so that Enter means it. */}
          <button ref={cancel} type="submit" className="button">
            {words.cancel}
          </button>
          <button type="button" className="button sure" disabled={under || over || same} onClick={give}>
            {under ? underWay : does[asked]}
          </button>
        </p>
      </form>
    </dialog>
  )
}

function Turn({ row, words }: { row: BoardRow; words: Words }) {
  const stage = stageOf(row.active)
  return (
    <>
      {words.dropState} <b>{turnStateOf(row.active).path}</b>. {stage && words.stages[stage]}
    </>
  )
}

const policies: readonly GroupPolicy[] = ['mention', 'auto', 'open']

interface PoliciesProps {
  row: BoardRow
  chosen: GroupPolicy | null
  onChoose: (policy: GroupPolicy | null) => void
  words: Words
}

function Policies({ row, chosen, onChoose, words }: PoliciesProps) {
  const choices: { value: GroupPolicy | null; name: string; does: string }[] = [
    { value: null, name: words.asConfigured(row.policySet ? undefined : row.policy), does: words.asConfiguredDoes },
    ...policies.map((value) => ({ value, name: value, does: words.policies[value] })),
  ]
  return (
    <fieldset className="policies stack" aria-labelledby="asked">
      {choices.map(({ value, name, does }) => (
        <label key={name}>
          <input type="radio" name="policy" checked={value === chosen} onChange={() => onChoose(value)} />
          <b>{name}</b>
          <span className="dim">{does}</span>
        </label>
      ))}
    </fieldset>
  )
}

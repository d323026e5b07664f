// That a bot's model fails, in red, with what the call failed with.
import { frameWords } from '../frame/frame-words.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { reasonOf } from '../why/reason.ts'
import { troubleOf } from './model-trouble.ts'

export function TroubleMark({ bot }: { bot: string }) {
  const words = useWords()
  const trouble = useStore(({ rows }) => troubleOf(bot, rows))
  if (!trouble) return undefined
  const reason = reasonOf(trouble, words)
  return (
    <span className="trouble" title={reason}>
      <i aria-hidden="true">▲</i> {frameWords[words.lang].modelFails}
      <span className="trouble-why">: {reason}</span>
    </span>
  )
}

// That a bot's model fails, in red, with what the call failed with.
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { troubleOf } from './model-trouble.ts'

export function TroubleMark({ bot }: { bot: string }) {
  const words = useWords()
  const trouble = useStore(({ rows }) => troubleOf(bot, rows))
  if (!trouble) return undefined
  const reason = whyText(trouble, words.lang)
  return (
    <span className="trouble warn cut" title={reason}>
      <i aria-hidden="true">▲</i> {words.frame.modelFails}
      <span className="trouble-why">{words.figures.colon + reason}</span>
    </span>
  )
}

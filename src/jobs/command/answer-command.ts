// Posts what came of a command, once for each key.
import type { AnswerInput, Delivered, DeliverInput } from '../../../machines/group/children.ts'
import { commandWords, errorBlock } from '../../commands/words.ts'
import type { Whereabouts } from '../../room/key.ts'
import { type LanguageDeps, languageIn } from './language-in.ts'

export interface AnswerDeps extends LanguageDeps {
  send: (place: Whereabouts, reply: Omit<DeliverInput, 'signs' | 'turn'>, signal: AbortSignal) => Promise<Delivered>
}

export function answerCommand(
  deps: AnswerDeps,
  { key, message, name, text, failed, expiresAt }: AnswerInput,
  { signal, ...place }: Whereabouts & { signal: AbortSignal },
): Promise<Delivered> {
  const told = text ?? errorBlock(name, commandWords[languageIn(deps, place)].failed(failed ?? 'failed'))
  const reply = { key, text: told, type: 'normal', replyTo: message, expiresAt, model: '', rehearsal: false } as const
  return deps.send(place, reply, signal)
}

// Who is not served sets off nothing: no judgement, no reply, no sign, no wait.
import type { Invariant } from './story.ts'

export const admission: Invariant[] = [
  {
    says: 'what people say who are not served is in no batch, no reply and no sign',
    broken({ refused }, sight) {
      if (sight.kind !== 'started') return undefined
      const { batch = [], messages = [], replyTo } = sight.input ?? {}
      const about = [...batch, ...messages, replyTo].find((id) => id !== undefined && refused.includes(id))
      return about === undefined ? undefined : `${sight.id} is about ${about}`
    },
  },
  {
    says: 'what somebody asked who has had their share of the day is in no batch and no reply from then on',
    broken({ limited }, sight) {
      if (sight.kind !== 'started') return undefined
      const { batch = [], replyTo } = sight.input ?? {}
      const about = [...batch, replyTo].find((id) => id !== undefined && limited.includes(id))
      return about === undefined ? undefined : `${sight.id} is about ${about}`
    },
  },
  {
    says: 'the admission gate alone tells of them, and it has the last word',
    broken({ refused }, sight) {
      if (sight.kind !== 'verdict') return undefined
      const { gate, messages, tokens } = sight.verdict
      const isAbout = messages.some((id) => refused.includes(id))
      if ((gate === 'admission') !== isAbout) return `${gate} tells of ${messages.join()}`
      return isAbout && tokens !== undefined ? `it costs ${tokens} tokens` : undefined
    },
  },
  {
    says: 'whoever is not served has a verdict that says so',
    broken({ refused, admitted }, sight) {
      const last = refused.at(-1)
      return sight.kind === 'rest' && last !== undefined && !admitted.includes(last) ? `${last} has none` : undefined
    },
  },
]

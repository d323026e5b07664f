// The charts' children in virtual time with real models: the jobs of the service, each call timed.
import { performance } from 'node:perf_hooks'
import type { ComposeInput, DecideInput, NoteInput } from '../../../machines/group/children.ts'
import type { BotConfig } from '../../config/bots.ts'
import { partsOf } from '../../room/key.ts'
import type { Rehearsed } from '../../host/virtual/virtual-host.ts'
import { makeCompose } from '../../jobs/compose.ts'
import { makeDecide } from '../../jobs/decide.ts'
import type { JobContext, JobDeps } from '../../jobs/prompt-talk.ts'
import type { RoomJudgements } from '../../jobs/room/judgement.ts'
import { makeRenewNote, type NoteDeps } from '../../jobs/renew-note.ts'
import { ModelError } from '../../llm/model.ts'
import type { Latency, PlayedModels } from './metered-models.ts'
import { failureOf } from '../../host/running-jobs.ts'
import { commandJobs, deliverJob, type Post, signJob } from './rehearsed-jobs.ts'

/** A call takes in virtual time what it really took, or what `latency` says. What is no ModelError ends the play. */
export function modelJobs(
  partsFor: (bot: string) => { profile: BotConfig; deps: JobDeps },
  models: PlayedModels,
  post: Post,
  notes: { source: (bot: string) => NoteDeps['source']; now: () => number },
  rooms: Pick<RoomJudgements, 'decide' | 'kept'>,
) {
  const contextOf = (key: string): JobContext => ({ ...partsOf(key), signal: new AbortController().signal })
  return {
    decide(input: DecideInput, { key }: { key: string }): Rehearsed | Promise<Rehearsed> {
      const { profile, deps } = partsFor(partsOf(key).bot)
      const model = models.decision(profile, input.draft ? 'rejudge' : 'decide')
      const ask = { input, context: contextOf(key), deps: { ...deps, model } }
      const kept = rooms.kept(ask)
      if (kept) return { outcome: { output: kept }, afterMs: 1 }
      return timed(input.timeoutMs, models, () => rooms.decide(ask, makeDecide(ask.deps)))
    },
    compose(input: ComposeInput, { key }: { key: string }): Promise<Rehearsed> {
      const { profile, deps } = partsFor(partsOf(key).bot)
      const compose = makeCompose({ ...deps, model: models.reply(profile) })
      return timed(input.timeoutMs, models, () => compose(input, contextOf(key)))
    },
    renewNote(input: NoteInput, { key }: { key: string }): Promise<Rehearsed> {
      const { bot } = partsOf(key)
      const { profile, deps } = partsFor(bot)
      const renewNote = makeRenewNote({
        model: models.decision(profile, 'note'),
        profile: deps.profile,
        source: notes.source(bot),
        prompt: deps.prompt,
        now: notes.now,
      })
      return timed(input.timeoutMs, models, () => renewNote(input, contextOf(key)))
    },
    deliver: deliverJob(post),
    sign: signJob,
    ...commandJobs,
  }
}

async function timed(timeoutMs: number, models: PlayedModels, call: () => Promise<unknown>): Promise<Rehearsed> {
  const { latency = 'real', failed: heed } = models
  const started = performance.now()
  let outcome: Rehearsed['outcome']
  try {
    outcome = { output: await call() }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    heed?.(error)
    outcome = { error: failureOf(error) }
  }
  const took = latency === 'real' ? performance.now() - started : latency
  return { outcome, afterMs: within(timeoutMs, took) }
}

/** Virtual ms that a call takes at least. */
export const leastMsOf = ({ timeoutMs }: { timeoutMs: number }, latency: Latency = 'real'): number =>
  within(timeoutMs, latency === 'real' ? 0 : latency)

const within = (timeoutMs: number, ms: number): number => Math.min(timeoutMs, Math.max(1, Math.round(ms)))

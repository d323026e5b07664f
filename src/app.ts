// Composition root: the only place that knows everybody.
import { Hono } from 'hono'
import type { Config } from './config/config.ts'
import { makeFeed } from './feed/feed.ts'
import type { Log } from './config/log.ts'
import { isBot, isOfBot } from './room/key.ts'
import { stepsOf, type TracedStep } from './room/steps.ts'
import type { Host } from './host/host.ts'
import { makeHttp } from './http/app.ts'
import { listen } from './http/serve.ts'
import { openChannels } from './channels/open-channels.ts'
import { secretsOf } from './channels/plugins.ts'
import { openClock } from './host/local/service-clock.ts'
import { commandParts } from './app/commands.ts'
import { openCeilings } from './app/ceilings.ts'
import { correctedIn } from './app/corrections.ts'
import { makeClosing } from './app/closing.ts'
import { makeFailures, makeReports } from './health/failures.ts'
import { openGroupMemory } from './memory/group-memory.ts'
import { healthOf } from './health/health.ts'
import { groupInputs } from './jobs/group-inputs.ts'
import { hostedGroup } from './jobs/hosted-group.ts'
import { openServiceMedia } from './app/media.ts'
import { pageRoutes } from './app/page.ts'
import { openHooks } from './app/hooks.ts'
import { openHost } from './app/host.ts'
import { hasRole } from './app/roles.ts'
import { checkReached, sharedBetween } from './app/workers.ts'
import { openMcp } from './app/mcp.ts'
import { inPrompts, openRuns } from './app/runs.ts'
import { openAdmission } from './app/admission.ts'
import { recording } from './app/recording.ts'
import { makeSharedPauses } from './app/shared-pauses.ts'
import { keeping, roomRules } from './app/rooms.ts'
import { openSchedules } from './app/schedules.ts'
import { openSlices } from './app/slices.ts'
import type { Service, StartOptions } from './app/service.ts'
import { openTapes } from './app/tapes.ts'
import { verdictListeners } from './app/verdict-listeners.ts'
import { makeIntake } from './channels/intake.ts'
import { openModels } from './llm/models.ts'
import { watchedPersonas } from './config/watched-personas.ts'
import { openProblemWords } from './jobs/problem-words.ts'
import { openPruning } from './store/pruning.ts'
import { promptTalk } from './jobs/stored-talk.ts'
import { watchedRoster } from './prompt/watched-roster.ts'
import { guardStore } from './health/store-guard.ts'
import { makeTyping } from './channels/typing.ts'
import { makeObserver } from './feed/observer.ts'
import { openLedger } from './store/ledger.ts'
import { openTape } from './store/tape.ts'
import { explained, isStoreProblem, openDatabase } from './store/database.ts'
import { openPausedBots } from './store/paused-bots.ts'
import { openTalk } from './store/talk.ts'

type StepListener = (step: TracedStep) => void

/** Starts everything and resolves when the page is served. Rejects with an error that names the next step. */
export async function startService(config: Config, log: Log, options: StartOptions = {}): Promise<Service> {
  const { onStop, stop } = makeClosing(log)
  try {
    return { ...(await open(config, log, options, onStop)), stop }
  } catch (error) {
    await stop()
    throw isStoreProblem(error) ? explained(config.store.path, error) : error
  }
}

async function open(
  config: Config,
  log: Log,
  { stately: withStately = false, isIdle = false, isVisit = false, engine, watch, hears }: StartOptions,
  onStop: (close: () => unknown) => unknown,
): Promise<Omit<Service, 'stop'>> {
  const stately = withStately ? (await import('./http/stately.ts')).openStately(config, log) : undefined
  const db = openDatabase(config.store.path)
  onStop(() => db.close())
  const clock = openClock(db, log, onStop)
  const ledger = openLedger(db)
  const tape = openTape(db)
  const talk = openTalk(db)
  const pausedBots = openPausedBots(db)
  const secrets = secretsOf(config)
  const failures = makeFailures({ now: clock.wall, secrets })
  const { listenerFailed, ...reports } = makeReports(log, failures)
  const store = guardStore({ db, log, failures })
  onStop(() => store.stop())
  const feed = makeFeed(listenerFailed)
  const models = await openModels(config.bots, (change) => log.warn(change, 'model'))
  onStop(() => models.stop())
  const roster = watchedRoster(config.rosterFolder, config.bots, (problem) => log.warn({ problem }, 'roster'))
  const profile = watchedPersonas((problem) => log.warn({ problem }, 'persona'))
  const slices = await openSlices(engine, { config, db, log, now: clock.now, onStop })
  const ceilings = openCeilings(config, ledger, log, clock.now, slices)
  const problemWords = openProblemWords({ db, config, profile, models, ceilings, ledger, log, now: clock.now })
  onStop(() => problemWords.stop())
  const shared = { config, talk, log, failures, now: clock.now }
  const channels = await openChannels({
    ...shared,
    db,
    clock,
    roster,
    mayWrite: store.check,
    workers: sharedBetween(engine, {
      memory: () => host.shared,
      note: (...given) => host.note?.(...given),
      url: () => server.url,
    }),
    verdicts: { subscribe: feed.subscribe, recent: tape.recent },
    hide: (secret) => void secrets.push(secret),
    knows: (key) => host.has(key),
    corrected: correctedIn(() => ({ config, host, memory, observer, talk, log })),
    problemWords: problemWords.of,
  })
  const { memberIn, connections, mcp } = { ...channels, ...openMcp({ ...shared, db, onStop }, channels.connections) }
  const order: Host['order'] = (...given) => host.order(...given)
  const sharedRows = () => host.shared?.sharedRows
  const { admission, served, sharedServed } = openAdmission({
    ...shared,
    db,
    memberIn,
    ceilings,
    order,
    rows: sharedRows,
  })
  // Also when the start fails: their timers would keep the process alive.
  onStop(() => connections.stop())
  const hooks = await openHooks({ config, log, failures, onStop })
  const observer = makeObserver({
    config,
    secrets,
    now: clock.now,
    talk,
    tape,
    titleOf: channels.titleOf,
    connections,
    // What hooks may refuse is shown when they have not.
    hears: hooks?.checksAnswers ? undefined : hears,
    failed: (error) => log.error({ error: String(error) }, 'a step could not be recorded for the visualizer'),
  })
  const typing = makeTyping(channels.typing)
  const media = openServiceMedia({ ...shared, channels, onStop })
  const { canReact, canEdit, writesMarkdown } = channels
  const tapes = openTapes({ ...shared, db, secrets })
  const schedules = openSchedules({ ...shared, db, clock, host: { order, room: (key) => host.room(key) } })
  const runs = await openRuns({ ...shared, ...clock, db, tape: tapes, mcp, schedule: schedules.schedule, onStop })
  const abilities = { models, media, canReact, canEdit, writesMarkdown, ...inPrompts(runs) }
  const memory = openGroupMemory({ db, config, talk, memberIn, ...clock, tape: tapes })
  const said = promptTalk(talk, memberIn, clock.now)
  const host = await openHost(
    {
      ...shared,
      db,
      spentSince: ledger.spentSince,
      refusalOf: admission.refusalOf,
      clock,
      hosted: hostedGroup({
        config,
        ...abilities,
        runs,
        hooks,
        commands: commandParts({ config, tape, tapes, talk, schedule: schedules.schedule }),
        ceilings,
        admission,
        calls: observer.calls,
        roster,
        profile,
        isPaused: pausedBots.isPaused,
        talk: (bot) => memory.withoutForgotten(bot, said.talk(bot)),
        memberIn,
        look: (key) => host.snapshot(key),
        memory: memory.of,
        noteSource: memory.noteSource,
        now: clock.now,
        ahead: clock.ahead,
        recentReplies: (bot) => said.recentReplies(bot),
        room: roomRules({ ...shared, roster, channels, admission }),
        react: channels.react,
        unreact: channels.unreact,
        send: ({ bot, group, oneToOne }, { model, rehearsal, ...reply }, signal) =>
          channels.send({ ...reply, bot, group, oneToOne, meta: { model, rehearsal } }, signal),
      }),
      tape: observer.tape,
      record: stepsOf(isOfBot, recording({ clock, channels, ledger, written: [memory, tapes, schedules] })),
      ...keeping({ ...shared, channels, memory, admission, refused: served.refused }),
      listenerFailed,
      halted(key, error) {
        reports.halted(key, error)
        typing.halted(key)
      },
      stuck: reports.stuck,
      storeFailed: reports.storeFailed,
      heard: ({ group, id }) => observer.said(group, id),
      noted(note) {
        if (note.kind === 'corrected') {
          memory.correct(note)
          observer.said(note.group, note.id)
        }
        channels.noted(note)
      },
      listed: observer.listed,
      unkept: served.refused,
      isFollowed: (room) => hasRole(engine, 'page') || channels.hasLineIn(room),
    },
    engine,
  )
  // One after the other, each for itself: what one of them throws keeps nothing from the others.
  const verdicts = verdictListeners({ ceilings, feed, log, clock })
  const ofAll: StepListener[] = [...verdicts.all, observer.committed, (step) => schedules.told(step, observer.said)]
  const ofOwn: StepListener[] = [
    ...verdicts.own,
    channels.committed,
    stepsOf(isBot, typing.committed),
    stepsOf(isBot, (step) => stately?.committed(step)),
    ...(watch ? [watch] : []),
  ]
  for (const each of ofAll) host.subscribe(stepsOf(isOfBot, each), 'all')
  for (const each of ofOwn) host.subscribe(stepsOf(isOfBot, each))
  host.subscribe(observer.floor, 'all')
  const intake = makeIntake({
    host,
    isIdle,
    mayWrite: store.check,
    // In a cluster it may not be in this store yet.
    said: engine ? () => {} : observer.said,
    refused: (error) => failures.note('intake', error),
    listenerFailed,
  })

  const pauses = makeSharedPauses({
    ...shared,
    pausedBots,
    host,
    bots: config.bots.map(({ id }) => id),
    rows: sharedRows,
  })
  onStop(pauses.stop)
  onStop(sharedServed.stop)
  const inputOf = groupInputs(config, roster, profile, pausedBots.isPaused, abilities)
  const source = observer.source(host, inputOf)
  const routes = pageRoutes({
    ...shared,
    channels: { ...channels, connections },
    source,
    profile,
    ceilings,
    memory,
    served,
    host,
    pausedBots,
    pauses,
    stately,
    media,
    admission,
  })
  const others = [...channels.oldRows, ...memory.oldRows, ...tapes.oldRows]
  const pruning = openPruning({ db, config, others, now: clock.now, log })
  let isReady = false
  const { host: address, port, token } = config.channels.web
  const servesPage = hasRole(engine, 'page')
  const signed = servesPage ? channels.signedRoutes : channels.workerRoutes
  const app = makeHttp({
    routes: servesPage ? routes : new Hono(),
    ...(signed && { signed }),
    ...(token !== undefined && { token }),
    host: address,
    ...(stately && { framed: stately.framed }),
    health: () => ({
      ...healthOf(host.figures(), connections.rows(), {
        ...channels.figures(),
        isReady,
        isStoreLost: store.isLost(),
        failures: failures.figures(),
        clock: { ...clock.figures(), ...(host.clusterOffMs && { clusterOffMs: host.clusterOffMs() }) },
      }),
      store: pruning.figures(),
      ...(host.memory && { memory: host.memory() }),
    }),
    onError: reports.requestFailed,
  })
  onStop(() => typing.stop())
  onStop(() => host.stop())
  if (engine) checkReached(address, engine)
  const server = await listen(app, { host: address, port })
  onStop(() => server.stop())
  onStop(() => channels.stop())
  // Before anybody can hand anything in: a job that begins in a host that does not run yet would count as cut off.
  await pauses.start()
  await sharedServed.start()
  await host.start()
  await channels.start(intake)
  isReady = true
  if (hasRole(engine, 'worker')) {
    await schedules.begin({ places: tapes.places(), workspaceOf: runs?.workspaceOf, isVisit })
    problemWords.start()
  }
  onStop(pruning.start())
  onStop(tapes.keepMirrored())
  onStop(memory.keepIndexed((error) => log.error({ error: String(error) }, 'the talk could not be indexed')))
  const rehearsal = config.bots.some(({ model }) => model.provider === 'rehearsal')
  return { url: server.url, rehearsal, ...(runs && { runs }), tape: tapes, schedule: schedules.schedule }
}

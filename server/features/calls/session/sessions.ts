// The sessions of this process: accepts media connections, delivers the carrier's detections, and ends all sessions.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import { onceAvailable, whenAvailable } from '#server/platform/database/once-available.ts'
import { unavailableReason } from '#server/platform/database/unavailable.ts'
import type { AcceptLink } from '#server/platform/links/link.ts'
import { releaseMemory } from '#server/platform/release-memory.ts'
import type { AcceptMedia, OpenListener } from '#server/ports/media-line.ts'
import { openNoiseSuppression } from '#server/voice/noise-suppression/noise-suppression.ts'
import type { CallEnding, CallRef } from '../call/call.ts'
import { voiceProcess } from '../call/capacity.ts'
import type { ListenRequest } from '../call/listener.ts'
import { callRequestsChannel } from '../call/store-requests.ts'
import { finishCall } from '../ending/finish-call.ts'
import { answeredByChannel, findAnsweredBy } from './answered-by.ts'
import { claimMedia, claimWebCall, connectBrowser, findClaimedCall, type LiveCall } from './claim-media.ts'
import { openLiveWords } from './live-words.ts'
import { openSession, type Session } from './run-session.ts'
import { createWaitingListeners } from './waiting-listeners.ts'

const failed = { endedReason: 'internal_error', endedBy: 'system' } as const

export interface Sessions extends AsyncDisposable {
  /** Undefined unless the token admits a media connection for this call of the carrier. It does so once. */
  accept: AcceptMedia
  /** Like `accept`, for a web call. `origin` is that of the page. A call whose browser has left in the meantime ends. */
  acceptWeb(start: { token: string; origin: string | undefined; isOpen(): boolean }): Promise<OpenListener | undefined>
  /** Connects a person of the account with a call of this process. `request` is a `ListenRequest`. */
  connectListener: AcceptLink
  /** The number of calls with a session. */
  count(): number
  /**
   * Accepts no further connections, and gives calls `patienceMs` to end by themselves. The others end with a goodbye.
   * Resolves when all results are stored.
   */
  drain(patienceMs: number): Promise<void>
}

/** How long a call that was answered waits for a database that is away. */
const openWithinMs = 15_000

/** Aborted when a call that is answered now has waited long enough for the database, or when the process stops. */
export const openingEnds = ({ stopping }: AppContext, withinMs = openWithinMs): AbortSignal =>
  AbortSignal.any([stopping, AbortSignal.timeout(withinMs)])

/** By then, idle workers and detectors of speech have been released. */
const defaultReleaseAfterMs = 150_000

export function openSessions(
  context: AppContext,
  notifications: Notifications,
  { release = releaseMemory, releaseAfterMs = defaultReleaseAfterMs, openWithinMs: withinMs = openWithinMs } = {},
): Sessions {
  /** By the UUID of the call. */
  const sessions = new Map<string, Session>()
  /** The tokens of connections that are being accepted. */
  const opening = new Set<string>()
  const waitingListeners = createWaitingListeners()
  const noiseSuppression = openNoiseSuppression({ log: context.log })
  const liveWords = openLiveWords(context)
  const announced = context.liveness.announce(voiceProcess)
  let isClosing = false
  /** Resolves `drain` when the last session has ended. */
  let emptied: (() => void) | undefined
  let releaseTimer: NodeJS.Timeout | undefined

  function deliver(uuid: string): void {
    findAnsweredBy(context, uuid).then(
      (found) => found && sessions.get(uuid)?.carrierSays(found.answeredBy, found.greetingEnded),
      (error: unknown) => context.log.warn({ error, call: uuid }, 'a machine detection was not delivered'),
    )
  }

  function takeRequests(uuid: string): void {
    sessions
      .get(uuid)
      ?.takeRequests()
      .catch((error: unknown) =>
        context.log.warn({ error, call: uuid }, 'requests to a live call were not carried out'),
      )
  }

  function remove({ uuid }: LiveCall): void {
    sessions.delete(uuid)
    waitingListeners.end(uuid)
    if (sessions.size > 0) return
    emptied?.()
    clearTimeout(releaseTimer)
    releaseTimer = setTimeout(() => {
      if (sessions.size > 0) return
      release().catch((error: unknown) => context.log.warn({ error }, 'the memory of ended calls was not released'))
    }, releaseAfterMs).unref()
  }

  async function fail(call: LiveCall, error: unknown): Promise<void> {
    context.log.error({ error, call: call.uuid }, 'the session of a call could not be opened')
    remove(call)
    if (unavailableReason(error)) endOnceAvailable(async () => call)
    else await endUncharged(call, failed)
  }

  function endOnceAvailable(find: () => Promise<(CallRef & { uuid: string }) | undefined>): void {
    onceAvailable(context, 'a failed call could not be ended', async () => {
      const call = await find()
      if (call && !sessions.has(call.uuid)) await endUncharged(call, failed)
    })
  }

  /** Nothing was said, so nothing is charged. */
  async function endUncharged(call: CallRef, cause: Pick<CallEnding, 'endedReason' | 'endedBy'>): Promise<void> {
    await finishCall(context, call, { ...cause, latency: [], timeline: [], talkUntil: new Date(0) })
  }

  notifications.on(answeredByChannel, (uuid) => {
    // After a lost connection the payload is empty: any session may have missed its result.
    for (const id of uuid === '' ? sessions.keys() : [uuid]) if (sessions.has(id)) deliver(id)
  })

  notifications.on(callRequestsChannel, (uuid) => {
    for (const id of uuid === '' ? sessions.keys() : [uuid]) takeRequests(id)
  })

  async function open(
    call: LiveCall,
    ending: AbortSignal,
    answer = async () => true,
  ): Promise<OpenListener | undefined> {
    const options = { noiseSuppression, liveWords, ended: () => remove(call) }
    let opened: Awaited<ReturnType<typeof openSession>>
    try {
      opened = await whenAvailable(ending, () => openSession(context, call, options))
    } catch (error) {
      await fail(call, error)
      return undefined
    }
    if (!(await answer())) {
      await endUncharged(call, { endedReason: 'caller_hung_up', endedBy: 'caller' })
      return undefined
    }
    // The process ends; another one ends the call.
    if (isClosing) return undefined
    try {
      if (call.type === 'web' && !(await connectBrowser(context, call))) return undefined
    } catch (error) {
      await fail(call, error)
      return undefined
    }
    return (line) => {
      sessions.set(call.uuid, opened.session)
      try {
        const listener = opened.listen(line)
        waitingListeners.end(call.uuid, opened.session.connectListener)
        // A result that arrived while the session was prepared found no session.
        if (call.type === 'outbound') deliver(call.uuid)
        takeRequests(call.uuid)
        return listener
      } catch (error) {
        fail(call, error).catch((failure: unknown) =>
          context.log.error({ error: failure, call: call.uuid }, 'a failed call could not be ended'),
        )
        throw error
      }
    }
  }

  return {
    async accept(start) {
      if (isClosing || opening.has(start.token)) return undefined
      opening.add(start.token)
      const ending = openingEnds(context, withinMs)
      try {
        const call = await claimMedia(context, start, ending)
        if (!call || sessions.has(call.uuid)) return undefined
        return await open(call, ending, start.answer)
      } catch (error) {
        // It is not known whether the call was claimed.
        if (unavailableReason(error)) endOnceAvailable(() => findClaimedCall(context, start.token))
        throw error
      } finally {
        opening.delete(start.token)
      }
    },
    async acceptWeb({ isOpen, ...start }) {
      const call = isClosing ? undefined : await claimWebCall(context, start)
      return call && open(call, openingEnds(context, withinMs), async () => isOpen())
    },
    connectListener(text, link) {
      const request = JSON.parse(text) as ListenRequest
      const session = sessions.get(request.callUuid)
      return session ? session.connectListener(request, link) : waitingListeners.add(request, link)
    },
    count: () => sessions.size,
    async drain(patienceMs) {
      isClosing = true
      await announced[Symbol.asyncDispose]()
      if (sessions.size === 0) return
      context.log.info({ calls: sessions.size, patienceMs }, 'waiting for calls to end')
      const { promise, resolve } = Promise.withResolvers<void>()
      emptied = resolve
      const timer = setTimeout(resolve, patienceMs)
      await promise
      clearTimeout(timer)
      await Promise.all([...sessions.values()].map((session) => session.conclude()))
    },
    async [Symbol.asyncDispose]() {
      isClosing = true
      await announced[Symbol.asyncDispose]()
      clearTimeout(releaseTimer)
      await Promise.all([...sessions.values()].map((session) => session.shutDown()))
      await noiseSuppression[Symbol.asyncDispose]()
    },
  }
}

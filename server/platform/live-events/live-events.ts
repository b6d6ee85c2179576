// Delivers events to the open streams of this process: each batch is read from the database once for all of them.

import { liveDataOf } from '#contract/events/live-events.ts'
import type { Db } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'
import { TooBusy } from '../database/public-pool.ts'
import type { Log } from '../observability/log.ts'
import { TooManyRequests } from '../refusal.ts'
import { createSlots } from '../slots.ts'
import { dateToIsoMicros, toIsoMicros } from '../time/timestamps.ts'
import { type Announcement, eventsChannel, numberAllEvents } from './event-numberer.ts'
import { Listener, type ListenerOptions } from './listener.ts'
import { type EventRow, findLastSeq, selectEvents, selectPage } from './store.ts'

export interface LiveEventsOptions {
  db: Db
  notifications: Notifications
  log: Log
  now(): Date
  /** Aborted when the process stops: all streams end, so that clients continue elsewhere. */
  stopping: AbortSignal
  /** Returns those that still give access; see `ListenerOptions`. */
  selectAllowed(access: readonly string[]): Promise<ReadonlySet<string>>
}

export interface LiveEvents {
  /** Throws `TooManyRequests` or `TooBusy` if no further stream can be opened. */
  checkCapacity(accountId: number): void
  /** The head of the response must have been sent. */
  listen(options: ListenerOptions): void
  /** The number of open streams. */
  count(): number
}

const maxPerAccount = 200
const maxPerProcess = 10_000
const batchSize = 1_000
const pageSize = 500
/** Streams that catch up leave database connections to everything else. */
const concurrentPageReads = 4
/** Access, and whether a notification was lost, are checked for all listeners together. */
const checkEveryMs = 2_000
const turnMs = 1_000
/** Listeners get a comment in this number of groups, one after another, so that not all are written to at the same time. */
const groups = 20

export function openLiveEvents({
  db,
  notifications,
  log,
  now,
  stopping,
  selectAllowed,
}: LiveEventsOptions): LiveEvents {
  const pageReads = createSlots(concurrentPageReads)
  const byAccount = new Map<number, Set<Listener>>()
  let openCount = 0
  let group = 0
  /** The latest number that is known, and the one up to which events have been delivered. */
  let knownSeq = 0
  let deliveredSeq = 0
  /** Accounts with listeners and events after `deliveredSeq`. */
  let changed: Set<number> | 'all' = new Set()
  let isDelivering = false
  let opened: Promise<void> | undefined
  let isListening = false
  let timers: NodeJS.Timeout[] = []

  function announce({ afterSeq, lastSeq, accountIds }: Announcement): void {
    if (lastSeq <= knownSeq) return
    if (afterSeq !== knownSeq || !accountIds) changed = 'all'
    else markChanged(accountIds)
    knownSeq = lastSeq
    void deliver()
  }

  function markChanged(accountIds: readonly number[]): void {
    if (changed !== 'all') for (const id of accountIds) if (byAccount.has(id)) changed.add(id)
  }

  async function findLost(): Promise<void> {
    const lastSeq = await findLastSeq(db)
    announce({ afterSeq: knownSeq, lastSeq })
  }

  async function deliver(): Promise<void> {
    if (isDelivering) return
    isDelivering = true
    try {
      while (deliveredSeq < knownSeq) await deliverBatch()
    } catch (error) {
      // The next check tries again.
      changed = 'all'
      log.warn({ error }, 'live events could not be read')
    } finally {
      isDelivering = false
    }
  }

  async function deliverBatch(): Promise<void> {
    const accountIds = changed === 'all' ? [...byAccount.keys()] : [...changed]
    const lastSeq = knownSeq
    changed = new Set()
    const range = { afterSeq: deliveredSeq, lastSeq, limit: batchSize }
    const rows = accountIds.length === 0 ? [] : await selectEvents(db, accountIds, range)
    for (const row of rows) deliverRow(row)
    deliveredSeq = rows.length < batchSize ? lastSeq : rows.at(-1)!.seq
    if (deliveredSeq < lastSeq) markChanged(accountIds)
  }

  function deliverRow(row: EventRow): void {
    const listeners = byAccount.get(row.accountId)
    if (!listeners) return
    let text: string | undefined
    const textOf = () => {
      text ??= eventText(row)
      return text
    }
    for (const listener of listeners) listener.take(row, textOf)
  }

  /** Before the first listener, numbers are not known, and some may have been missed since the last one. */
  function open(): Promise<void> {
    opened ??= openFirst().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function openFirst(): Promise<void> {
    if (!isListening) {
      isListening = true
      notifications.on(eventsChannel, (payload) => {
        if (payload !== '') announce(JSON.parse(payload))
        else if (openCount > 0) findLost().catch(() => {})
      })
    }
    await findLost()
    stopTimers()
    if (openCount === 0) return
    timers = [setInterval(check, checkEveryMs).unref(), setInterval(comment, turnMs).unref()]
  }

  function stopTimers(): void {
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  function remove(listener: Listener): void {
    const listeners = byAccount.get(listener.accountId)
    if (!listeners?.delete(listener)) return
    if (listeners.size === 0) byAccount.delete(listener.accountId)
    if (--openCount > 0) return
    stopTimers()
    opened = undefined
  }

  const all = (): Listener[] => [...byAccount.values()].flatMap((listeners) => [...listeners])

  let lastSeqBefore = 0
  function check(): void {
    for (const listener of all()) if (listener.isClosed()) remove(listener)
    checkAccess().catch((error) => log.warn({ error }, 'the access of event streams could not be checked'))
    // A notification that is on its way is not lost.
    if (lastSeqBefore > knownSeq) announce({ afterSeq: knownSeq, lastSeq: lastSeqBefore })
    if (changed === 'all') void deliver()
    findLastSeq(db).then(
      (lastSeq) => {
        lastSeqBefore = lastSeq
      },
      () => {},
    )
  }

  async function checkAccess(): Promise<void> {
    const listeners = all()
    const allowed = await selectAllowed([...new Set(listeners.map(({ access }) => access))])
    for (const listener of listeners) if (!allowed.has(listener.access)) listener.end()
  }

  function comment(): void {
    group = (group + 1) % groups
    const text = positionText(deliveredSeq)
    for (const listener of all())
      if (listener.group === group) {
        const isAhead = !listener.isLive() || listener.position > deliveredSeq
        listener.write(isAhead ? commentText : `${commentText}${text}`)
      }
  }

  async function sendStored(listener: Listener, { afterSeq, follow }: ListenerOptions): Promise<void> {
    const readPage = async (): Promise<boolean> => {
      if (!listener.isOpen()) return false
      listener.forgetPending()
      const page = await selectPage(db, listener.accountId, { afterSeq: listener.position, limit: pageSize })
      if (!listener.isOpen()) return false
      if (afterSeq === undefined) listener.position = page.lastSeq
      else if (listener.position < page.deletedSeq || listener.position > page.lastSeq) {
        listener.position = page.lastSeq
        listener.write(resetText(page.lastSeq, now()))
      } else for (const row of page.rows) listener.send(row, eventText)
      if (page.rows.length >= pageSize && listener.position < page.lastSeq) return false
      listener.position = Math.max(listener.position, page.lastSeq)
      listener.write(positionText(listener.position))
      return true
    }
    while (listener.isOpen()) {
      // Streams alternate, one page at a time.
      const isComplete = await pageReads.run(readPage)
      if (isComplete && !follow) return listener.finish()
      if (isComplete && listener.goLive(eventText)) return
      await listener.untilRead()
    }
  }

  async function begin(listener: Listener, options: ListenerOptions): Promise<void> {
    const { afterSeq, follow } = options
    // A client that polls gets everything that was committed before its request.
    if (!follow) await numberAllEvents(db)
    await open()
    listener.position = afterSeq ?? knownSeq
    listener.write(beginText(listener.position))
    listener.forgetPending()
    if (afterSeq === undefined && follow) listener.goLive(eventText)
    else await sendStored(listener, options)
  }

  stopping.addEventListener('abort', () => {
    for (const listener of all()) listener.end()
  })

  return {
    count: () => openCount,
    checkCapacity(accountId) {
      if (stopping.aborted || openCount >= maxPerProcess) throw new TooBusy('Too many event streams are open.')
      const limit = maxPerAccount
      if ((byAccount.get(accountId)?.size ?? 0) >= limit) throw new TooManyRequests({ limit, retryAfterSeconds: 10 })
    },
    listen(options) {
      const { accountId, response } = options
      const listener = new Listener(options, openCount % groups)
      // It has been closed before, so that it does not emit `close` again.
      if (listener.isClosed()) return
      byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(listener))
      openCount++
      response.once('close', () => remove(listener))
      // The client can disconnect at any time.
      response.on('error', () => {})
      begin(listener, options).catch((error) => {
        log.warn({ error, accountId }, 'an event stream could not be opened')
        listener.disconnect()
      })
    },
  }
}

const reconnectAfterMs = 1_000

const textOf = (event: { id: number; event: string; created_at: string; data: object }): string =>
  `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`

const eventText = ({ seq, event, payload, createdAt }: EventRow): string =>
  textOf({ id: seq, event, created_at: toIsoMicros(createdAt), data: liveDataOf(event, payload) })

const resetText = (seq: number, now: Date): string =>
  textOf({ id: seq, event: 'reset', created_at: dateToIsoMicros(now), data: {} })

/** Moves the position of the client without an event. */
const positionText = (seq: number): string => `id: ${seq}\n\n`

const beginText = (seq: number): string => `retry: ${reconnectAfterMs}\n: connected\n${positionText(seq)}`

const commentText = ': still connected\n\n'

// One open event stream: its position, its filter, and the limits of what it may leave unread.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { withTimeout } from '../time/with-timeout.ts'
import type { EventRow } from './store.ts'

export interface ListenerOptions {
  accountId: number
  /** Names what gives access to the account, such as `key:12`. */
  access: string
  accepts(row: EventRow): boolean
  response: ServerResponse
  /** The last event that the client has; undefined if it wants later ones only. */
  afterSeq: number | undefined
  /** Whether the stream stays open after the stored events. */
  follow: boolean
}

const maxUnreadBytes = 1024 * 1024
/** Stored events are read from the database only as fast as the client reads them. */
const maxUnreadStoredBytes = 128 * 1024
const drainTimeoutMs = 30_000
/** Events that are kept while older ones are read from the database. */
const maxPending = 1_000

export class Listener {
  readonly accountId: number
  readonly access: string
  /** All events of the account up to this number have been sent, as far as they are accepted. */
  position = 0
  /** The part of an interval in which it gets its comment. */
  readonly group: number
  readonly #accepts: ListenerOptions['accepts']
  readonly #response: ServerResponse
  /** Later events, while older ones are read from the database. */
  #pending: EventRow[] | undefined = []
  #hasDropped = false

  constructor({ accountId, access, accepts, response }: ListenerOptions, group: number) {
    this.accountId = accountId
    this.access = access
    this.group = group
    this.#accepts = accepts
    this.#response = response
  }

  isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed
  }

  isClosed(): boolean {
    return this.#response.destroyed || this.#response.closed
  }

  isLive(): boolean {
    return this.#pending === undefined
  }

  /** Takes an event of its account, in the order of the numbers. */
  take(row: EventRow, textOf: (row: EventRow) => string): void {
    if (row.seq <= this.position) return
    if (!this.#pending) this.send(row, textOf)
    else if (this.#pending.length < maxPending) this.#pending.push(row)
    else this.#hasDropped = true
  }

  send(row: EventRow, textOf: (row: EventRow) => string): void {
    this.position = row.seq
    if (this.#accepts(row)) this.write(textOf(row))
  }

  /** Must be called before each read of stored events, which then sees everything that was taken before. */
  forgetPending(): void {
    this.#pending = []
    this.#hasDropped = false
  }

  /** Sends the events that were taken since `forgetPending`. Returns false if some of them were dropped. */
  goLive(textOf: (row: EventRow) => string): boolean {
    if (this.#hasDropped) return false
    const pending = this.#pending ?? []
    this.#pending = undefined
    for (const row of pending) this.take(row, textOf)
    return true
  }

  /** A client that leaves too much unread is disconnected. It can continue where it was. */
  write(text: string): void {
    if (!this.isOpen()) return
    this.#response.write(text)
    if (this.#response.writableLength > maxUnreadBytes) this.#response.destroy()
  }

  /** Resolves when the client has read most of what was written; a client that does not is disconnected. */
  async untilRead(): Promise<void> {
    if (!this.isOpen() || this.#response.writableLength <= maxUnreadStoredBytes) return
    const closed = new AbortController()
    const abort = () => closed.abort()
    this.#response.once('close', abort)
    await withTimeout(drainTimeoutMs, once(this.#response, 'drain', { signal: closed.signal })).catch(() =>
      this.disconnect(),
    )
    this.#response.off('close', abort)
  }

  /** Ends the stream after what was written. */
  finish(): void {
    this.#response.end()
  }

  /** Ends the stream now, whether or not the client reads. */
  end(): void {
    if (this.#response.writableLength > 0) this.#response.destroy()
    else this.#response.end()
  }

  disconnect(): void {
    this.#response.destroy()
  }
}

// Links between two processes over PostgreSQL's notifications: messages arrive complete and in order, or the link is closed.
import { sql } from 'kysely'
import type { AppContext } from '../context/context.ts'
import type { Notifications } from '../database/notifications.ts'
import { createLinkReader, takeChunk } from './chunks.ts'
import type { AcceptLink, Link, LinkListener } from './link.ts'
import { connectLocally } from './local-link.ts'

export interface ProcessLinks extends AsyncDisposable {
  /** Opens a link to a process, which may be this one. `request` says what for. The link is closed if it is refused. */
  connect(processId: string, request: string, listener: LinkListener): Link
}

const maxLinks = 100
const maxUnsentBytes = 512 * 1024
/** Small messages are collected, so that a link sends at most 25 notifications per second. */
const collectMs = 40
const aliveMs = 1_000
/** Checks without a notification in between. A process that was blocked misses checks instead of losing its links. */
const maxSilentChecks = 4

const channelOf = (processId: string): string => `parley_link_${processId}`

interface Remote {
  id: string
  processId: string
  listener: LinkListener | undefined
  reader: ReturnType<typeof createLinkReader>
  outgoing: Uint8Array[]
  unsentBytes: number
  /** The numbers of the latest chunks. */
  sent: number
  received: number
  silentChecks: number
  sentAtMs: number
  timer: NodeJS.Timeout | undefined
  /** Notifications of one link use different connections, so the next one waits for the one before. */
  isSending: boolean
  isClosing: boolean
}

export function openProcessLinks(
  { db, processId: ownId, newId, log }: Pick<AppContext, 'db' | 'processId' | 'newId' | 'log'>,
  notifications: Notifications,
  accept: AcceptLink,
): ProcessLinks {
  const remotes = new Map<string, Remote>()

  /** Notifications are lost with the database's process anyway, so they do not wait for its disk. */
  async function notify(processId: string, ...parts: (string | number)[]): Promise<void> {
    await sql`
      select set_config('synchronous_commit', 'off', true),
        pg_notify(${channelOf(processId)}, ${parts.join(' ')})`.execute(db)
  }

  function add(id: string, processId: string): Remote {
    const remote: Remote = {
      id,
      processId,
      listener: undefined,
      reader: createLinkReader(),
      outgoing: [],
      unsentBytes: 0,
      sent: 0,
      received: 0,
      silentChecks: 0,
      sentAtMs: 0,
      timer: undefined,
      isSending: false,
      isClosing: false,
    }
    remotes.set(id, remote)
    return remote
  }

  const linkOf = (remote: Remote): Link => ({
    send(message) {
      if (remote.isClosing) return
      remote.outgoing.push(message)
      remote.unsentBytes += message.length
      if (remote.unsentBytes > maxUnsentBytes) lose(remote)
      else flush(remote)
    },
    unsentBytes: () => remote.unsentBytes,
    close() {
      if (remote.isClosing) return
      remote.isClosing = true
      remote.listener = undefined
      flush(remote)
    },
  })

  function remove(remote: Remote): void {
    remote.isClosing = true
    clearTimeout(remote.timer)
    if (!remotes.delete(remote.id)) return
    notify(remote.processId, 'close', remote.id, remote.sent).catch((error: unknown) =>
      log.debug({ error }, 'the end of a link could not be notified'),
    )
  }

  function lose(remote: Remote): void {
    const { listener } = remote
    remote.listener = undefined
    remove(remote)
    listener?.closed()
  }

  function flush(remote: Remote): void {
    if (remote.isSending || !remotes.has(remote.id)) return
    if (remote.outgoing.length === 0) {
      if (remote.isClosing) remove(remote)
      return
    }
    const waitMs = remote.sentAtMs + collectMs - performance.now()
    if (waitMs <= 0) sendChunk(remote)
    else {
      remote.timer ??= setTimeout(() => {
        remote.timer = undefined
        flush(remote)
      }, waitMs)
    }
  }

  function sendChunk(remote: Remote): void {
    const { data, bytes } = takeChunk(remote.outgoing)
    remote.unsentBytes -= bytes
    post(remote, 'data', ++remote.sent, data)
  }

  function post(remote: Remote, kind: string, ...parts: (string | number)[]): void {
    remote.isSending = true
    remote.sentAtMs = performance.now()
    notify(remote.processId, kind, remote.id, ...parts).then(
      () => {
        remote.isSending = false
        flush(remote)
      },
      (error: unknown) => {
        log.warn({ error }, 'a link between processes was lost')
        lose(remote)
      },
    )
  }

  function receive(payload: string): void {
    const [kind, id = '', number = '', data = ''] = payload.split(' ', 4)
    if (kind === 'open') {
      // The request can contain spaces.
      open(id, number, payload.slice(`${kind} ${id} ${number} `.length))
      return
    }
    const remote = remotes.get(id)
    if (!remote) return
    remote.silentChecks = 0
    const isNext = Number(number) === remote.received + (kind === 'data' ? 1 : 0)
    if (kind === 'close' || !isNext) {
      lose(remote)
      return
    }
    remote.received = Number(number)
    if (kind === 'data') for (const message of remote.reader.read(data)) remote.listener?.received(message)
  }

  function open(id: string, processId: string, request: string): void {
    const remote = add(id, processId)
    const link = linkOf(remote)
    remote.listener = remotes.size > maxLinks ? undefined : accept(request, link)
    if (!remote.listener) link.close()
  }

  notifications.on(channelOf(ownId), receive)
  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const remote of remotes.values()) {
      if (++remote.silentChecks > maxSilentChecks) lose(remote)
      else if (nowMs - remote.sentAtMs > aliveMs && !remote.isSending) post(remote, 'alive', remote.sent)
    }
  }, aliveMs).unref()

  return {
    connect(processId, request, listener) {
      if (processId === ownId) return connectLocally(request, listener, accept)
      const remote = add(newId(), processId)
      remote.listener = listener
      post(remote, 'open', ownId, request)
      return linkOf(remote)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      for (const remote of [...remotes.values()]) lose(remote)
    },
  }
}

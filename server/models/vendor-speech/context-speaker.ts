// A speaker over one WebSocket on which a vendor speaks several utterances, each in its own context.
import type { Alignment, Speaker, UtteranceListener } from '#server/ports/text-to-speech.ts'
import { type FailureCode, isRetryable } from './failures.ts'
import { openVendorSocket, type VendorSocket } from './socket.ts'
import {
  defaultUtteranceLimits,
  hasWords,
  type SupervisedUtterance,
  superviseUtterance,
  type UtteranceLimits,
} from './utterance.ts'

export interface ContextSpeakerLimits extends UtteranceLimits {
  connectTimeoutMs: number
  /** If the vendor closes an idle connection that was open for this time, it is opened again at once. */
  reopenAfterMs: number
}

export const defaultContextSpeakerLimits: ContextSpeakerLimits = {
  ...defaultUtteranceLimits,
  connectTimeoutMs: 1_900,
  reopenAfterMs: 60_000,
}

export interface ContextProtocol {
  /** The name in error messages. */
  vendor: string
  url: URL
  headers: Record<string, string>
  maxContexts: number
  maxCharacters: number
  /** Sent when the connection is open. */
  openingMessage?: string
  keepAlive?: { message: string; intervalMs: number }
  closingMessage?: string
  newContext(): string
  requestMessages(context: string, text: string): string[]
  /** Without it, the context of a cancelled utterance stays in use until the vendor ends it. */
  cancelMessage?(context: string): string
  read(fields: Record<string, unknown>): ContextReply
  /** Returns a reader of the alignments of one utterance; `audioMs` is the duration of its earlier audio. */
  createAligner(text: string): (fields: Record<string, unknown>, audioMs: number) => Alignment | undefined
}

export interface ContextReply {
  /** Undefined for a message about the whole connection. */
  context?: string
  failure?: FailureCode
  audio?: Uint8Array
  isFinal?: boolean
}

interface Entry {
  text: string
  utterance: SupervisedUtterance
  align: ReturnType<ContextProtocol['createAligner']>
  /** Also counts the requests that a closed connection has lost. */
  attempts: number
  hasDeadline: boolean
}

interface Connection {
  socket: VendorSocket
  /** Milliseconds of `performance.now()`; undefined until the connection is open. */
  openedAt: number | undefined
  /** Undefined for an utterance that was cancelled or failed, until the vendor has ended its context. */
  contexts: Map<string, Entry | undefined>
}

/** Connects at once. */
export function openContextSpeaker(protocol: ContextProtocol, limits: ContextSpeakerLimits): Speaker {
  let isClosed = false
  let connection: Connection | undefined
  let waiting: Entry[] = []
  const { keepAlive } = protocol
  const keepAliveTimer =
    keepAlive &&
    setInterval(() => {
      if (connection?.openedAt !== undefined) connection.socket.send(keepAlive.message)
    }, keepAlive.intervalMs)

  function connect(): Connection {
    const contexts: Connection['contexts'] = new Map()
    const { url, headers, openingMessage } = protocol
    const socket = openVendorSocket(
      { url, headers, connectTimeoutMs: limits.connectTimeoutMs },
      {
        opened() {
          opened.openedAt = performance.now()
          if (openingMessage !== undefined) socket.send(openingMessage)
          submitWaiting()
        },
        message: (fields) => message(opened, fields),
        closed: (code) => closed(opened, code),
      },
    )
    const opened: Connection = { socket, openedAt: undefined, contexts }
    return opened
  }

  function submitWaiting(): void {
    while (waiting.length > 0 && !isClosed) {
      connection ??= connect()
      if (connection.openedAt === undefined) return
      const { contexts, socket } = connection
      if (contexts.size >= protocol.maxContexts) {
        if ([...contexts.values()].some((entry) => entry)) return
        // Only cancelled utterances use the connection, and waiting for their end would delay the next one.
        socket.close()
        connection = undefined
        continue
      }
      const entry = waiting.shift()!
      const context = protocol.newContext()
      contexts.set(context, entry)
      beginDeadline(entry)
      for (const text of protocol.requestMessages(context, entry.text)) socket.send(text)
    }
  }

  function beginDeadline(entry: Entry): void {
    if (entry.hasDeadline) return
    entry.hasDeadline = true
    entry.utterance.begin()
  }

  function message({ socket, contexts }: Connection, fields: Record<string, unknown>): void {
    const { context, failure, audio, isFinal } = protocol.read(fields)
    if (context === undefined) {
      if (failure) socket.fail(failure)
      return
    }
    const entry = contexts.get(context)
    if (entry && !failure) {
      const alignment = entry.align(fields, entry.utterance.audioBytes() / 8)
      if (alignment) entry.utterance.aligned(alignment)
      if (audio) entry.utterance.audio(audio)
    }
    if (!failure && !isFinal) return
    contexts.delete(context)
    if (failure) entry?.utterance.fail(failure)
    else entry?.utterance.done()
    submitWaiting()
  }

  function closed(ended: Connection, code: FailureCode): void {
    if (connection === ended) connection = undefined
    const { openedAt } = ended
    const lost = [...ended.contexts.values()].filter((entry) => entry !== undefined)
    const affected = openedAt === undefined ? waiting : lost
    if (openedAt === undefined) waiting = []
    // After a timeout, a second attempt would exceed the deadline of the first audio.
    const mayRepeat = isRetryable(code) && code !== 'timeout'
    const canRepeat = (entry: Entry) => mayRepeat && entry.attempts === 0 && !entry.utterance.hasAudio()
    ended.contexts.clear()
    for (const entry of affected) {
      if (!canRepeat(entry)) entry.utterance.fail(code)
      else waiting.push({ ...entry, align: protocol.createAligner(entry.text), attempts: 1 })
    }
    submitWaiting()
    const wasStable = openedAt !== undefined && performance.now() - openedAt >= limits.reopenAfterMs
    if (wasStable && !isClosed) connection ??= connect()
  }

  function ended(utterance: SupervisedUtterance): void {
    waiting = waiting.filter((entry) => entry.utterance !== utterance)
    const { contexts, socket } = connection ?? {}
    for (const [context, entry] of contexts ?? []) {
      if (entry?.utterance !== utterance) continue
      if (!protocol.cancelMessage) contexts?.set(context, undefined)
      else {
        contexts?.delete(context)
        socket?.send(protocol.cancelMessage(context))
      }
    }
    submitWaiting()
  }

  connection = connect()
  return {
    speak(text: string, listener: UtteranceListener) {
      if (isClosed) return { cancel() {} }
      const utterance: SupervisedUtterance = superviseUtterance({
        vendor: protocol.vendor,
        text,
        listener,
        ended: () => ended(utterance),
        limits,
      })
      if (!hasWords(text)) setImmediate(() => utterance.done())
      else if (text.length > protocol.maxCharacters) setImmediate(() => utterance.fail('text_too_long'))
      else {
        const entry: Entry = {
          text,
          utterance,
          align: protocol.createAligner(text),
          attempts: 0,
          hasDeadline: false,
        }
        if (connection?.openedAt === undefined) beginDeadline(entry)
        waiting.push(entry)
        submitWaiting()
      }
      return { cancel: () => utterance.cancel() }
    },
    close() {
      if (isClosed) return
      isClosed = true
      clearInterval(keepAliveTimer)
      const open = connection
      connection = undefined
      for (const entry of [...waiting, ...(open?.contexts.values() ?? [])]) entry?.utterance.cancel()
      open?.socket.close(protocol.closingMessage)
    },
  }
}

/** Undefined if there is no audio. */
export function decodeBase64Audio(base64: unknown): Uint8Array | undefined | 'unreadable' {
  if (base64 === undefined || base64 === null || base64 === '') return undefined
  if (typeof base64 !== 'string') return 'unreadable'
  const bytes = Buffer.from(base64, 'base64')
  // The decoder skips invalid characters.
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return bytes.length === (base64.length / 4) * 3 - padding ? bytes : 'unreadable'
}

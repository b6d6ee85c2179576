// Speech synthesis by ElevenLabs over its multi-context WebSocket API.

import { type FailureCode, isRetryable } from '#server/platform/vendor-speech/failures.ts'
import { openVendorSocket, type VendorSocket } from '#server/platform/vendor-speech/socket.ts'
import {
  defaultUtteranceLimits,
  hasWords,
  type SupervisedUtterance,
  superviseUtterance,
  type UtteranceLimits,
} from '#server/platform/vendor-speech/utterance.ts'
import type { Speaker, TextToSpeech, UtteranceListener, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { contextMessages, keepAliveContext, keepAliveMessage, openingMessage, speechUrl } from './messages.ts'
import { codeOfError, readAlignment, readAudio } from './output.ts'

export interface ElevenLabsOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<ElevenLabsLimits>
}

interface ElevenLabsLimits extends UtteranceLimits {
  connectTimeoutMs: number
  /** Below the 20 seconds after which idle connections are closed unless another time is set. */
  keepAliveMs: number
}

const defaultLimits: ElevenLabsLimits = { ...defaultUtteranceLimits, connectTimeoutMs: 1_900, keepAliveMs: 10_000 }

/** ElevenLabs allows five contexts, of which one keeps the connection open. Cancelled ones count until they end. */
const maxContexts = 4
const maxCharacters = 5_000

interface Entry {
  text: string
  utterance: SupervisedUtterance
  /** Also counts the requests that a closed connection has lost. */
  attempts: number
  hasDeadline: boolean
}

interface Connection {
  socket: VendorSocket
  isOpen: boolean
  /** Undefined for an utterance that was cancelled or failed, until ElevenLabs has ended its context. */
  contexts: Map<string, Entry | undefined>
}

/** Protocol: https://elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input */
export function createElevenLabsTextToSpeech({ apiKey, baseUrl, limits }: ElevenLabsOptions): TextToSpeech {
  const headers = { 'xi-api-key': apiKey }
  return {
    open: (settings) =>
      openSpeaker({ url: speechUrl(baseUrl, settings), headers }, settings, { ...defaultLimits, ...limits }),
  }
}

function openSpeaker(
  address: { url: URL; headers: Record<string, string> },
  settings: VoiceSettings,
  limits: ElevenLabsLimits,
): Speaker {
  let isClosed = false
  let connection: Connection | undefined
  let waiting: Entry[] = []
  let contextCount = 0
  const keepAlive = setInterval(() => {
    if (connection?.isOpen) connection.socket.send(keepAliveMessage)
  }, limits.keepAliveMs)

  function connect(): Connection {
    const contexts: Connection['contexts'] = new Map()
    const socket = openVendorSocket(
      { ...address, connectTimeoutMs: limits.connectTimeoutMs },
      {
        opened() {
          opened.isOpen = true
          socket.send(openingMessage(keepAliveContext, settings))
          submitWaiting()
        },
        message: (fields) => message(opened, fields),
        closed: (code) => closed(opened, code),
      },
    )
    const opened: Connection = { socket, isOpen: false, contexts }
    return opened
  }

  function submitWaiting(): void {
    while (waiting.length > 0 && !isClosed) {
      connection ??= connect()
      if (!connection.isOpen) return
      const { contexts, socket } = connection
      if (contexts.size >= maxContexts) {
        if ([...contexts.values()].some((entry) => entry)) return
        // Only cancelled utterances use the connection, and waiting for their end would delay the next one.
        socket.close()
        connection = undefined
        continue
      }
      const entry = waiting.shift()!
      const context = String(++contextCount)
      contexts.set(context, entry)
      beginDeadline(entry)
      for (const text of contextMessages(context, entry.text, settings)) socket.send(text)
    }
  }

  function beginDeadline(entry: Entry): void {
    if (entry.hasDeadline) return
    entry.hasDeadline = true
    entry.utterance.begin()
  }

  function message({ socket, contexts }: Connection, fields: Record<string, unknown>) {
    if (fields.error !== undefined) return socket.fail(codeOfError(fields.error))
    const context = String(fields.contextId)
    const entry = contexts.get(context)
    if (entry) {
      const { utterance } = entry
      const alignment = readAlignment(fields.alignment, utterance.audioBytes() / 8)
      const audio = readAudio(fields.audio)
      if (audio === 'unreadable') return socket.fail('unreadable')
      if (alignment) utterance.aligned(alignment)
      if (audio) utterance.audio(audio)
    }
    if (fields.isFinal !== true) return
    contexts.delete(context)
    entry?.utterance.done()
    submitWaiting()
  }

  function closed(ended: Connection, code: FailureCode): void {
    if (connection === ended) connection = undefined
    const lost = [...ended.contexts.values()].filter((entry) => entry !== undefined)
    const affected = ended.isOpen ? lost : waiting
    if (!ended.isOpen) waiting = []
    // After a timeout, a second attempt would exceed the deadline of the first audio.
    const mayRepeat = isRetryable(code) && code !== 'timeout'
    const canRepeat = (entry: Entry) => mayRepeat && entry.attempts === 0 && !entry.utterance.hasAudio()
    ended.contexts.clear()
    for (const entry of affected) {
      if (!canRepeat(entry)) entry.utterance.fail(code)
      else waiting.push({ ...entry, attempts: 1 })
    }
    submitWaiting()
  }

  function ended(utterance: SupervisedUtterance): void {
    waiting = waiting.filter((entry) => entry.utterance !== utterance)
    for (const [context, entry] of connection?.contexts ?? [])
      if (entry?.utterance === utterance) connection?.contexts.set(context, undefined)
  }

  connection = connect()
  return {
    speak(text: string, listener: UtteranceListener) {
      if (isClosed) return { cancel() {} }
      const utterance: SupervisedUtterance = superviseUtterance({
        vendor: 'ElevenLabs',
        text,
        listener,
        ended: () => ended(utterance),
        limits,
      })
      if (!hasWords(text)) setImmediate(() => utterance.done())
      else if (text.length > maxCharacters) setImmediate(() => utterance.fail('text_too_long'))
      else {
        const entry: Entry = { text, utterance, attempts: 0, hasDeadline: false }
        if (!connection?.isOpen) beginDeadline(entry)
        waiting.push(entry)
        submitWaiting()
      }
      return { cancel: () => utterance.cancel() }
    },
    close() {
      if (isClosed) return
      isClosed = true
      clearInterval(keepAlive)
      const open = connection
      connection = undefined
      for (const entry of [...waiting, ...(open?.contexts.values() ?? [])]) entry?.utterance.cancel()
      open?.socket.close('{"close_socket":true}')
    },
  }
}

// The connection to OpenAI's Realtime API: it sends nothing before the session has its settings.
import type { FailureCode } from '../vendor-speech/failures.ts'
import { openVendorSocket } from '../vendor-speech/socket.ts'
import { failureCodeOf, readError } from './errors.ts'

export interface ConnectionOptions {
  url: URL
  headers: Record<string, string>
  /** The fields of the session. */
  session: Record<string, unknown>
  connectTimeoutMs: number
  /** The longest wait for the confirmation of the settings. */
  settingsMs: number
  pingMs: number
}

const maxMessageBytes = 2 ** 20
/** More than a minute of audio. A connection that cannot send it is lost. */
const maxUnsentBytes = 2 ** 20

/** `failed` is called at most once and never after `close`; no event follows it. */
export function openConnection(
  { session, settingsMs, ...address }: ConnectionOptions,
  { event, failed }: { event(fields: Record<string, unknown>): void; failed(code: FailureCode): void },
) {
  let unsent: string[] | undefined = []
  let unsentBytes = 0
  let settingsTimer: NodeJS.Timeout | undefined

  const socket = openVendorSocket(
    { ...address, maxMessageBytes },
    {
      opened() {
        settingsTimer = setTimeout(() => socket.fail('timeout'), settingsMs)
        socket.send(JSON.stringify({ type: 'session.update', event_id: 'session', session }))
      },
      message(fields) {
        if (unsent === undefined) event(fields)
        else if (fields.type === 'session.updated') begin(unsent)
        else if (fields.type === 'error') socket.fail(failureCodeOf(readError(fields.error)))
      },
      closed(code) {
        clearTimeout(settingsTimer)
        failed(code)
      },
    },
  )

  function begin(messages: readonly string[]): void {
    clearTimeout(settingsTimer)
    unsent = undefined
    for (const message of messages) socket.send(message)
  }

  function sendText(message: string): void {
    if (unsent === undefined) {
      socket.send(message)
      if (socket.bufferedBytes() > maxUnsentBytes) socket.fail('stalled')
      return
    }
    unsent.push(message)
    unsentBytes += message.length
    if (unsentBytes > maxUnsentBytes) socket.fail('stalled')
  }

  return {
    send: (fields: { type: string; [name: string]: unknown }) => sendText(JSON.stringify(fields)),
    sendAudio(audio: Uint8Array) {
      const base64 = Buffer.from(audio.buffer, audio.byteOffset, audio.length).toString('base64')
      sendText(`{"type":"input_audio_buffer.append","audio":"${base64}"}`)
    },
    fail: (code: FailureCode) => socket.fail(code),
    close() {
      clearTimeout(settingsTimer)
      socket.close()
    },
  }
}

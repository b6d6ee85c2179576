// A person of the account who listens to a live call, and the messages between the process of the page and that of the call.
import { parseJson } from '@parley/rules'

/** `listen`: only hears the call · `intervene`: may also whisper and take the call over · `take_over`: takes it over at once. */
export const listenerModes = ['listen', 'intervene', 'take_over'] as const

export type ListenerMode = (typeof listenerModes)[number]

export interface CallListener {
  accountId: number
  callId: number
  /** A UUID. */
  id: string
  mode: ListenerMode
  name: string
}

/** The request of a link between the processes. */
export interface ListenRequest extends CallListener {
  callUuid: string
}

/** The first byte of a message. */
const kinds = { audio: 0, json: 1 }

export const audioMessage = (audio: Uint8Array): Uint8Array => Buffer.concat([Buffer.of(kinds.audio), audio])

export const jsonMessage = (value: object): Uint8Array =>
  Buffer.concat([Buffer.of(kinds.json), Buffer.from(JSON.stringify(value))])

export function readListenerMessage<Json>(message: Uint8Array): { audio: Uint8Array } | { json: Json } {
  const content = message.subarray(1)
  if (message[0] === kinds.audio) return { audio: content }
  return { json: parseJson(Buffer.from(content).toString()) as Json }
}

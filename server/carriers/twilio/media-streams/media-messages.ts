// Reads and writes the JSON messages of Twilio's media streams.
// https://www.twilio.com/docs/voice/media-streams/websocket-messages

import { tokenParameter } from '../calls/twiml.ts'
import { type Fields, fieldsOf, textOf } from '../rest/json.ts'

export interface StreamStart {
  event: 'start'
  streamSid: string
  callSid: string
  accountSid: string
  token: string
}

export type StreamMessage =
  | { event: 'connected' | 'stop' | 'ignored' }
  | StreamStart
  /** `timestampMs` is NaN if it is missing. */
  | { event: 'media'; audio: Uint8Array; timestampMs: number }
  | { event: 'mark'; name: string }
  | { event: 'dtmf'; key: string }

const ignored: StreamMessage = { event: 'ignored' }
const maxNameLength = 256
/** Audio as the carrier writes it, with the timestamp and the payload. Other forms of the same JSON are valid as well. */
const usualMedia =
  /^\{"event":"media",(?:"streamSid":"\w+",)?"sequenceNumber":"\d+","media":\{"track":"inbound","chunk":"\d+","timestamp":"(\d+)","payload":"([A-Za-z0-9+/=]+)"\}(?:,"streamSid":"\w+")?\}$/

/** `ignored` for messages without effect: unknown events, and events whose contents are not valid. Undefined if not JSON. */
export function readStreamMessage(text: string): StreamMessage | undefined {
  // Nearly all messages are audio, and parsing them as JSON takes about twice as long.
  const usual = usualMedia.exec(text)
  if (usual) return readMedia({ timestamp: usual[1], payload: usual[2] })
  let message: Fields
  try {
    message = fieldsOf(JSON.parse(text))
  } catch {
    return undefined
  }
  switch (message.event) {
    case 'media':
      return readMedia(fieldsOf(message.media))
    case 'mark':
      return readMark(fieldsOf(message.mark))
    case 'dtmf':
      return readKey(fieldsOf(message['dtmf']))
    case 'start':
      return readStart(message, fieldsOf(message['start']))
    case 'connected':
    case 'stop':
      return { event: message.event }
    default:
      return ignored
  }
}

function readMedia({ track, payload, timestamp }: Fields): StreamMessage {
  if (typeof payload !== 'string' || (track !== undefined && track !== 'inbound')) return ignored
  const audio = decodeBase64(payload)
  return audio ? { event: 'media', audio, timestampMs: readTimestamp(timestamp) } : ignored
}

/** Undefined for an empty text, and for text that is not base64. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.byteLength(text, 'base64')
  if (bytes === 0 || text.length % 4 !== 0) return undefined
  const audio = Buffer.allocUnsafe(bytes)
  // Node skips characters that are not base64, and then writes less.
  return audio.write(text, 'base64') === bytes ? audio : undefined
}

function readTimestamp(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : Number.NaN
}

function readMark({ name }: Fields): StreamMessage {
  return typeof name === 'string' && name.length <= maxNameLength ? { event: 'mark', name } : ignored
}

function readKey({ digit }: Fields): StreamMessage {
  return typeof digit === 'string' && /^[0-9*#]$/.test(digit) ? { event: 'dtmf', key: digit } : ignored
}

function readStart(message: Fields, start: Fields): StreamMessage {
  const { encoding, sampleRate, channels } = fieldsOf(start['mediaFormat'])
  const isMulaw = encoding === 'audio/x-mulaw' && Number(sampleRate) === 8_000 && Number(channels) === 1
  const streamSid = textOf(start['streamSid']) ?? textOf(message['streamSid']) ?? ''
  const callSid = textOf(start['callSid']) ?? ''
  const accountSid = textOf(start['accountSid']) ?? ''
  const token = textOf(fieldsOf(start['customParameters'])[tokenParameter]) ?? ''
  const isValid =
    isMulaw &&
    /^MZ[0-9a-f]{32}$/i.test(streamSid) &&
    /^CA[0-9a-f]{32}$/i.test(callSid) &&
    /^AC[0-9a-f]{32}$/i.test(accountSid) &&
    token !== '' &&
    token.length <= maxNameLength
  return isValid ? { event: 'start', streamSid, callSid, accountSid, token } : ignored
}

/** Messages to the stream; written as text, because 50 of them are sent in a second of every call. */
export function streamWriter(streamSid: string) {
  const start = `","streamSid":"${streamSid}"`
  const mediaStart = `{"event":"media${start},"media":{"payload":"`
  return {
    media: (audio: Uint8Array): string =>
      `${mediaStart}${Buffer.from(audio.buffer, audio.byteOffset, audio.length).toString('base64')}"}}`,
    mark: (name: string): string => `{"event":"mark${start},"mark":{"name":${JSON.stringify(name)}}}`,
    clear: `{"event":"clear${start}}`,
  }
}

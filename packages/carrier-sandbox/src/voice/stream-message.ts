// Reads the messages that an application sends on a media stream.
export type StreamMessage = { event: 'media'; audio: Uint8Array } | { event: 'mark'; name: string } | { event: 'clear' }

export class InvalidMessage extends Error {}

const maxNameLength = 500

/** Throws `InvalidMessage`. */
export function readStreamMessage(data: Buffer, streamSid: string): StreamMessage {
  const message = parse(data)
  if (message['streamSid'] !== streamSid) throw new InvalidMessage('The streamSid is missing or wrong.')
  const { event } = message
  if (event === 'clear') return { event }
  if (event === 'mark') {
    const name = isObject(message['mark']) ? message['mark']['name'] : undefined
    if (typeof name !== 'string' || name === '' || name.length > maxNameLength)
      throw new InvalidMessage('The name of the mark is missing or too long.')
    return { event, name }
  }
  if (event !== 'media') throw new InvalidMessage(`The event ${JSON.stringify(event)?.slice(0, 50)} is unknown.`)
  const payload = isObject(message['media']) ? message['media']['payload'] : undefined
  if (typeof payload !== 'string' || payload.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(payload))
    throw new InvalidMessage('The payload is not base64.')
  return { event, audio: Buffer.from(payload, 'base64') }
}

function parse(data: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    if (isObject(value)) return value
  } catch {}
  throw new InvalidMessage('The message is not a JSON object.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Reads the messages that a browser sends during a call.

export type WebCallMessage =
  | { event: 'start'; token: string }
  | { event: 'mark'; name: string }
  | { event: 'key'; key: string }
  | { event: 'text'; text: string }
  | { event: 'hang-up' }

const maxTokenLength = 128
const maxMarkLength = 100
const maxTextLength = 1_000

/** Undefined for any other message. */
export function readWebCallMessage(data: string): WebCallMessage | undefined {
  const message = parseObject(data)
  const { event, token, name, key, text } = message ?? {}
  if (event === 'start' && isText(token, maxTokenLength)) return { event, token }
  if (event === 'mark' && isText(name, maxMarkLength)) return { event, name }
  if (event === 'key' && typeof key === 'string' && /^[0-9*#]$/.test(key)) return { event, key }
  if (event === 'text' && isText(text, maxTextLength) && text.trim() !== '') return { event, text: text.trim() }
  return event === 'hang-up' ? { event } : undefined
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength

function parseObject(data: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

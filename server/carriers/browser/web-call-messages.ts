// Reads the messages that a browser sends during a call.
import { parseObject } from './parse-object.ts'

export type WebCallMessage =
  | { event: 'mark'; name: string }
  | { event: 'key'; key: string }
  | { event: 'text'; text: string }
  | { event: 'hang-up' }

const maxMarkLength = 100
/** As long as a message of the widget. */
const maxTextLength = 2_000

/** Undefined for any other message. */
export function readWebCallMessage(data: string): WebCallMessage | undefined {
  const message = parseObject(data)
  const { event, name, key, text } = message ?? {}
  if (event === 'mark' && isText(name, maxMarkLength)) return { event, name }
  if (event === 'key' && typeof key === 'string' && /^[0-9*#]$/.test(key)) return { event, key }
  if (event === 'text' && isText(text, maxTextLength) && text.trim() !== '') return { event, text: text.trim() }
  return event === 'hang-up' ? { event } : undefined
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength

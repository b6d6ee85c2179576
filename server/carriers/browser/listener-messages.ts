// Reads the messages of a person who listens to a live call.
import type { ListenerMessage } from '#server/ports/listener-line.ts'
import { parseObject } from './parse-object.ts'

const maxTextLength = 1_000

/** Undefined for any other message. */
export function readListenerMessage(data: string): ListenerMessage | { event: 'leave' } | undefined {
  const { event, text, end_call = false } = parseObject(data) ?? {}
  if (event === 'leave' || event === 'take-over') return { event }
  if (event === 'hand-back' && typeof end_call === 'boolean') return { event, end_call }
  if (event !== 'whisper' || typeof text !== 'string' || text.trim() === '' || text.length > maxTextLength)
    return undefined
  return { event, text: text.trim() }
}

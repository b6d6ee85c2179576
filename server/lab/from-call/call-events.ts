// Reads the events of a call from its explanation: what was said, and what tools returned.
import type { calls } from '#contract/calls/calls.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'

interface Spoken {
  /** Since the call was answered. */
  atMs: number
  text: string
  interrupted: boolean
  /** What would have been said without the interruption. Calls of earlier versions do not have it. */
  unspoken: string | undefined
  /** From the recognized words of the turn to the first words of the model. */
  modelMs: number | undefined
}

export type SpokenEvent = Spoken & { kind: 'customer' | 'assistant' }

export type CallEvent =
  | (Spoken & { kind: 'customer' })
  | (Spoken & { kind: 'assistant' })
  | { kind: 'tool_called'; atMs: number; name: string }
  | { kind: 'tool_answered'; atMs: number; name: string; result: unknown }

/** In order. */
export function eventsOf({ timeline, latency }: ReplyOf<typeof calls.explain>): CallEvent[] {
  const firstMs = timeline.find(({ type }) => type === 'media_connected')?.offset_ms ?? 0
  return timeline.flatMap(({ type, offset_ms: offsetMs, detail }): CallEvent[] => {
    const atMs = Math.max(0, offsetMs - firstMs)
    const note = typeof detail['detail'] === 'string' ? detail['detail'] : ''
    if (type === 'customer_spoke' || type === 'assistant_spoke') {
      const text = String(detail['text'] ?? '').trim()
      // An entry of the assistant in square brackets was not spoken.
      if (text === '' || (type === 'assistant_spoke' && text.startsWith('['))) return []
      const turn = latency.turns.find(({ first_audio_sent_ms: sentMs }) => sentMs === detail['first_audio_sent_ms'])
      const modelMs =
        turn?.first_token_ms == null || turn.recognized_ms === null
          ? undefined
          : turn.first_token_ms - turn.recognized_ms
      const kind = type === 'customer_spoke' ? 'customer' : 'assistant'
      return [{ kind, atMs, text, interrupted: detail['interrupted'] === true, unspoken: unspokenOf(detail), modelMs }]
    }
    if (type === 'tool_called') return [{ kind: type, atMs, name: note }]
    if (type !== 'tool_answered') return []
    const space = note.indexOf(' ')
    return [{ kind: type, atMs, name: note.slice(0, space), result: resultOf(note.slice(space + 1)) }]
  })
}

const unspokenOf = ({ unspoken }: Record<string, unknown>): string | undefined =>
  typeof unspoken === 'string' && unspoken.trim() !== '' ? unspoken.trim() : undefined

/** Long results are cut in the timeline, and are then returned as text. */
function resultOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

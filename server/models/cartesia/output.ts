// Reads the messages that Cartesia sends.
import { codeOfStatus } from '#server/platform/status-failure.ts'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { decodeBase64Audio } from '../vendor-speech/base64-audio.ts'
import type { ContextReply } from '../vendor-speech/context-speaker.ts'
import type { FailureCode } from '../vendor-speech/failures.ts'

export interface SpokenWords {
  words: readonly string[]
  /** Seconds from the start of the utterance. */
  starts: readonly number[]
  ends: readonly number[]
}

/** Other codes are described by their status. https://docs.cartesia.ai/use-the-api/api-errors */
const codes: Record<string, FailureCode> = {
  concurrency_limited: 'rate_limited',
  quota_exceeded: 'quota_exhausted',
  model_not_found: 'not_found',
  voice_not_found: 'not_found',
  language_not_supported: 'language_not_supported',
}

/** An error without a context concerns the connection. Other kinds of messages have no effect. */
export function readMessage(fields: Record<string, unknown>): ContextReply {
  const context = typeof fields['context_id'] === 'string' ? fields['context_id'] : undefined
  if (fields['type'] === 'error') return { context, failure: codeOfError(fields) }
  if (fields['type'] === 'done') return { context, isFinal: true }
  if (fields['type'] !== 'chunk') return { context }
  const audio = decodeBase64Audio(fields['data'])
  return audio === 'unreadable' ? { context, failure: 'unreadable' } : { context, audio }
}

function codeOfError({ error_code: code, status_code: status }: Record<string, unknown>): FailureCode {
  return codes[String(code)] ?? codeOfStatus(Number.isInteger(status) ? Number(status) : 500)
}

/** Undefined if the message contains no valid times of words. */
export function readWords(fields: Record<string, unknown>): SpokenWords | undefined {
  const times = fields['word_timestamps']
  if (fields['type'] !== 'timestamps' || !isFields(times)) return undefined
  const { words, start: starts, end: ends } = times
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return undefined
  return areTimes(starts, words.length) && areTimes(ends, words.length) ? { words, starts, ends } : undefined
}

const areTimes = (values: unknown, count: number): values is number[] =>
  Array.isArray(values) && values.length === count && values.every((value) => Number.isFinite(value) && value >= 0)

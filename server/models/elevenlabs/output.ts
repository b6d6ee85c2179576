// Reads the messages that ElevenLabs sends.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { Alignment } from '#server/ports/text-to-speech.ts'
import { decodeBase64Audio } from '../vendor-speech/base64-audio.ts'
import type { ContextReply } from '../vendor-speech/context-speaker.ts'
import type { FailureCode } from '../vendor-speech/failures.ts'

const codes: Record<string, FailureCode> = {
  invalid_api_key: 'unauthorised',
  authorization_error: 'unauthorised',
  quota_exceeded: 'quota_exhausted',
  voice_id_does_not_exist: 'not_found',
  voice_not_found: 'not_found',
  model_not_found: 'not_found',
  unsupported_language: 'language_not_supported',
  max_active_conversations: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  too_many_concurrent_requests: 'rate_limited',
  input_timeout_exceeded: 'timeout',
  invalid_input: 'bad_request',
}

/** An error ends the connection, because it can concern any of its contexts. */
export function readMessage(fields: Record<string, unknown>): ContextReply {
  if (fields['error'] !== undefined) return { failure: codes[String(fields['error'])] ?? 'unavailable' }
  const audio = decodeBase64Audio(fields['audio'])
  if (audio === 'unreadable') return { failure: 'unreadable' }
  return { context: String(fields['contextId']), audio, isFinal: fields['isFinal'] === true }
}

/** The times of a message are relative to its own audio, which begins at `offsetMs` of the utterance. */
export function readAlignment(value: unknown, offsetMs: number): Alignment | undefined {
  if (!isFields(value)) return undefined
  const { chars, charStartTimesMs: starts } = value
  if (!Array.isArray(chars) || !Array.isArray(starts) || chars.length !== starts.length) return undefined
  if (!chars.every((text) => typeof text === 'string') || !starts.every(Number.isFinite)) return undefined
  return { characters: chars, startsMs: starts.map((startMs: number) => offsetMs + Math.max(0, startMs)) }
}

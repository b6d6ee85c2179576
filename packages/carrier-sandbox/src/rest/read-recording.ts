// Validates the parameters of recordings.
// https://www.twilio.com/docs/voice/api/recording
import { ApiError } from '../core/api-error.ts'
import type { RecordingCallback, RecordingEvent, RecordingOptions, RecordingTrack } from '../core/call-recordings.ts'
import { readMethod } from './read-call.ts'
import { readCallback } from './read-message.ts'

const events: readonly string[] = ['in-progress', 'completed', 'absent'] satisfies RecordingEvent[]
const tracks: readonly string[] = ['inbound', 'outbound', 'both'] satisfies RecordingTrack[]

/** How a new call is recorded; null without `Record`. */
export function readRecord(form: URLSearchParams): RecordingOptions | null {
  const options = readRecordingOptions(form, 'trim-silence')
  const record = form.get('Record')?.toLowerCase() || 'false'
  if (record !== 'true' && record !== 'false') throw new ApiError(20001, 'Record must be true or false.')
  return record === 'true' ? options : null
}

export function readRecordingOptions(
  form: URLSearchParams,
  defaultTrim: 'trim-silence' | 'do-not-trim',
): RecordingOptions {
  const track = oneOf(form, 'RecordingTrack', tracks, 'both') as RecordingTrack
  const channels = oneOf(form, 'RecordingChannels', ['mono', 'dual'], 'mono')
  return {
    track,
    channels: track === 'both' && channels === 'dual' ? 2 : 1,
    trim: oneOf(form, 'Trim', ['trim-silence', 'do-not-trim'], defaultTrim) === 'trim-silence',
    callback: readRecordingCallback(form),
  }
}

function readRecordingCallback(form: URLSearchParams): RecordingCallback | null {
  const url = readCallback(form.get('RecordingStatusCallback') || undefined)
  const names = form
    .getAll('RecordingStatusCallbackEvent')
    .flatMap((text) => text.split(' '))
    .filter((name) => name !== '')
  if (!names.every((name) => events.includes(name))) throw new ApiError(20001, 'Invalid RecordingStatusCallbackEvent')
  const method = readMethod(form, 'RecordingStatusCallbackMethod')
  return url === null ? null : { url, method, events: names.length > 0 ? (names as RecordingEvent[]) : ['completed'] }
}

export function oneOf(form: URLSearchParams, name: string, values: readonly string[], fallback: string): string {
  const value = form.get(name) || fallback
  if (!values.includes(value)) throw new ApiError(20001, `${name} must be one of ${values.join(', ')}.`)
  return value
}
